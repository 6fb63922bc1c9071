import { ERROR, isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams, missingCapability, rpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import type { Extension, ServerContext } from "../server/extension.js";
import type { Tool } from "../server/tool.js";
import { askBeforeTask } from "./ask-first.js";
import { TASKS_ID } from "./id.js";
import { askAtOnce, legacyTaskMethods, listsTasks, notifyOfStatus } from "./legacy.js";
import { modernTaskMethods, subscribeToTasks } from "./modern.js";
import { runTask } from "./run-task.js";
import { legacyTask, modernTask } from "./shapes.js";
import { createTaskStore } from "./store.js";
import { isTerminal, nextChange, type Task } from "./task.js";

/** Tasks: `io.modelcontextprotocol/tasks` on the modern wire, the tasks utility on 2025-11-25. */
export function tasksExtension(context: ServerContext): Extension {
  const policy = context.policies.tasks;
  const store = createTaskStore(policy);

  async function start(tool: Tool, call: Call, ttl: number | null): Promise<Task> {
    const { era, principal: owner } = call;
    const running = store.list(era).find((task) => task.tool === tool.name && task.owner === owner);
    if (running && !isTerminal(running.status) && policy.joins(era)) return running;
    const task = store.create({ era, owner, tool: tool.name, ttl, pollInterval: policy.pollInterval });
    policy.created(task, call);
    if (era === "legacy" && policy.questions === "at-once") askAtOnce(task, call, policy);
    if (era === "legacy" && policy.statusNotification) notifyOfStatus(task, call, policy);
    const args = member(call.params, "arguments");
    void runTask(task, tool, { arguments: isObject(args) ? args : {}, jobMs: context.jobMs, policy });
    if (policy.completeAtCreation) await nextChange(task, context.closing);
    return task;
  }

  async function callModern(tool: Tool, call: Call, plain: () => Promise<JsonObject>): Promise<JsonObject> {
    if (!policy.mayCreate(call)) {
      if (tool.task === "required") throw missingCapability({ extensions: { [TASKS_ID]: {} } });
      return plain();
    }
    const question = policy.askFirst ? askBeforeTask(call) : undefined;
    if (question) return question;
    return { resultType: "task", ...modernTask(await start(tool, call, policy.ttl)) };
  }

  async function callLegacy(tool: Tool, call: Call, plain: () => Promise<JsonObject>): Promise<JsonObject> {
    if (!policy.optsIn(call)) {
      if (tool.task === "required") throw rpcError(ERROR.methodNotFound, `${tool.name} can only be called as a task`);
      return plain();
    }
    if (!tool.task) throw rpcError(ERROR.methodNotFound, `${tool.name} cannot be called as a task`);
    const augmented = member(call.params, "task") ?? {};
    const ttl = member(augmented, "ttl");
    if (!isObject(augmented) || (ttl !== undefined && typeof ttl !== "number")) {
      throw invalidParams("task must be an object, its ttl a number of milliseconds");
    }
    if (policy.declines) return plain();
    return { task: legacyTask(await start(tool, call, ttl ?? policy.ttl)) };
  }

  return {
    capabilities(era, call): JsonObject {
      if (!policy.served(era)) return {};
      if (era === "modern") return { extensions: { [TASKS_ID]: {} } };
      const tasks: JsonObject = { cancel: {}, requests: { tools: { call: {} } } };
      return { tasks: listsTasks(call, policy) ? { list: {}, ...tasks } : tasks };
    },
    methods: {
      ...(policy.served("modern") ? { modern: modernTaskMethods(store, policy) } : {}),
      ...(policy.served("legacy") ? { legacy: legacyTaskMethods(store, policy) } : {}),
    },
    describeTool: (tool, era): JsonObject =>
      era === "legacy" && tool.task && policy.served(era) ? { execution: { taskSupport: tool.task } } : {},
    async callTool(tool, call, plain) {
      if (!policy.served(call.era) || policy.never(call.era)) return plain();
      if (call.era === "legacy") return callLegacy(tool, call, plain);
      return tool.task ? callModern(tool, call, plain) : plain();
    },
    subscribe: (filter, call) => (policy.served("modern") ? subscribeToTasks(store, policy, filter, call) : undefined),
    close: () => store.close(),
  };
}
