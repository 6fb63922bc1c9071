import { excerpt, type JsonObject, member } from "@mcptest/pack";
import { parseIsoTime } from "./iso-8601.js";
import type { TaskSource } from "./ledger.js";
import { isStatus, STATUSES } from "./task-shape.js";

/** Members of every task object that are strings, and whether they may be missing. */
const STRINGS: readonly [name: string, optional: boolean][] = [
  ["taskId", false],
  ["status", false],
  ["createdAt", false],
  ["lastUpdatedAt", false],
  ["statusMessage", true],
];

/**
 * What is wrong with the members of a task object and their types (I11, H10, H33). The id at creation, durations, the
 * format of timestamps and the value of the status are judged elsewhere. `names`: the members to look at.
 */
export function judgeMembers(task: JsonObject, source: TaskSource, names?: readonly string[]): string[] {
  return STRINGS.flatMap(([name, optional]) => {
    const value = member(task, name);
    if (names?.includes(name) === false || (name === "taskId" && source === "tools/call")) return [];
    if (value === undefined) return optional ? [] : [`"${name}" is missing`];
    return typeof value === "string" ? [] : [`"${name}" must be a string, not ${excerpt(value, 60)}`];
  });
}

/** Why the status is none of the five; `undefined` also where it is no string, which is a matter of its type. */
export function judgeStatus(task: JsonObject): string | undefined {
  const status = member(task, "status");
  if (typeof status !== "string" || isStatus(status)) return undefined;
  return `"status" is ${excerpt(status, 60)}; it is one of ${STATUSES.join(", ")}`;
}

/** The two timestamps of a task object. */
export const TIMESTAMPS = ["createdAt", "lastUpdatedAt"] as const;

/** Both timestamps as they came, for a message. */
export function showTimestamps(task: JsonObject): string {
  return TIMESTAMPS.map((name) => `${name}: ${excerpt(member(task, name), 60)}`).join(", ");
}

/** What the timestamps of one task object break, and what is odd about them (I13, H10). */
export function judgeTimestamps(task: JsonObject): { violations: string[]; warnings: string[] } {
  const violations: string[] = [];
  const warnings: string[] = [];
  for (const name of TIMESTAMPS) {
    const value = member(task, name);
    if (typeof value !== "string") continue;
    const time = parseIsoTime(value);
    if (time === undefined) violations.push(`"${name}" is no ISO 8601 time`);
    else if (!time.zone) warnings.push(`"${name}" names no time zone`);
  }
  const [created, updated] = TIMESTAMPS.map((name) => timeOf(task, name));
  if (created !== undefined && updated !== undefined && updated < created)
    warnings.push('"lastUpdatedAt" is earlier than "createdAt"');
  return { violations, warnings };
}

/** Milliseconds of a timestamp, where it is one. */
export function timeOf(task: JsonObject, name: (typeof TIMESTAMPS)[number]): number | undefined {
  const value = member(task, name);
  return typeof value === "string" ? parseIsoTime(value)?.ms : undefined;
}
