import { ERROR, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { TASKS_ID } from "../tasks/id.js";
import { ruleFaults, tasks } from "./groups.js";
import { onResult, without } from "./reshape.js";
import type { Fault } from "./types.js";

const NO_WIRE = { rule: "I01", check: "tasks-wire-resolvable", verdict: "could-not-run" } as const;
const FORM: JsonObject = { cancel: {}, requests: { tools: { call: {} } } };

/** Hooks that change what `initialize` says of `capabilities.tasks`; `undefined` leaves it out. */
function advertising(change: (form: JsonObject) => Json | undefined): Hooks {
  return {
    capabilities(capabilities) {
      const changed = change(isObject(capabilities.tasks) ? capabilities.tasks : FORM);
      const others = without(capabilities, "tasks");
      return changed === undefined ? others : { ...others, tasks: changed };
    },
  };
}

const plain = tasks({ never: (era) => era === "legacy" });

function errorOf(call: Call, code: number, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code, message } } };
}

/** `capabilities.tasks` is missing or has another form (H01, H02). */
const capabilities = [
  ...ruleFaults(
    "legacy",
    ["H01", "tasks-legacy-capability-declared", "failed"],
    [
      {
        name: "legacy-undeclared-methods",
        description: "capabilities.tasks is not declared, and tasks/get, tasks/result and tasks/cancel are there",
        baseline: NO_WIRE,
        hooks: { ...advertising(() => undefined), ...plain },
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H02", "tasks-legacy-capability-shape", "failed"],
    [
      {
        name: "legacy-capability-cancel-string",
        description: 'capabilities.tasks.cancel is "yes"',
        hooks: advertising((form) => ({ ...form, cancel: "yes" })),
      },
      {
        name: "legacy-capability-list-array",
        description: "capabilities.tasks.list is an array",
        hooks: advertising((form) => ({ ...form, list: [] })),
      },
      {
        name: "legacy-capability-tools-array",
        description: 'capabilities.tasks.requests.tools is ["call"], and no call becomes a task',
        hooks: { ...advertising((form) => ({ ...form, requests: { tools: ["call"] } })), ...plain },
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H02", "tasks-legacy-capability-shape", "warning"],
    [
      {
        name: "legacy-capability-cancel-true",
        description: "capabilities.tasks.cancel is true",
        hooks: advertising((form) => ({ ...form, cancel: true })),
      },
      {
        name: "legacy-capability-call-true",
        description: "capabilities.tasks.requests.tools.call is true",
        hooks: advertising((form) => ({ ...form, requests: { tools: { call: true } } })),
      },
    ],
  ),
];

/** Hooks that answer a call of the tool `name` in another way, with `params.task` or without it. */
function answering(name: string, augmented: boolean, answer: (call: Call) => Outcome): Hooks {
  return {
    around(call, next) {
      const concerned = call.method === "tools/call" && call.params.name === name;
      return concerned && (member(call.params, "task") !== undefined) === augmented
        ? Promise.resolve(answer(call))
        : next();
    },
  };
}

function textOf(call: Call): Outcome {
  const result = { content: [{ type: "text", text: "Done at once." }] };
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, result } };
}

/** A call that does not fit `execution.taskSupport` is not refused with `-32601` (H03, H04). */
const negotiation = [
  ...ruleFaults(
    "legacy",
    ["H03", "tasks-legacy-required-tool", "failed"],
    [
      {
        name: "legacy-required-served",
        description: "A plain call of a task-only tool is answered",
        hooks: answering("must_task", false, textOf),
      },
      {
        name: "legacy-required-invalid-params",
        description: "A plain call of a task-only tool is refused with -32602",
        hooks: answering("must_task", false, (call) => errorOf(call, ERROR.invalidParams, "params.task is missing")),
      },
      {
        name: "legacy-required-invalid-request",
        description: "A plain call of a task-only tool is refused with -32600",
        owner: { rule: "H03", check: "tasks-legacy-required-tool", verdict: "warning" },
        hooks: answering("must_task", false, (call) => errorOf(call, ERROR.invalidRequest, "params.task is missing")),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H04", "tasks-legacy-forbidden-tool", "warning"],
    [
      {
        name: "legacy-forbidden-served",
        description: "A call of a tool without tasks that has params.task is answered plainly",
        hooks: answering("quick", true, textOf),
      },
      {
        name: "legacy-forbidden-invalid-params",
        description: "A call of a tool without tasks that has params.task is refused with -32602",
        hooks: answering("quick", true, (call) => errorOf(call, ERROR.invalidParams, "No tasks here")),
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H05", "tasks-legacy-undeclared-ignored", "failed"],
    [
      {
        name: "legacy-unadvertised-param-creates",
        description: "capabilities.tasks has no requests, and a call with params.task becomes a task",
        hooks: advertising((form) => without(form, "requests")),
      },
      {
        name: "legacy-unadvertised-param-refused",
        description: "capabilities.tasks has no requests, and a call with params.task is refused with -32602",
        hooks: {
          ...advertising((form) => without(form, "requests")),
          ...plain,
          around: (call, next) =>
            call.method === "tools/call" && member(call.params, "task") !== undefined
              ? Promise.resolve(errorOf(call, ERROR.invalidParams, "params.task is not supported"))
              : next(),
        },
      },
    ],
  ),
  ...ruleFaults(
    "legacy",
    ["H34", "tasks-legacy-tasksupport-enum", "failed"],
    [
      {
        name: "legacy-task-support-unknown",
        description: 'execution.taskSupport of plain tools is "never"',
        hooks: onTools((tool) => (tool.execution ? tool : { ...tool, execution: { taskSupport: "never" } })),
      },
      {
        name: "legacy-task-support-false",
        description: "execution.taskSupport of plain tools is false",
        hooks: onTools((tool) => (tool.execution ? tool : { ...tool, execution: { taskSupport: false } })),
      },
    ],
  ),
];

function onTools(change: (tool: JsonObject) => JsonObject): Hooks {
  return onResult("tools/list", (result) => ({ ...result, tools: (result.tools as JsonObject[]).map(change) }));
}

function declaresExtension(call: Call): boolean {
  const extensions = member(call.declared, "extensions");
  return call.era === "legacy" && isObject(extensions) && Object.hasOwn(extensions, TASKS_ID);
}

/** The declaration of the extension has an effect (I05). */
const inert = ruleFaults(
  "legacy",
  ["I05", "tasks-extension-inert-on-legacy", "failed"],
  [
    {
      name: "legacy-extension-creates",
      description: "A plain call of a client that declared the extension in initialize becomes a task",
      hooks: tasks({ optsIn: (call) => member(call.params, "task") !== undefined || declaresExtension(call) }),
    },
    {
      name: "legacy-extension-creates-flat",
      description: "A plain call of a client that declared the extension in initialize becomes a task of the extension",
      hooks: {
        ...tasks({ optsIn: (call) => member(call.params, "task") !== undefined || declaresExtension(call) }),
        ...onResult("tools/call", (result, call) => {
          if (!isObject(result.task) || member(call.params, "task") !== undefined) return result;
          const { ttl = null, pollInterval = 50, ...task } = result.task;
          return { resultType: "task", ...task, ttlMs: ttl, pollIntervalMs: pollInterval };
        }),
      },
    },
  ],
);

/** Faults of what is declared on the 2025-11-25 wire, and of what follows from it. */
export const legacyCapabilityFaults: Fault[] = [...capabilities, ...negotiation, ...inert];
