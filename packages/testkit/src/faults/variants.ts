import { randomUUID } from "node:crypto";
import { type Era, isObject, type JsonObject, member } from "@mcptest/pack";
import { invalidParams, missingCapability } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import type { PolicyChange } from "../server/policy.js";
import { declaresTasks } from "../tasks/declared.js";
import { onCompleted, onCreation, onTask, without } from "./reshape.js";
import { ANY_TRANSPORT, type Fault, type FaultDefaults, faultGroup } from "./types.js";

const BOTH_ERAS: Era[] = ["modern", "legacy"];

function tasks(change: PolicyChange["tasks"]): Hooks {
  return { policies: { tasks: change } };
}

/** Legal on both wires, with Tasks and without. */
export const listVariants: Fault[] = faultGroup({ kind: "variant", eras: BOTH_ERAS, transports: ANY_TRANSPORT }, [
  {
    name: "paginated-tools",
    description: "Lists have pages of three entries",
    hooks: { policies: { core: { pageSize: 3 } } },
  },
  {
    name: "empty-cursor",
    description: "Lists have pages of six entries, and the cursor of the second is an empty string",
    hooks: { policies: { core: { pageSize: 6, cursor: (offset) => (offset === 6 ? "" : `from-${offset}`) } } },
  },
  {
    name: "integers-with-fraction",
    eras: ["modern"],
    description: "Integers of a task and of a list are written with a fraction of zero: 300000.0",
    hooks: { encode: (text) => text.replace(/("(?:ttlMs|pollIntervalMs)":\d+)(?=[,}])/g, "$1.0") },
  },
]);

/** Legal on both wires. */
const anywhere = faultGroup({ kind: "variant", eras: BOTH_ERAS, transports: ANY_TRANSPORT }, [
  {
    name: "no-poll-interval",
    description: "Tasks have no poll interval",
    hooks: tasks({ pollInterval: undefined }),
  },
  {
    name: "long-poll-interval",
    description: "The poll interval is a day: longer than anybody waits",
    owner: { rule: "I12, H11", check: "tasks-inline-result", verdict: "could-not-run" },
    hooks: tasks({ pollInterval: 86_400_000 }),
  },
  {
    name: "huge-poll-interval",
    description: "The poll interval does not fit into 32 bits",
    owner: { rule: "I12, H11", check: "tasks-inline-result", verdict: "could-not-run" },
    hooks: tasks({ pollInterval: 4_294_967_296 }),
  },
  { name: "null-ttl", description: "Tasks are kept for ever: the ttl is null", hooks: tasks({ ttl: null }) },
  {
    name: "short-ttl",
    description: "Tasks are gone after ten times a job, or after two seconds where that is longer",
    hooks: ({ jobMs }) => tasks({ ttl: Math.max(2000, jobMs * 10) }),
  },
  {
    name: "never-creates",
    description: "A call that could become a task is always answered plainly",
    owner: { rule: "I56", check: "tasks-inline-result", verdict: "could-not-run" },
    hooks: tasks({ never: (era) => era === "modern", declines: true }),
  },
  {
    name: "failed-with-error",
    description: "Every task fails with a JSON-RPC error object",
    hooks: tasks({ ending: "failed" }),
  },
  {
    name: "cancelled-by-server",
    description: "Every task is cancelled by the server instead of completing",
    hooks: tasks({ ending: "cancelled" }),
  },
  {
    name: "slow-synchronous",
    description: "A plain call of a task tool takes four times as long as a job",
    hooks: { policies: { core: { slowness: 4 } } },
  },
  {
    name: "early-poll-refused",
    description: "A poll that comes before the interval has passed is refused: 429 with Retry-After, on stdio an error",
    hooks: ({ jobMs }) => ({ around: rateLimit(Math.max(50, jobMs / 10)) }),
  },
]);

/** Legal on the extension wire. */
const modern = faultGroup({ kind: "variant", eras: ["modern"], transports: ANY_TRANSPORT }, [
  {
    name: "input-before-task",
    description: "A call that becomes a task is answered with input_required first, where elicitation is declared",
    hooks: tasks({ askFirst: true }),
  },
  {
    name: "random-input-keys",
    description: "The keys of input requests are random",
    hooks: tasks({ inputKey: () => randomUUID() }),
  },
  {
    name: "answered-key-lingers",
    description: "An answer takes effect two polls after its acknowledgement; until then its key is listed",
    hooks: tasks({ answerLag: 2 }),
  },
  {
    name: "no-inlined-result-type",
    description: "The inlined result of a completed task has no resultType, as in the examples of the extension",
    hooks: onCompleted((task) => ({ ...task, result: without(task.result as JsonObject, "resultType") })),
  },
  {
    name: "elicitation-demanded",
    description: "Task tools refuse a client that does not declare elicitation",
    hooks: tasks({ mayCreate: (call) => declaresTasks(call) && demandElicitation(call) }),
  },
  {
    name: "basic-timestamps",
    description: "createdAt and lastUpdatedAt have the basic form of ISO 8601, with a comma: 20260901T100000,123Z",
    hooks: onTask((task) => ({ ...task, createdAt: basic(task.createdAt), lastUpdatedAt: basic(task.lastUpdatedAt) })),
  },
  {
    name: "offset-timestamps",
    description: "createdAt and lastUpdatedAt have an offset for their zone, and microseconds",
    hooks: onTask((task) => ({
      ...task,
      createdAt: offset(task.createdAt),
      lastUpdatedAt: offset(task.lastUpdatedAt),
    })),
  },
  {
    name: "partial-answer-refused",
    description: "Answers to some of the outstanding input requests are refused with -32602",
    hooks: tasks({
      responses(task, given) {
        const open = [...task.questions.keys()];
        const answered = open.filter((key) => Object.hasOwn(given, key)).length;
        if (answered > 0 && answered < open.length) throw invalidParams("All input requests must be answered at once");
        return given;
      },
    }),
  },
  {
    name: "prompt-and-resource",
    description: "There is a prompt and a resource besides the tools",
    hooks: { policies: { core: { documents: true } } },
  },
  {
    name: "handle-with-private-meta",
    description: "The task handle has _meta under a vendor's own key",
    hooks: onCreation((result) => ({
      ...result,
      _meta: { ...(result._meta as JsonObject), "com.example/queue": "default" },
    })),
  },
]);

function basic(time: unknown): string {
  return String(time).replace(/[-:]/g, "").replace(".", ",");
}

function offset(time: unknown): string {
  return String(time).replace("Z", "456+00:00");
}

/** Legal on the 2025-11-25 wire. */
const legacy = faultGroup({ kind: "variant", eras: ["legacy"], transports: ANY_TRANSPORT }, [
  {
    name: "questions-at-once",
    description: "Questions of a task do not wait for tasks/result: they come on stdout, over HTTP on the GET stream",
    hooks: tasks({ questions: "at-once" }),
  },
  {
    name: "status-notifications",
    description: "notifications/tasks/status is sent at each change, on stdout, over HTTP on the GET stream",
    hooks: tasks({ statusNotification: (shown) => shown }),
  },
  {
    name: "paginated-tasks",
    description: "tasks/list has pages of one task",
    transports: ["http"],
    hooks: tasks({ pageSize: 1 }),
  },
]);

const WARNS: FaultDefaults = { kind: "fault", eras: ["modern"], transports: ["http"] };

/** What a server may do with `Mcp-Name` on `tasks/*`, of which the core says nothing (contract J4). */
const routing = [
  ...faultGroup({ ...WARNS, kind: "variant" }, [
    {
      name: "task-name-header-optional",
      description: "A missing Mcp-Name on tasks/* is accepted; a different one is refused",
      hooks: nameHeader("optional"),
    },
  ]),
  ...faultGroup({ ...WARNS, owner: { rule: "I47", check: "tasks-header-mismatch", verdict: "warning" } }, [
    {
      name: "task-name-header-unchecked",
      description: "Mcp-Name on tasks/* is not looked at",
      hooks: nameHeader("unchecked"),
    },
  ]),
];

function nameHeader(rule: "optional" | "unchecked"): Hooks {
  return {
    policies: { core: { nameHeader: (method) => (method.startsWith("tasks/") ? rule : "required") } },
  };
}

function demandElicitation(call: Call): true {
  if (!isObject(call.declared.elicitation)) throw missingCapability({ elicitation: {} });
  return true;
}

/** Refuses `tasks/get` that comes less than `interval` milliseconds after the task was made or last polled. */
function rateLimit(interval: number): NonNullable<Hooks["around"]> {
  const lastSeen = new Map<string, number>();
  return async (call, next) => {
    const polled = call.method === "tasks/get" ? member(call.params, "taskId") : undefined;
    const last = typeof polled === "string" ? lastSeen.get(polled) : undefined;
    const now = Date.now();
    if (last !== undefined && now - last < interval) return tooEarly(call, interval);
    if (typeof polled === "string" && last !== undefined) lastSeen.set(polled, now);
    const outcome = await next();
    const result = member(outcome.message, "result");
    const created = member(result, "taskId") ?? member(member(result, "task"), "taskId");
    if (call.method === "tools/call" && typeof created === "string") lastSeen.set(created, now);
    return outcome;
  };
}

function tooEarly(call: Call, interval: number): Outcome {
  const message = `Too many requests: poll every ${interval} ms`;
  if (call.transport === "http") {
    return { status: 429, headers: { "Retry-After": "1" }, text: message, contentType: "text/plain" };
  }
  return { status: 200, message: { jsonrpc: "2.0", id: call.id, error: { code: 4290, message } } };
}

/** Legal and unusual servers with Tasks, and the one warning about `Mcp-Name`. */
export const taskVariants: Fault[] = [...anywhere, ...modern, ...legacy, ...routing];
