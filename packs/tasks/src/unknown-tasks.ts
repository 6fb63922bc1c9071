import { randomUUID } from "node:crypto";
import { defineFixture, ERROR, type Exchange, errorOf, excerpt, type JsonObject, member } from "@mcptest/pack";
import { type Problem, troubleOf, whatCame } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { declared } from "./requests.js";
import { canCancel, wireOf } from "./wire.js";

/** Methods about one task. */
export type AboutTask = "tasks/get" | "tasks/update" | "tasks/cancel" | "tasks/result";

/** Declared requests about tasks that do not exist. */
export interface UnknownTasks {
  /** By method, with a random id: those that the wire has, and of 2025-11-25 those that the server declares. */
  unknown: Partial<Record<AboutTask, Exchange>>;
  /** `tasks/get` with something that is no id. */
  malformed: { what: string; exchange: Exchange }[];
}

/** What is sent in place of an id, in words: a string that is none. */
export const EMPTY_ID = "an empty taskId";

const MALFORMED: readonly [what: string, params: JsonObject][] = [
  [EMPTY_ID, { taskId: "" }],
  ["a number as taskId", { taskId: 7 }],
  ["no taskId", {}],
];

/** Asks about tasks that nobody made, declared, one defect at a time. */
export const unknownTasks = defineFixture<UnknownTasks, Record<never, never>, TasksOptions>({
  name: "unknown tasks",
  timeoutMs: longestWait,
  async prepare(_values, { host, connection, negotiated, options }) {
    const deadline = deadlineIn(options.pollTimeoutMs);
    const ask = (method: string, params: JsonObject, defect: string) =>
      withBackOff(host, deadline, () =>
        host.exchange(connection, { ...declared(negotiated, { method, params }), defect }),
      );
    const methods: AboutTask[] =
      wireOf(negotiated).wire === "legacy"
        ? ["tasks/get", "tasks/result", ...(canCancel(negotiated) ? (["tasks/cancel"] as const) : [])]
        : ["tasks/get", "tasks/update", "tasks/cancel"];
    const defect = "there is no task of this id (I28, I33, I36, H18)";
    const inputResponses = { [`never-issued-${randomUUID()}`]: { action: "decline" } };
    const [unknown, malformed] = await Promise.all([
      Promise.all(
        methods.map(async (method) => {
          const params = { taskId: randomUUID(), ...(method === "tasks/update" ? { inputResponses } : {}) };
          return [method, await ask(method, params, defect)] as const;
        }),
      ),
      Promise.all(
        MALFORMED.map(async ([what, params]) => ({
          what,
          exchange: await ask("tasks/get", params, `${what} (I36, H18)`),
        })),
      ),
    ]);
    return { unknown: Object.fromEntries(unknown), malformed };
  },
});

/** What an answer to such a request is. `open`: it says nothing about the server. */
export type RefusalReading = { kind: "right" } | { kind: "wrong"; came: string } | { kind: "open"; problem: Problem };

/** Reads the answer to a request that has to be refused with one of `codes`. */
export function readRefusal(exchange: Exchange, what: string, codes: readonly number[]): RefusalReading {
  const trouble = troubleOf(exchange, what);
  if (trouble !== undefined) return { kind: "open", problem: trouble };
  const error = errorOf(exchange);
  const code = member(error, "code");
  if (typeof code === "number" && codes.includes(code)) return { kind: "right" };
  const came = whatCame(exchange, 160);
  if (error === undefined) return { kind: "wrong", came: `it was answered with ${came}` };
  return { kind: "wrong", came: `it was refused with ${excerpt(code, 40)}, not with ${codes[0]}: ${came}` };
}

/** Codes for a `taskId` that is none: over HTTP the header that repeats it may be what is missed first (J12). */
export function malformedCodes(transport: string): number[] {
  return transport === "http" ? [ERROR.invalidParams, ERROR.headerMismatch] : [ERROR.invalidParams];
}
