import { isObject, member } from "@mcptest/pack";
import type { Hooks } from "../server/hooks.js";
import { core } from "./groups.js";
import { onTool, roundFaults, stateOf } from "./negotiation-input-hooks.js";
import { without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

/** Between the sealed state and what is not protected. */
const OPEN = "~";

/** Hooks with which the tool `ask` keeps the greeting in an open part of the state, and believes it. */
const trusting: Hooks = onTool("ask", async (call, next) => {
  const state = stateOf(call);
  const [sealed, greeting = "Hello"] = typeof state === "string" ? state.split(OPEN) : [];
  if (sealed !== undefined) call.params = { ...call.params, requestState: sealed };
  const outcome = await next();
  const result = member(outcome.message, "result");
  if (!isObject(result)) return outcome;
  if (typeof result.requestState === "string") result.requestState += `${OPEN}${greeting}`;
  if (Array.isArray(result.content)) {
    const text = String(member(result.content[0], "text")).replace("Hello", greeting);
    result.content = [{ type: "text", text }];
  }
  return outcome;
});

/** A changed state has an effect (G17). */
const tampered = roundFaults(
  ["G17", "mrtr-state-tamper"],
  [
    {
      name: "mrtr-state-trusted",
      description: "A part of requestState that is not sealed decides about the result",
      hooks: trusting,
    },
    {
      name: "mrtr-state-json-trusted",
      description: "requestState is JSON, and its value greeting decides about the result",
      hooks: onTool("ask", async (call, next) => {
        const state = stateOf(call);
        const kept = typeof state === "string" ? parsed(state) : undefined;
        if (state !== undefined) call.params = { ...call.params, requestState: member(kept, "sealed") ?? "" };
        const outcome = await next();
        const result = member(outcome.message, "result");
        if (!isObject(result)) return outcome;
        if (typeof result.requestState === "string") {
          result.requestState = JSON.stringify({ greeting: "Good day", sealed: result.requestState });
        }
        const greeting = member(kept, "greeting");
        if (Array.isArray(result.content) && typeof greeting === "string") {
          result.content = [
            { type: "text", text: String(member(result.content[0], "text")).replace("Hello", greeting) },
          ];
        }
        return outcome;
      }),
    },
  ],
);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is taken although it was changed, without any effect (G17). */
const unsealed = faultGroup({ kind: "variant", on: "generic", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "mrtr-state-unsealed",
    description: "requestState is not sealed and not looked at closely: a changed one has no effect",
    owner: { rule: "G17", check: "mrtr-state-tamper", verdict: "passed" },
    hooks: core({ sealsState: false, bindsState: false }),
  },
  {
    name: "mrtr-state-of-any-call",
    description: "requestState is sealed and belongs to no call: in a call of another tool it has no effect",
    owner: { rule: "G18", check: "mrtr-state-replay", verdict: "passed" },
    hooks: core({ bindsState: false }),
  },
]);

/** A state has an effect in another call (G18). */
const replayed = roundFaults(
  ["G18", "mrtr-state-replay", "warning"],
  [
    {
      name: "mrtr-state-resumes-its-tool",
      description: "A requestState goes on with the call that it is of, whatever tool is called",
      hooks: onTool("toy_card", async (call, next) => {
        const isRetry = stateOf(call) !== undefined;
        call.params = without(call.params, "requestState");
        const outcome = await next();
        const result = member(outcome.message, "result");
        if (isRetry && isObject(result)) result.content = [{ type: "text", text: "Hello Ada." }];
        return outcome;
      }),
    },
  ],
);

/** Faults of `requestState`. */
export const inputStateFaults: Fault[] = [...tampered, ...unsealed, ...replayed];
