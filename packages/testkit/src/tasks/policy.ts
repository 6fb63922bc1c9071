import { randomUUID } from "node:crypto";
import { type Era, type JsonObject, member } from "@mcptest/pack";
import { missingCapability, type RpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import { declaresTasks } from "./declared.js";
import { TASKS_ID } from "./id.js";
import { relatedTask } from "./shapes.js";
import type { Task } from "./task.js";

/** Decisions about tasks that a fault or a variant may take otherwise. */
export interface TaskPolicy {
  /** Whether the server has tasks on the wire of `era` at all. */
  served(era: Era): boolean;
  /** Extension wire: whether `call` of a task-capable tool may come back as a task. */
  mayCreate(call: Call): boolean;
  /** 2025-11-25: whether `call` asks to become a task. */
  optsIn(call: Call): boolean;
  /** Extension wire: the refusal of `method` on the undeclared `call`, or nothing to serve it. */
  refuse(method: string, call: Call): RpcError | undefined;
  /** The id of a new task. */
  newId(era: Era): string;
  /** Whether a call of a tool that is still running as a task of the same caller joins that task. */
  joins(era: Era): boolean;
  /** Learns of each task as it is made. */
  created(task: Task, call: Call): void;
  /** Whether `call` may see `task`. */
  admits(task: Task, call: Call): boolean;
  /** Milliseconds that a task is said to be kept, or null for ever. A legacy request may ask for another value. */
  ttl: number | null;
  /** Milliseconds that a task of this ttl is really kept, or null for ever. */
  lifetime(ttl: number | null, era: Era): number | null;
  /** Milliseconds between polls that the server asks for; absent when undefined. */
  pollInterval: number | undefined;
  /** Declares the legacy `tasks.list`: `authorized` only to a client that authorized itself (contract H26). */
  legacyList: "authorized" | "always";
  /** Tasks on one page of the legacy `tasks/list`. */
  pageSize: number;
  /** Legacy: when the questions of a task are sent: while `tasks/result` waits, or at once on the standing stream. */
  questions: "during-result" | "at-once";
  /** Legacy: what a question of `task` is sent with. */
  askParams(params: JsonObject, task: Task): JsonObject;
  /** Legacy: the params of `notifications/tasks/status` for this task; absent where none are sent. */
  statusNotification: ((shown: JsonObject, task: Task) => JsonObject) | undefined;
  /** A task has its outcome when it is created. */
  completeAtCreation: boolean;
  /** A call that could become a task is answered plainly, whatever its tool says. */
  never(era: Era): boolean;
  /** 2025-11-25: a call that asks to become a task, of a tool that allows it, is answered plainly. */
  declines: boolean;
  /** Extension wire: asks before the task is created, where the client declares elicitation. */
  askFirst: boolean;
  /** How a job ends, whatever its tool gives. */
  ending: "as-is" | "failed" | "cancelled";
  /** Whether a tool result with `isError` fails the task (contract I22, H22). */
  toolErrorFails(era: Era): boolean;
  /** Whether a question moves the task to `input_required`, and its answer back to `working`. */
  moves(to: "input_required" | "working", era: Era): boolean;
  /** Key under which a question is asked, the number `index` of its round. */
  inputKey(name: string, index: number): string;
  /** What is taken of the answers that came for `task`. Throws to refuse them. */
  responses(task: Task, given: Record<string, JsonObject>): Record<string, JsonObject>;
  /** Polls after which an acknowledged answer takes effect: until then its key is still listed. */
  answerLag: number;
  /** Whether a cancellation ends the task. */
  cancels(era: Era): boolean;
  /** Extension wire: which tasks a subscription to `asked` is told about, of all that its caller may see. */
  notifies(task: Task, asked: readonly string[]): boolean;
  /** Extension wire: a subscription begins with the tasks as they are, ahead of its acknowledgement. */
  notifiesAhead: boolean;
}

/** What an obeying server decides. The poll interval is a tenth of a job, at least 50 ms (contract I12). */
export function defaultTaskPolicy(jobMs: number): TaskPolicy {
  return {
    served: () => true,
    mayCreate: declaresTasks,
    optsIn: (call) => member(call.params, "task") !== undefined,
    refuse: () => missingCapability({ extensions: { [TASKS_ID]: {} } }),
    newId: () => randomUUID(),
    joins: () => false,
    created: () => {},
    admits: (task, call) => task.owner === call.principal,
    ttl: 300_000,
    lifetime: (ttl) => ttl,
    pollInterval: Math.max(50, Math.round(jobMs / 10)),
    legacyList: "authorized",
    pageSize: 50,
    questions: "during-result",
    askParams: (params, task) => ({ ...params, _meta: relatedTask(task) }),
    statusNotification: undefined,
    completeAtCreation: false,
    never: () => false,
    declines: false,
    askFirst: false,
    ending: "as-is",
    toolErrorFails: (era) => era === "legacy",
    moves: () => true,
    inputKey: (name) => name,
    responses: (_task, given) => given,
    answerLag: 0,
    cancels: () => true,
    notifies: (task, asked) => asked.includes(task.id),
    notifiesAhead: false,
  };
}
