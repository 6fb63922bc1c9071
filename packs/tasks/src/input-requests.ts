import { isDeepStrictEqual } from "node:util";
import { excerpt, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { openRequests } from "./acknowledgements.js";
import { isBefore, type TaskRecord, type TaskSighting } from "./ledger.js";
import type { Read } from "./poll.js";

/** The kinds of request that a server may have open (2026-07-28 patterns/mrtr). */
const KINDS = ["elicitation/create", "sampling/createMessage", "roots/list"];

/** What the entries of one `inputRequests` break, and what is odd about them (I24). */
export function judgeRequests(open: JsonObject): { violations: string[]; warnings: string[] } {
  const violations: string[] = [];
  const warnings: string[] = [];
  const entries = Object.entries(open);
  if (entries.length === 0) warnings.push("inputRequests is empty: the task waits for nothing");
  for (const [, request] of entries) {
    const wrong = wrongRequest(request);
    if (wrong !== undefined) violations.push(wrong);
    if (isObject(request) && ["jsonrpc", "id"].some((name) => member(request, name) !== undefined))
      warnings.push('an input request carries "jsonrpc" or "id": it is no JSON-RPC message of its own');
  }
  return { violations, warnings };
}

function wrongRequest(request: Json): string | undefined {
  if (!isObject(request)) return `an input request must be an object, not ${excerpt(request, 60)}`;
  const method = member(request, "method");
  if (typeof method !== "string" || !KINDS.includes(method))
    return `"method" of an input request is ${excerpt(method, 60)}; it is one of ${KINDS.join(", ")}`;
  const params = member(request, "params");
  if (params === undefined && method === "roots/list") return undefined;
  if (!isObject(params)) return `"params" of ${method} must be an object, not ${excerpt(params, 60)}`;
  return method === "elicitation/create" ? wrongElicitation(params) : undefined;
}

function wrongElicitation(params: JsonObject): string | undefined {
  if (typeof member(params, "message") !== "string") return 'elicitation/create has no string "message"';
  if (member(params, "mode") === "url")
    return typeof member(params, "url") === "string"
      ? undefined
      : 'elicitation/create of mode "url" has no string "url"';
  return isObject(member(params, "requestedSchema")) ? undefined : 'elicitation/create has no object "requestedSchema"';
}

/** One key that names two requests, or comes back after it was gone. */
export interface KeyClash {
  kind: "fail" | "warn";
  key: string;
  came: string;
  first: TaskSighting;
  second: TaskSighting;
}

/**
 * Keys of one task that name two different requests, or that vanish and come back (I25). One that vanishes while the task
 * goes on asking for it is another check's (I23).
 */
export function clashingKeys(record: TaskRecord): KeyClash[] {
  const { sightings } = record;
  const lost = vanishedKeys(record);
  const reads = sightings.filter(({ source, form }) => source === "tasks/get" && form === "flat");
  const known = new Map<string, { body: Json; seen: TaskSighting; gone?: TaskSighting }>();
  const clashes: KeyClash[] = [];
  for (const second of reads) {
    const open = openRequests(second.task);
    for (const [name, body] of Object.entries(open)) {
      const before = known.get(name);
      if (before !== undefined && isBefore(before.seen, second)) {
        const clash = compare(name, before, body);
        if (clash !== undefined) clashes.push({ ...clash, first: before.gone ?? before.seen, second });
      }
      known.set(name, { body, seen: second });
    }
    for (const [name, entry] of known) {
      const isLost = lost.some((one) => one.name === name && one.second === second);
      if (!Object.hasOwn(open, name) && !isLost) known.set(name, { ...entry, gone: second });
    }
  }
  return clashes;
}

function compare(
  name: string,
  { body, gone }: { body: Json; gone?: TaskSighting },
  later: Json,
): Pick<KeyClash, "kind" | "key" | "came"> | undefined {
  const shown = excerpt(name, 60);
  if (gone !== undefined)
    return {
      kind: "fail",
      key: "a key comes back after it was gone",
      came: `the key ${shown} was gone from inputRequests and comes back; a new request needs a new key`,
    };
  if (isDeepStrictEqual(body, later)) return undefined;
  if (isDeepStrictEqual(withoutMessage(body), withoutMessage(later)))
    return {
      kind: "warn",
      key: "a request changes its message",
      came: `the request under ${shown} changes its "message"`,
    };
  return {
    kind: "fail",
    key: "a key names two requests",
    came: `the key ${shown} names two requests: ${excerpt(body, 120)}, and later ${excerpt(later, 120)}`,
  };
}

function withoutMessage(body: Json): Json {
  const params = member(body, "params");
  if (!isObject(body) || !isObject(params)) return body;
  return { ...body, params: Object.fromEntries(Object.entries(params).filter(([name]) => name !== "message")) };
}

/** Keys that vanish while the task goes on asking and nobody answered them (the warning of I23). */
export function vanishedKeys({
  sightings,
  requests,
}: TaskRecord): { name: string; first: TaskSighting; second: TaskSighting }[] {
  const asking = sightings.filter(
    ({ source, form, task }) =>
      source === "tasks/get" && form === "flat" && member(task, "status") === "input_required",
  );
  return asking.slice(1).flatMap((second, index) => {
    const first = asking[index];
    if (first === undefined || !isBefore(first, second)) return [];
    const answered = requests
      .filter(({ sentAt }) => sentAt <= second.arrivedAt)
      .flatMap(({ responses }) => Object.keys(responses ?? {}));
    const open = openRequests(second.task);
    return Object.keys(openRequests(first.task))
      .filter((name) => !Object.hasOwn(open, name) && !answered.includes(name))
      .map((name) => ({ name, first, second }));
  });
}

/**
 * The task went on after it first asked: it has another status, or asks under a key that was not there before. `undefined`
 * where it was not read again.
 */
export function wentOn(reads: readonly Read[]): boolean | undefined {
  const first = reads.findIndex(({ task }) => member(task, "status") === "input_required");
  if (first === -1 || first === reads.length - 1) return undefined;
  const keys = new Set(Object.keys(openRequests(reads[first]?.task ?? {})));
  return reads
    .slice(first + 1)
    .some(
      ({ task }) =>
        member(task, "status") !== "input_required" || Object.keys(openRequests(task)).some((name) => !keys.has(name)),
    );
}
