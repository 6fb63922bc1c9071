import type { JsonObject } from "@mcptest/pack";
import { onCreation, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, faultGroup } from "./types.js";

const OWNER = { rule: "I06", check: "tasks-result-type-discipline", verdict: "failed" } as const;

/** Members of a result that are not the task's own. */
const ENVELOPE = ["resultType", "_meta"];

function nest(result: JsonObject, envelope: JsonObject): JsonObject {
  return { ...envelope, task: without(result, ...ENVELOPE), _meta: result._meta ?? {} };
}

/** A task is created, and the answer to `tools/call` does not say so as it should (I06). */
export const creationFaults: Fault[] = faultGroup(
  { kind: "fault", eras: ["modern"], transports: ANY_TRANSPORT, owner: OWNER },
  [
    {
      name: "create-without-result-type",
      description: "The task handle has no resultType",
      hooks: onCreation((result) => without(result, "resultType")),
    },
    {
      name: "create-result-type-complete",
      description: 'The task handle has resultType "complete"',
      hooks: onCreation((result) => ({ ...result, resultType: "complete" })),
    },
    {
      name: "create-result-type-miscased",
      description: 'The task handle has resultType "Task"',
      hooks: onCreation((result) => ({ ...result, resultType: "Task" })),
    },
    {
      name: "create-result-type-not-a-string",
      description: 'The task handle has resultType ["task"]',
      hooks: onCreation((result) => ({ ...result, resultType: ["task"] })),
    },
    {
      name: "create-nested-task",
      description: 'The task stands in result.task, beside resultType "task"',
      hooks: onCreation((result) => nest(result, { resultType: "task" })),
    },
    {
      name: "create-nested-task-complete",
      description: 'The task stands in result.task, as on 2025-11-25, beside resultType "complete"',
      hooks: onCreation((result) => nest(result, { resultType: "complete" })),
    },
    {
      name: "create-without-task-id",
      description: "The task handle has no taskId",
      hooks: onCreation((result) => without(result, "taskId")),
    },
    {
      name: "create-empty-task-id",
      description: "The taskId of the task handle is an empty string",
      hooks: onCreation((result) => ({ ...result, taskId: "" })),
    },
    {
      name: "create-numeric-task-id",
      description: "The taskId of the task handle is a number",
      hooks: onCreation((result) => ({ ...result, taskId: 7 })),
    },
    {
      name: "create-hidden-in-meta",
      description: "The call answers like an ordinary tool; the task stands in _meta under a vendor's own key",
      owner: { ...OWNER, verdict: "warning" },
      hooks: onCreation(({ taskId = "", status = "", _meta }) => ({
        resultType: "complete",
        content: [],
        isError: false,
        _meta: { ...(_meta as JsonObject), "com.example/task": { taskId, status } },
      })),
    },
    {
      name: "create-extra-task-member",
      description: "The flat task handle repeats itself in a member task",
      owner: { ...OWNER, verdict: "warning" },
      hooks: onCreation((result) => ({ ...result, task: without(result, ...ENVELOPE) })),
    },
    {
      name: "create-with-content",
      description: "The task handle has an empty content array beside the task members",
      owner: { ...OWNER, verdict: "warning" },
      hooks: onCreation((result) => ({ ...result, content: [] })),
    },
  ],
);
