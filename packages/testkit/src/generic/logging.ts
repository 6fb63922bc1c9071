import { META, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { Call } from "../server/call.js";

/** Log levels, the lowest first. */
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];

/** Whether log messages of the level `info` are wanted: by the request itself, or by the legacy session (A22). */
export function wantsLog(call: Call): boolean {
  const asked = call.era === "modern" ? member(member(call.params, "_meta"), META.logLevel) : call.session?.logLevel;
  return asked !== undefined && LEVELS.indexOf(levelOf(asked)) <= LEVELS.indexOf("info");
}

/** A log level. Throws `-32602` for any other value. */
export function levelOf(value: unknown): string {
  if (typeof value === "string" && LEVELS.includes(value)) return value;
  throw invalidParams(`A log level is one of ${LEVELS.join(", ")}`);
}
