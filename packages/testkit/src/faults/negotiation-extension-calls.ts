import { ERROR, member } from "@mcptest/pack";
import { declaresToy, TOY_ID } from "../generic/declared.js";
import { invalidParams, rpcError } from "../protocol/json-rpc.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, generic, type Where } from "./groups.js";
import {
  declaredIn,
  hasMalformedToy,
  lacking,
  lacksToy,
  onCard,
  refused,
  TASKS,
  ticking,
} from "./negotiation-extension-hooks.js";
import { advertising } from "./negotiation-extension-ids.js";
import { answering, both, onResult, perConnection, without } from "./reshape.js";
import type { Fault } from "./types.js";

const MODERN: Where = { eras: ["modern"] };

/** What belongs to an extension, for a request that does not declare it (E05). */
const undeclared = frameworkFaults("E05", "ext-no-use-undeclared", "failed", MODERN, [
  {
    name: "ext-result-undeclared",
    description: "toy_card gives the result of the toy extension to everybody",
    hooks: generic({ toyActive: () => true }),
  },
  {
    name: "ext-content-missing-undeclared",
    description: "toy_card leaves out content, also for clients without the toy extension",
    hooks: onResult("tools/call", (given, call) =>
      member(call.params, "name") === "toy_card" ? without(given, "content") : given,
    ),
  },
  {
    name: "ext-notification-undeclared",
    description: "Advertises Tasks, and sends notifications/tasks to a call that does not declare it",
    hooks: {
      ...advertising([TASKS, {}]),
      ...both(
        answering("tasks/get", (call) => lacking(call, { extensions: { [TASKS]: {} } })),
        ticking(),
      ),
    },
  },
]);

/** One-sided support that ends badly (E06). */
const fallback = frameworkFaults("E06", "ext-fallback-or-reject", "failed", MODERN, [
  {
    name: "ext-fallback-internal-error",
    description: "toy_card answers -32603 where the toy extension is not declared",
    hooks: onCard(lacksToy, (call) => refused(call, rpcError(ERROR.internal, "Cannot read properties of undefined"))),
  },
]);

/** Refusals that do not say what is missing (E07). */
const missing = frameworkFaults("E07", "ext-missing-capability-error", "failed", MODERN, [
  {
    name: "ext-missing-without-data",
    description: "toy_card answers -32021 without data where the toy extension is not declared",
    hooks: onCard(lacksToy, (call) => refused(call, rpcError(ERROR.missingClientCapability, "Missing"), 400)),
  },
  {
    name: "ext-missing-names-nothing",
    description: "The -32021 of toy_card names no capability",
    hooks: onCard(lacksToy, (call) => lacking(call, {})),
  },
  {
    name: "ext-missing-settings-true",
    description: "The -32021 of toy_card names the toy extension with true",
    hooks: onCard(lacksToy, (call) => lacking(call, { extensions: { [TOY_ID]: true } })),
  },
  {
    name: "ext-missing-as-list",
    description: "The -32021 of toy_card names extensions in a list",
    hooks: onCard(lacksToy, (call) => lacking(call, { extensions: [TOY_ID] })),
  },
  {
    name: "ext-missing-other-code",
    description: "toy_card answers -32602 where the toy extension is not declared, and works where it is",
    hooks: onCard(lacksToy, (call) => refused(call, invalidParams("The toy extension is needed"))),
  },
]);

/** Refusals of what is declared (E08). */
const falsePositive = frameworkFaults("E08", "ext-missing-capability-no-false-positive", "failed", MODERN, [
  {
    name: "ext-declared-refused",
    description: "toy_card asks for the toy extension where it is declared",
    hooks: onCard(declaresToy, (call) => lacking(call, { extensions: { [TOY_ID]: {} } })),
  },
  {
    name: "ext-settings-refused",
    description: "toy_card asks for settings of the toy extension, and goes on to ask where they are declared",
    hooks: onCard(declaresToy, (call) => lacking(call, { extensions: { [TOY_ID]: { version: "1.0" } } })),
  },
]);

/** Settings that nobody checks (E16). */
const untrusted = frameworkFaults("E16", "ext-untrusted-data", "warning", MODERN, [
  {
    name: "ext-settings-trusted",
    description: "Answers -32603 to a call with settings of the toy extension that are no object",
    hooks: onCard(hasMalformedToy, (call) => refused(call, rpcError(ERROR.internal, "settings.version is undefined"))),
  },
  {
    name: "ext-settings-crash",
    description: "Ends on a call with null for the settings of the toy extension",
    transports: ["stdio"],
    hooks: onCard(
      (call) => declaredIn(call)[TOY_ID] === null,
      (call) => {
        call.crash();
        return { status: 200 };
      },
    ),
  },
]);

/** Hooks that decide by what an earlier call on the connection declared. */
function remembering(decide: (kept: { first?: boolean; any: boolean }, own: boolean) => boolean): Hooks {
  const kept = perConnection<{ first?: boolean; any: boolean }>(() => ({ any: false }));
  return generic({
    toyActive(call) {
      const own = declaresToy(call);
      if (call.method !== "tools/call") return own;
      const seen = kept(call);
      const decided = decide(seen, own);
      seen.first ??= own;
      seen.any ||= own;
      return decided;
    },
  });
}

/** Declarations that outlive their request (A18). */
const stateless = frameworkFaults("A18", "rpc-stateless", "failed", MODERN, [
  {
    name: "declaration-remembered",
    description: "A declaration of the toy extension holds for later calls on the same connection",
    hooks: () => remembering(({ any }, own) => any || own),
  },
  {
    name: "declaration-of-the-first",
    description: "The first call on a connection decides whether the toy extension is declared on it",
    hooks: () => remembering(({ first }, own) => first ?? own),
  },
]);

/** Faults of the generic server: calls with and without the declaration of an extension. */
export const extensionCallFaults: Fault[] = [
  ...undeclared,
  ...fallback,
  ...missing,
  ...falsePositive,
  ...untrusted,
  ...stateless,
];
