import { randomUUID } from "node:crypto";
import { defineFixture, ERROR, type Exchange, errorOf, excerpt, type JsonObject, member } from "@mcptest/pack";
import { type Problem, troubleOf, whatCame } from "./attempt.js";
import { deadlineIn, longestWait, withBackOff } from "./back-off.js";
import type { TasksOptions } from "./options.js";
import { declared } from "./requests.js";

/** Declared requests about tasks that do not exist. */
export interface UnknownTasks {
  /** By method, with a random id. */
  unknown: Record<"tasks/get" | "tasks/update" | "tasks/cancel", Exchange>;
  /** `tasks/get` with something that is no id. */
  malformed: { what: string; exchange: Exchange }[];
}

const MALFORMED: readonly [what: string, params: JsonObject][] = [
  ["an empty taskId", { taskId: "" }],
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
    const defect = "there is no task of this id (I28, I33, I36)";
    const inputResponses = { [`never-issued-${randomUUID()}`]: { action: "decline" } };
    const [get, update, cancel, ...malformed] = await Promise.all([
      ask("tasks/get", { taskId: randomUUID() }, defect),
      ask("tasks/update", { taskId: randomUUID(), inputResponses }, defect),
      ask("tasks/cancel", { taskId: randomUUID() }, defect),
      ...MALFORMED.map(([what, params]) => ask("tasks/get", params, `${what} (I36)`)),
    ]);
    return {
      unknown: { "tasks/get": get, "tasks/update": update, "tasks/cancel": cancel } as UnknownTasks["unknown"],
      malformed: malformed.map((exchange, index) => ({ what: MALFORMED[index]?.[0] ?? "", exchange })),
    };
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
