import { type DetectedUse, member, type PackContext, resultOf } from "@mcptest/pack";
import type { Attempt } from "./attempt.js";
import { detectUse, usedIn } from "./detect.js";
import { PACK_NAME, TASKS_EXTENSION } from "./ids.js";
import type { TasksOptions } from "./options.js";
import type { ToolList } from "./tools.js";

/**
 * Evidence that a server which advertises nothing has tasks all the same (I02): it knows `tasks/get`, or the tool that
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
  const params = { name, arguments: options.roles.task?.arguments ?? {} };
  const extensions = { [TASKS_EXTENSION]: {} };
  const exchange = await host.exchange(connection, { method: "tools/call", params, extensions });
  const result = resultOf(exchange);
  const taskId = member(result, "taskId");
  if (member(result, "resultType") !== "task" || typeof taskId !== "string") return undefined;
  await host.exchange(connection, { method: "tasks/cancel", params: { taskId }, extensions });
  return { trace: `tools/call of ${JSON.stringify(name)} is answered with a task`, evidence: [exchange.number] };
}
