// Tasks as the author of a server writes them by hand, since the SDK has none of its own: the tools, what becomes of their
// tasks, and the three methods. sdk-tasks.mjs and sdk-registered.mjs serve them in the two ways that the SDK offers.
import { randomUUID } from "node:crypto";
import { MissingRequiredClientCapabilityError, ProtocolError } from "@modelcontextprotocol/server";

export const TASKS = "io.modelcontextprotocol/tasks";
const JOB_MS = 300;
const SLOW_MS = 60_000;
const TTL_MS = 120_000;

const text = (words) => ({ content: [{ type: "text", text: words }] });
const form = (message, ...names) => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
      required: names,
    },
  },
});

/**
 * The tools. `plain`: answers at once, never as a task. `taskOnly`: refuses clients without tasks. `rounds`: what a task asks,
 * one round after the other.
 */
export const TOOLS = {
  long_job: { description: "Runs for a moment.", jobMs: JOB_MS, end: { result: text("done") } },
  quick: { description: "Answers at once.", plain: true, end: { result: text("quick") } },
  must_task: {
    description: "Runs as a task or not at all.",
    taskOnly: true,
    jobMs: JOB_MS,
    end: { result: text("done") },
  },
  ask: {
    description: "Asks for a name.",
    taskOnly: true,
    rounds: [{ name: form("Your name?", "name") }],
    end: { result: text("hello") },
  },
  ask_twice: {
    description: "Asks for a name, then for a city.",
    taskOnly: true,
    rounds: [{ name: form("Your name?", "name") }, { city: form("Your city?", "city") }],
    end: { result: text("hello") },
  },
  ask_many: {
    description: "Asks for a name and a city at once.",
    taskOnly: true,
    rounds: [{ name: form("Your name?", "name"), city: form("Your city?", "city") }],
    end: { result: text("hello") },
  },
  tool_error: {
    description: "Ends with an error of the tool.",
    jobMs: JOB_MS,
    end: { result: { ...text("no such file"), isError: true } },
  },
  protocol_error: {
    description: "Ends with a JSON-RPC error.",
    taskOnly: true,
    jobMs: JOB_MS,
    end: { error: { code: -32603, message: "the job broke" } },
  },
  slow: { description: "Runs for a minute.", taskOnly: true, jobMs: SLOW_MS, end: { result: text("done") } },
};

/** @type {Map<string, object>} */
const tasks = new Map();

/** Answers a call of one of the tools: as a task where the client declares them on this request. */
export function callTool(name, context) {
  const tool = TOOLS[name];
  if (tool.plain) return tool.end.result;
  if (!declares(context)) {
    if (tool.taskOnly) throw lacks({ extensions: { [TASKS]: {} } });
    return tool.end.result;
  }
  if (tool.rounds && typeof capabilitiesOf(context)?.elicitation !== "object") throw lacks({ elicitation: {} });
  const now = new Date();
  const task = { taskId: randomUUID(), tool, owner: ownerOf(context), started: now, changed: now, answers: new Set() };
  task.status = tool.rounds ? "input_required" : "working";
  if (!tool.rounds) task.timer = setTimeout(() => end(task), tool.jobMs).unref();
  tasks.set(task.taskId, task);
  return { resultType: "task", ...shown(task) };
}

/** Handles tasks/get, tasks/update and tasks/cancel on a low-level server of the SDK. */
export function handleTasks(server) {
  const anything = { "~standard": { version: 1, vendor: "hand-written", validate: (value) => ({ value }) } };
  const own = (method, answer) =>
    server.setRequestHandler(method, { params: anything }, (params, context) => {
      if (!declares(context)) throw lacks({ extensions: { [TASKS]: {} } });
      const task = tasks.get(params?.taskId);
      if (task === undefined || task.owner !== ownerOf(context)) throw new ProtocolError(-32602, "unknown taskId");
      return { resultType: "complete", ...answer(task, context) };
    });
  own("tasks/get", (task) => ({ ...shown(task), ...payloadOf(task) }));
  own("tasks/update", (task, context) => {
    // The SDK takes inputResponses out of the params of every request, as if it were a retry after input_required.
    const open = openRequests(task);
    for (const key of Object.keys(context.mcpReq.inputResponses ?? {}))
      if (Object.hasOwn(open, key)) task.answers.add(key);
    if (task.status === "input_required" && Object.keys(openRequests(task)).length === 0) end(task);
    return {};
  });
  own("tasks/cancel", (task) => {
    if (task.status === "working" || task.status === "input_required") end(task, "cancelled");
    return {};
  });
}

function end(task, status = task.tool.end.error ? "failed" : "completed") {
  clearTimeout(task.timer);
  Object.assign(task, { status, changed: new Date() });
}

/** What the first round with a question left asks: its open questions. */
function openRequests({ tool, answers }) {
  const left = (tool.rounds ?? []).map((round) => Object.entries(round).filter(([key]) => !answers.has(key)));
  return Object.fromEntries(left.find((round) => round.length > 0) ?? []);
}

function shown({ taskId, status, started, changed, tool }) {
  const times = { createdAt: started.toISOString(), lastUpdatedAt: changed.toISOString() };
  const statusMessage = status === "failed" ? { statusMessage: tool.end.error.message } : {};
  return { taskId, status, ...statusMessage, ...times, ttlMs: TTL_MS, pollIntervalMs: 100 };
}

function payloadOf(task) {
  if (task.status === "input_required") return { inputRequests: openRequests(task) };
  return task.status === "completed" || task.status === "failed" ? task.tool.end : {};
}

function capabilitiesOf(context) {
  return context.mcpReq.envelope?.["io.modelcontextprotocol/clientCapabilities"];
}

function declares(context) {
  return typeof capabilitiesOf(context)?.extensions?.[TASKS] === "object";
}

function ownerOf(context) {
  return context.http?.authInfo?.clientId;
}

function lacks(requiredCapabilities) {
  return new MissingRequiredClientCapabilityError({ requiredCapabilities });
}
