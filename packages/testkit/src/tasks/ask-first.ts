import { isObject, type JsonObject, member } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import { satisfies } from "../server/capabilities.js";
import { elicitation } from "../tools/elicitation.js";

/** `input_required` ahead of a task, until the retry brings the answer (contract I51). */
export function askBeforeTask(call: Call): JsonObject | undefined {
  if (!satisfies(call.declared, { elicitation: {} })) return undefined;
  const responses = member(call.params, "inputResponses");
  if (isObject(responses) && isObject(member(responses, "confirm"))) return undefined;
  const confirm = elicitation("Start the job?", { confirmed: { type: "boolean", default: true } });
  return { resultType: "input_required", inputRequests: { confirm: confirm as unknown as JsonObject } };
}
