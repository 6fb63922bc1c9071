import { type JsonObject, member } from "@mcptest/pack";
import { invalidParams } from "../protocol/json-rpc.js";
import type { CorePolicy } from "./policy.js";

/** One page of `entries` under `key`, with the cursor of the next one (2026-07-28 server/utilities/pagination). */
export function pageOf(key: string, entries: JsonObject[], params: JsonObject, policy: CorePolicy): JsonObject {
  const { pageSize, cursor } = policy;
  const starts = pageStarts(entries.length, pageSize);
  const given = member(params, "cursor");
  const start = given === undefined ? 0 : starts.slice(1).find((offset) => cursor(offset) === given);
  if (start === undefined) throw invalidParams("Unknown cursor");
  const next = starts[starts.indexOf(start) + 1];
  return { [key]: entries.slice(start, next), ...(next === undefined ? {} : { nextCursor: cursor(next) }) };
}

function pageStarts(length: number, pageSize: number): number[] {
  if (!Number.isFinite(pageSize)) return [0];
  return Array.from({ length: Math.ceil(length / pageSize) }, (_, page) => page * pageSize);
}
