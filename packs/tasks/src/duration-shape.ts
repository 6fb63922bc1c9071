import { excerpt, type JsonObject, member } from "@mcptest/pack";

/** Names of the two durations of a task object, by wire. */
const NATIVE = {
  extension: { ttl: "ttlMs", interval: "pollIntervalMs" },
  legacy: { ttl: "ttl", interval: "pollInterval" },
} as const;

/** Below this, an announced interval in milliseconds looks like seconds, or like a busy loop. */
const SUSPICIOUS_INTERVAL_MS = 50;

/** What the durations of one task object break. */
export interface DurationFindings {
  violations: string[];
  warnings: string[];
}

/** Judges time to live and poll interval of a task object (I12 on the extension wire, H11 on 2025-11-25). */
export function judgeDurations(task: JsonObject, wire: "extension" | "legacy"): DurationFindings {
  const native = NATIVE[wire];
  const foreign = NATIVE[wire === "extension" ? "legacy" : "extension"];
  const violations: string[] = [];
  const warnings: string[] = [];
  const ttl = member(task, native.ttl);
  const interval = member(task, native.interval);
  const accepts = wire === "extension" ? isInteger : isNumber;
  const kind = wire === "extension" ? "an integer" : "a number";

  if (ttl === undefined)
    violations.push(
      `"${native.ttl}" is missing${instead(task, foreign.ttl)}; it must be ${kind} (milliseconds) or null`,
    );
  else if (ttl !== null && !accepts(ttl))
    violations.push(`"${native.ttl}" must be ${kind} (milliseconds) or null, not ${excerpt(ttl, 60)}`);
  if (interval === undefined) {
    if (member(task, foreign.interval) !== undefined)
      violations.push(`"${native.interval}" is missing${instead(task, foreign.interval)}`);
  } else if (!accepts(interval)) {
    violations.push(`"${native.interval}" must be ${kind} (milliseconds) when present, not ${excerpt(interval, 60)}`);
  }

  if (ttl !== undefined && member(task, foreign.ttl) !== undefined)
    warnings.push(besides(foreign.ttl, native.ttl, wire));
  if (interval !== undefined && member(task, foreign.interval) !== undefined)
    warnings.push(besides(foreign.interval, native.interval, wire));
  if (wire === "extension") {
    if (isInteger(ttl) && ttl <= 0) warnings.push(`"ttlMs" is ${ttl}: the task may be deleted before anybody reads it`);
    if (isInteger(interval) && interval < SUSPICIOUS_INTERVAL_MS)
      warnings.push(`"pollIntervalMs" is ${interval}: seconds for milliseconds, or an invitation to a busy loop?`);
  }
  return { violations, warnings };
}

/** How many times its time to live has to pass before a task that is still answered is worth a word. */
const LONG_AFTER = 3;

/** The task is still answered long after its time to live (T10). The server may delete it then; nothing says it must. */
export function outlivedTtl(task: JsonObject, afterCallMs: number): string | undefined {
  const ttl = member(task, "ttlMs");
  if (!isInteger(ttl) || ttl <= 0 || afterCallMs < LONG_AFTER * ttl) return undefined;
  return `"ttlMs" is ${ttl}, and the task is still answered ${Math.round(afterCallMs)} ms after the call that made it: seconds for milliseconds?`;
}

function instead(task: JsonObject, foreign: string): string {
  return member(task, foreign) === undefined
    ? ""
    : `, "${foreign}": ${excerpt(member(task, foreign), 40)} stands in its place`;
}

function besides(foreign: string, native: string, wire: "extension" | "legacy"): string {
  const home = wire === "extension" ? "2025-11-25" : "the 2026-07-28 extension";
  return `"${foreign}" besides "${native}": that name belongs to ${home}`;
}

/** `60000.0` is an integer in JSON. */
function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
