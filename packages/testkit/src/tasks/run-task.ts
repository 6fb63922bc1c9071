import { setTimeout as delay } from "node:timers/promises";
import { ERROR, type JsonObject } from "@mcptest/pack";
import { errorResponse, isRpcError, rpcError } from "../protocol/json-rpc.js";
import type { InputRequest, Tool, ToolRun } from "../server/tool.js";
import type { TaskPolicy } from "./policy.js";
import { type Ending, endTask, moveTask, stirTask, type Task } from "./task.js";

/** Runs `tool` behind `task`: its questions become those of the task, its end the end of the task. */
export async function runTask(
  task: Task,
  tool: Tool,
  run: { arguments: JsonObject; jobMs: number; policy: TaskPolicy },
): Promise<void> {
  const { signal } = task.controller;
  const toolRun: ToolRun = {
    arguments: run.arguments,
    jobMs: run.jobMs,
    sleep: async (milliseconds) => {
      if (!run.policy.completeAtCreation) await delay(milliseconds, undefined, { signal });
    },
    ask: (questions) => askThroughTask(task, questions, run.policy),
  };
  try {
    const result = await tool.run(toolRun);
    endTask(task, ending(task, result, run.policy));
  } catch (error) {
    if (!signal.aborted) endTask(task, failure(error));
  }
}

/** A tool error completes an extension task and fails a legacy one (contract I22, H22). */
function ending(task: Task, result: JsonObject, policy: TaskPolicy): Ending {
  if (policy.ending === "failed") return failure(rpcError(ERROR.internal, "The job broke off"));
  if (policy.ending === "cancelled") return { status: "cancelled", statusMessage: "Cancelled by the server" };
  if (result.isError === true && policy.toolErrorFails(task.era)) {
    return { status: "failed", result, statusMessage: "The tool reported an error" };
  }
  return { status: "completed", result };
}

function failure(error: unknown): Ending {
  const rpc = isRpcError(error) ? error : rpcError(ERROR.internal, "Internal error");
  return { status: "failed", error: errorResponse(undefined, rpc).error as JsonObject, statusMessage: rpc.message };
}

async function askThroughTask(
  task: Task,
  questions: Record<string, InputRequest>,
  policy: TaskPolicy,
): Promise<Record<string, JsonObject>> {
  const keys = new Map(Object.keys(questions).map((name, index) => [name, policy.inputKey(name, index)]));
  const answers: Record<string, JsonObject> = {};
  const all = Object.entries(questions).map(
    ([name, request]) =>
      new Promise<void>((resolve) => {
        const key = keys.get(name) as string;
        task.issued.add(key);
        task.questions.set(key, {
          request,
          delivering: false,
          answer(result) {
            answers[name] = result;
            task.questions.delete(key);
            resolve();
          },
        });
      }),
  );
  if (policy.moves("input_required", task.era)) moveTask(task, "input_required", "Waiting for input");
  else stirTask(task);
  await Promise.all(all);
  if (policy.moves("working", task.era)) moveTask(task, "working");
  return answers;
}
