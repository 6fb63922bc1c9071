import {
  type DetectedUse,
  type Json,
  type JsonObject,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { detectUse, usedIn } from "./detect.js";
import { PACK_NAME, TASKS_EXTENSION } from "./ids.js";
import type { TasksOptions } from "./options.js";
import type { ToolList } from "./tools.js";

/**
 * Evidence that a server which advertises nothing has tasks all the same (I02, H01): it knows `tasks/get`, or the tool that
 * the operator named for the `task` role answers with a task.
 */
export async function usedUnadvertised(
  context: PackContext<TasksOptions>,
  tools: Attempt<ToolList>,
): Promise<DetectedUse | undefined> {
  const { host, connection, options } = context;
  const use = usedIn(await host.transcript({ pack: PACK_NAME })) ?? (await detectUse(host, context));
  if (use !== undefined) return use;
  const name = options.roles.task?.tool;
  if (name === undefined || !tools.value?.tools.some((tool) => tool.name === name)) return undefined;
  const call = { name, arguments: options.roles.task?.arguments ?? {} };
  const isModern = context.negotiated.era === "modern";
  const exchange = await host.exchange(connection, isModern ? declaredCall(call) : augmentedCall(call));
  const taskId = isModern ? handleOf(resultOf(exchange)) : member(member(resultOf(exchange), "task"), "taskId");
  if (typeof taskId !== "string") return undefined;
  if (isModern) await host.exchange(connection, { method: "tasks/cancel", params: { taskId }, extensions: DECLARED });
  return { trace: `tools/call of ${JSON.stringify(name)} is answered with a task`, evidence: [exchange.number] };
}

const DECLARED = { [TASKS_EXTENSION]: {} };

function declaredCall(params: JsonObject): RequestSpec {
  return { method: "tools/call", params, extensions: DECLARED };
}

/** A task that it makes is left to the server: nothing says that `tasks/cancel` is there. */
function augmentedCall(params: JsonObject): RequestSpec {
  const defect = "params.task, although the server declares no tasks (H01)";
  return { method: "tools/call", params: { ...params, task: {} }, defect };
}

function handleOf(result: Json | undefined): Json | undefined {
  return member(result, "resultType") === "task" ? member(result, "taskId") : undefined;
}
