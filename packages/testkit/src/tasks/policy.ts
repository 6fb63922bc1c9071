import type { Era } from "@mcptest/pack";
import { missingCapability, type RpcError } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";
import { declaresTasks } from "./declared.js";
import { TASKS_ID } from "./id.js";

/** Decisions about tasks that a fault or a variant may take otherwise. */
export interface TaskPolicy {
  /** Whether the server has tasks on the wire of `era` at all. */
  served(era: Era): boolean;
  /** Extension wire: whether `call` of a task-capable tool may come back as a task. */
  mayCreate(call: Call): boolean;
  /** Extension wire: the refusal of `method` on an undeclared request, or nothing to serve it. */
  refuse(method: string): RpcError | undefined;
  /** Milliseconds that a task is kept, or null for ever. A legacy request may ask for another value. */
  ttl: number | null;
  /** Milliseconds between polls that the server asks for; absent when undefined. */
  pollInterval: number | undefined;
  /** Declares the legacy `tasks.list`: `authorized` only to a client that authorized itself (contract H26). */
  legacyList: "authorized" | "always";
  /** Legacy: when the questions of a task are sent: while `tasks/result` waits, or at once on the standing stream. */
  questions: "during-result" | "at-once";
  /** A task has its outcome when it is created. */
  completeAtCreation: boolean;
  /** A call that could become a task is answered plainly. */
  never: boolean;
  /** Extension wire: asks before the task is created, where the client declares elicitation. */
  askFirst: boolean;
  /** How a job ends, whatever its tool gives. */
  ending: "as-is" | "failed" | "cancelled";
  /** Key under which a question is asked. */
  inputKey(name: string): string;
  /** Polls after which an acknowledged answer takes effect: until then its key is still listed. */
  answerLag: number;
}

/** What an obeying server decides. The poll interval is a tenth of a job, at least 50 ms (contract I12). */
export function defaultTaskPolicy(jobMs: number): TaskPolicy {
  return {
    served: () => true,
    mayCreate: declaresTasks,
    refuse: () => missingCapability({ extensions: { [TASKS_ID]: {} } }),
    ttl: 300_000,
    pollInterval: Math.max(50, Math.round(jobMs / 10)),
    legacyList: "authorized",
    questions: "during-result",
    completeAtCreation: false,
    never: false,
    askFirst: false,
    ending: "as-is",
    inputKey: (name) => name,
    answerLag: 0,
  };
}
