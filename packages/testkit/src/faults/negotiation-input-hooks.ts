import { ERROR, type Json, type JsonObject, META, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { frameworkFaults, type Where } from "./groups.js";
import { answering, onResult } from "./reshape.js";
import type { Fault, FaultEntry } from "./types.js";

const MODERN: Where = { eras: ["modern"] };

/** Faults of one rule of rounds. */
export function roundFaults(
  [rule, check, verdict = "failed"]: [rule: string, check: string, verdict?: "failed" | "warning"],
  entries: FaultEntry[],
  where: Where = MODERN,
): Fault[] {
  return frameworkFaults(rule, check, verdict, where, entries);
}

/** Hooks that change the answers with which the tool `ask` asks. */
export function onAsked(change: (result: JsonObject, call: Call) => JsonObject): Hooks {
  return onResult("tools/call", (result, call) =>
    result.resultType === "input_required" ? change(result, call) : result,
  );
}

/** Hooks that change each question. */
export function onQuestion(change: (question: JsonObject) => Json): Hooks {
  return onAsked((result) => ({
    ...result,
    inputRequests: Object.fromEntries(
      Object.entries(result.inputRequests ?? {}).map(([key, question]) => [key, change(question as JsonObject)]),
    ),
  }));
}

function nameOf(call: Call) {
  return member(call.params, "name");
}

/** Hooks that stand before calls of one tool. */
export function onTool(name: string, answer: (call: Call, next: () => Promise<Outcome>) => Promise<Outcome>): Hooks {
  return answering("tools/call", (call, next) => (nameOf(call) === name ? answer(call, next) : next()));
}

/** A refusal with -32602. */
export function refused(call: Call, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code: ERROR.invalidParams, message } } };
}

/** An answer of our own with a result. */
export function answered(call: Call, result: JsonObject): Outcome {
  const _meta = { [META.serverInfo]: { name: "mcptest-testkit", version: "0.0.0" } };
  return {
    status: 200,
    message: { jsonrpc: "2.0", id: call.id, result: { resultType: "complete", ...result, _meta } },
  };
}

/** `requestState` of a retry. */
export function stateOf(call: Call): Json | undefined {
  return member(call.params, "requestState");
}

/** `inputResponses` of a retry. */
export function responsesOf(call: Call): Json | undefined {
  return member(call.params, "inputResponses");
}
