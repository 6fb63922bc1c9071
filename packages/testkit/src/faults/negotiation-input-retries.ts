import { isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { readResponses } from "../server/input-responses.js";
import { core } from "./groups.js";
import { answered, onTool, refused, responsesOf, roundFaults, stateOf } from "./negotiation-input-hooks.js";
import { perConnection } from "./reshape.js";
import type { Fault } from "./types.js";

/** Hooks that remember the states given out on each connection, and refuse a retry by them. */
function rememberingStates(isKnown: (states: readonly string[], state: string) => boolean): () => Hooks {
  return () => {
    const given = perConnection((): string[] => []);
    return onTool("ask", async (call, next) => {
      const states = given(call);
      const state = stateOf(call);
      if (typeof state === "string" && !isKnown(states, state)) return refused(call, "There is no call in progress");
      const outcome = await next();
      const made = member(member(outcome.message, "result"), "requestState");
      if (typeof made === "string") states.push(made);
      return outcome;
    });
  };
}

/** Two questions, one after the other, and nothing that keeps the first answer. */
const forgetting: Hooks = onTool("ask", async (call, next) => {
  const responses = responsesOf(call);
  if (stateOf(call) !== undefined) return next();
  const outcome = await next();
  const result = member(outcome.message, "result");
  if (!isObject(result)) return outcome;
  const key = isObject(responses) && member(responses, "name") !== undefined ? "city" : "name";
  const params = {
    message: `What is your ${key}?`,
    requestedSchema: { type: "object", properties: { [key]: { type: "string" } }, required: [key] },
  };
  const inputRequests = { [key]: { method: "elicitation/create", params } };
  return answered(call, { resultType: "input_required", inputRequests });
});

/** A retry needs more than its own content (G14). */
const stateless = roundFaults(
  ["G14", "mrtr-stateless-retry"],
  [
    {
      name: "mrtr-state-latest",
      description: "Only the newest requestState of a connection is known",
      hooks: rememberingStates((states, state) => states.length === 0 || states.at(-1) === state),
    },
    {
      name: "mrtr-forgets-first-answer",
      description: "A tool asks for a name, then for a city, and by then has forgotten the name",
      hooks: forgetting,
    },
    {
      name: "mrtr-retry-refused",
      description: "Every retry is refused with -32602",
      hooks: onTool("ask", async (call, next) =>
        stateOf(call) === undefined ? next() : refused(call, "There is no call in progress"),
      ),
    },
  ],
);

/** A retry works on its own connection only (G14, as A19). */
const elsewhere = roundFaults(
  ["G14", "mrtr-stateless-retry", "warning"],
  [
    {
      name: "mrtr-state-of-its-connection",
      description: "A retry works on the TCP connection of the call only",
      hooks: rememberingStates((states, state) => states.includes(state)),
    },
  ],
  { eras: ["modern"], transports: ["http"] },
);

function isWithoutAnswers(call: Call): boolean {
  const responses = responsesOf(call);
  return isObject(responses) && Object.keys(responses).length === 0;
}

/** Missing input is an error (G15). */
const missing = roundFaults(
  ["G15", "mrtr-missing-input-again", "warning"],
  [
    {
      name: "mrtr-missing-input-refused",
      description: "A retry without answers is refused with -32602",
      hooks: onTool("ask", async (call, next) =>
        isWithoutAnswers(call) ? refused(call, "No name was given") : next(),
      ),
    },
    {
      name: "mrtr-missing-input-tool-error",
      description: "A retry without answers comes to an error of the tool",
      hooks: onTool("ask", async (call, next) =>
        isWithoutAnswers(call)
          ? answered(call, { content: [{ type: "text", text: "No name was given" }], isError: true })
          : next(),
      ),
    },
  ],
);

/** Answers that nobody asked for disturb (G16). */
const extra = roundFaults(
  ["G16", "mrtr-extra-ignored", "warning"],
  [
    {
      name: "mrtr-extra-refused",
      description: "An answer that nobody asked for is refused with -32602",
      hooks: core({
        responses(value) {
          const responses = readResponses(value);
          if (Object.keys(responses).every((key) => key === "name")) return responses;
          throw invalidParams("Unknown answer");
        },
      }),
    },
    {
      name: "mrtr-extra-asks-again",
      description: "An answer that nobody asked for makes the server ask again",
      hooks: core({
        responses(value) {
          const responses = readResponses(value);
          return Object.keys(responses).every((key) => key === "name") ? responses : {};
        },
      }),
    },
  ],
);

const ACCEPTED: JsonObject = { name: { action: "accept", content: { name: "nobody" } } };

/** Malformed answers are taken (G21). */
const invalid = roundFaults(
  ["G21", "mrtr-invalid-responses", "warning"],
  [
    {
      name: "mrtr-list-taken",
      description: "inputResponses that is a list counts as a yes to everything",
      hooks: core({ responses: (value) => (Array.isArray(value) ? ACCEPTED : readResponses(value)) }),
    },
    {
      name: "mrtr-text-taken",
      description: "A text in place of a result counts as its content",
      hooks: core({
        responses(value) {
          const name = member(value, "name");
          return typeof name === "string" ? ACCEPTED : readResponses(value);
        },
      }),
    },
    {
      name: "mrtr-action-taken",
      description: "Any action of an elicitation counts",
      hooks: core({
        responses(value) {
          return member(member(value, "name"), "action") === "maybe" ? ACCEPTED : readResponses(value);
        },
      }),
    },
    {
      name: "mrtr-list-crashes",
      description: "inputResponses that is a list ends the process",
      transports: ["stdio"],
      hooks: onTool("ask", async (call, next) => {
        if (Array.isArray(responsesOf(call))) call.crash();
        return next();
      }),
    },
  ],
);

/** Faults of retries and of their answers. */
export const inputRetryFaults: Fault[] = [...stateless, ...elsewhere, ...missing, ...extra, ...invalid];
