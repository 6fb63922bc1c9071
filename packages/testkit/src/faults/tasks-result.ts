import { type Json, type JsonObject, member } from "@mcptest/pack";
import { onCompleted, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

/** Hooks that replace the inlined result of a completed task. */
function inlined(change: (result: JsonObject) => Json) {
  return onCompleted((task) => ({ ...task, result: change(task.result as JsonObject) }));
}

/** A completed task does not carry the result of its call inline, in the shape of that call (I20). */
export const inlineResultFaults: Fault[] = faultGroup(
  {
    kind: "fault",
    eras: ["modern"],
    transports: ANY_TRANSPORT,
    owner: { rule: "I20", check: "tasks-inline-result", verdict: "failed" },
  },
  [
    {
      name: "result-missing",
      description: "A completed task has no result",
      hooks: onCompleted((task) => without(task, "result")),
    },
    {
      name: "result-empty",
      description: "The result of a completed task is {}",
      hooks: inlined(() => ({})),
    },
    {
      name: "result-string",
      description: "The result of a completed task is JSON in a string",
      hooks: inlined((result) => JSON.stringify(result)),
    },
    {
      name: "result-array",
      description: "The result of a completed task is its content array",
      hooks: inlined((result) => result.content ?? []),
    },
    {
      name: "result-content-string",
      description: "The content of the result is the text itself",
      hooks: inlined((result) => ({ ...result, content: textOf(result) })),
    },
    {
      name: "result-content-untyped",
      description: "The content blocks of the result have no type",
      hooks: inlined((result) => ({ ...result, content: [{ text: textOf(result) }] })),
    },
    {
      name: "result-wrapped",
      description: "The result of a completed task is wrapped once more: result.result",
      hooks: inlined((result) => ({ result })),
    },
  ],
);

function textOf(result: JsonObject): string {
  const [block] = result.content as Json[];
  return String(member(block, "text"));
}
