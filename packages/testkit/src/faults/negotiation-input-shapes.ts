import { ERROR, isObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { answered, onAsked, onQuestion, onTool, refused, roundFaults } from "./negotiation-input-hooks.js";
import { answering, onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

/** Input is asked for where there are no rounds (G10). */
const methods = roundFaults(
  ["G10", "mrtr-methods"],
  [
    {
      name: "mrtr-on-templates",
      description: "resources/templates/list is answered with input_required",
      hooks: onResult("resources/templates/list", ({ _meta = {} }) => ({
        resultType: "input_required",
        requestState: "later",
        _meta,
      })),
    },
  ],
);

/** There is nothing to go on with (G11). */
const nonempty = roundFaults(
  ["G11", "mrtr-nonempty"],
  [
    {
      name: "mrtr-empty",
      description: "input_required has neither inputRequests nor requestState",
      hooks: onAsked((result) => without(result, "inputRequests", "requestState")),
    },
    {
      name: "mrtr-state-object",
      description: "requestState is an object",
      hooks: onAsked((result) => ({ ...result, requestState: { state: result.requestState ?? "" } })),
    },
    {
      name: "mrtr-requests-empty",
      description: "inputRequests is empty, and there is no requestState",
      owner: { rule: "G11", check: "mrtr-nonempty", verdict: "warning" },
      hooks: onAsked((result) => ({ ...without(result, "requestState"), inputRequests: {} })),
    },
  ],
);

/** A question is none (G12). */
const kinds = roundFaults(
  ["G12", "mrtr-request-kinds"],
  [
    {
      name: "mrtr-request-unknown-method",
      description: 'The method of the input request is "elicit"',
      hooks: onQuestion((question) => ({ ...question, method: "elicit" })),
    },
    {
      name: "mrtr-request-without-params",
      description: "The elicitation has no params",
      hooks: onQuestion((question) => without(question, "params")),
    },
    {
      name: "mrtr-request-text",
      description: "The input request is the text of its message",
      hooks: onQuestion((question) => member(question.params, "message") ?? ""),
    },
    {
      name: "mrtr-requests-list",
      description: "inputRequests is a list",
      hooks: onAsked((result) => ({ ...result, inputRequests: Object.values(result.inputRequests ?? {}) })),
    },
    {
      name: "mrtr-request-with-envelope",
      description: "The input request has jsonrpc and id",
      owner: { rule: "G12", check: "mrtr-request-kinds", verdict: "warning" },
      hooks: onQuestion((question) => ({ jsonrpc: "2.0", id: 1, ...question })),
    },
  ],
);

/** Serves every call as if it declared elicitation. */
const asIfDeclared: Hooks = answering("tools/call", (call, next) => {
  call.declared = { elicitation: {}, ...call.declared };
  return next();
});

/** Hooks that answer in place of -32021 where `ask` needs elicitation. */
function inPlaceOfRefusal(answer: (call: Call) => Outcome): Hooks {
  return onTool("ask", async (call, next) => {
    const outcome = await next();
    const code = member(member(outcome.message, "error"), "code");
    return code === ERROR.missingClientCapability ? answer(call) : outcome;
  });
}

/** Input is asked for that is not declared (G13). */
const declaredOnly = roundFaults(
  ["G13", "mrtr-declared-only"],
  [
    {
      name: "mrtr-asks-undeclared",
      description: "A tool asks for input though the request declares nothing",
      hooks: asIfDeclared,
    },
    {
      name: "mrtr-url-undeclared",
      description: "A request with elicitation: {} is asked to visit a page",
      hooks: onAsked((result, call) => {
        const elicitation = member(call.declared, "elicitation");
        if (!isObject(elicitation) || Object.keys(elicitation).length > 0) return result;
        const params = { mode: "url", message: "Sign in", url: "https://example.com/", elicitationId: "1" };
        return { ...result, inputRequests: { name: { method: "elicitation/create", params } } };
      }),
    },
    {
      name: "mrtr-undeclared-other-code",
      description: "Without elicitation the call is refused with -32602",
      hooks: inPlaceOfRefusal((call) => refused(call, "The client must declare elicitation")),
    },
    {
      name: "mrtr-undeclared-tool-error",
      description: "Without elicitation the call comes to an error of the tool",
      owner: { rule: "G13", check: "mrtr-declared-only", verdict: "warning" },
      hooks: inPlaceOfRefusal((call) =>
        answered(call, { content: [{ type: "text", text: "No elicitation" }], isError: true }),
      ),
    },
  ],
);

/** What asks for input may be cached (G20). */
const cached = roundFaults(
  ["G20", "mrtr-no-cache", "warning"],
  [
    {
      name: "mrtr-with-cache-hints",
      description: "input_required has ttlMs and cacheScope",
      hooks: onAsked((result) => ({ ...result, ttlMs: 1_000, cacheScope: "private" })),
    },
  ],
);

/** Faults of what asks for input. */
export const inputShapeFaults: Fault[] = [...methods, ...nonempty, ...kinds, ...declaredOnly, ...cached];
