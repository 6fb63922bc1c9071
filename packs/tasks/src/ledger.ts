import {
  at,
  defineProjection,
  type Exchange,
  errorOf,
  isObject,
  type Json,
  type JsonObject,
  member,
  resultOf,
  sentJson,
} from "@mcptest/pack";
import { PACK_NAME } from "./ids.js";
import { answeredAt } from "./server-messages.js";
import { isTaskId } from "./task-shape.js";

/** When something was asked and when it came, in milliseconds of the clock of the transcript. */
export interface Moment {
  /** Exchange number. */
  exchange: number;
  /** Earliest time that the content can stem from: when the request was sent or, of a notification, the message before. */
  sentAt: number;
  /** When it had arrived. */
  arrivedAt: number;
  /** stdio: the connection, which is a process of its own. Two processes know nothing of each other's tasks. */
  process?: string;
}

/** Where a task object stood. */
export type TaskSource = "tools/call" | "tasks/get" | "tasks/list" | "tasks/cancel" | "notification";

/** One task object as it came. */
export interface TaskSighting extends Moment {
  source: TaskSource;
  /** Method of the request that caused it; absent for a notification that belongs to no request. */
  method?: string;
  /** Tag of who sent the request: the id of a check, or `fixture:NAME`. */
  check?: string;
  /** `params.taskId` of the request. */
  requestedId?: Json;
  /** `flat`: the members stand at the top level; `nested`: inside `task`; `listed`: in the list of `tasks/list`. */
  form: "flat" | "nested" | "listed";
  task: JsonObject;
  /** The whole result or params that the task stood in. */
  within: JsonObject;
}

/** A JSON-RPC error for a request about a task. */
export interface TaskRefusal extends Moment {
  method: string;
  requestedId?: Json;
  code?: Json;
}

/** One `tasks/update` or `tasks/cancel` of ours, and whether it was acknowledged with a result. */
export interface TaskRequest extends Moment {
  method: "tasks/update" | "tasks/cancel";
  requestedId?: Json;
  /** `params.inputResponses` of an update. */
  responses?: JsonObject;
  acknowledged: boolean;
}

/** Every task object, refusal and change of a run, in order of arrival. */
export interface Ledger {
  sightings: TaskSighting[];
  refusals: TaskRefusal[];
  requests: TaskRequest[];
}

/** All that is known of one task. */
export interface TaskRecord {
  taskId: string;
  /** The role that made it, or else who did: without anything random, so that findings can name it. */
  subject: string;
  /** The answer to `tools/call` that made it; absent where only later objects named the id. */
  created?: TaskSighting;
  sightings: TaskSighting[];
  refusals: TaskRefusal[];
  requests: TaskRequest[];
}

/**
 * The ledger of every task, folded from what this pack sent as the first identity and from messages that nobody asked
 * for. Exchanges that break a rule on purpose are left out, and so is what was too large to be kept.
 */
export const ledger = defineProjection<Ledger>({
  name: "ledger",
  initial: () => ({ sightings: [], refusals: [], requests: [] }),
  fold(state, exchange) {
    if (!belongs(exchange)) return state;
    const { sightings, refusals, requests } = read(exchange);
    return {
      sightings: merged(state.sightings, sightings),
      refusals: merged(state.refusals, refusals),
      requests: merged(state.requests, requests),
    };
  },
});

function belongs({ tags }: Exchange): boolean {
  const ours = tags.pack === undefined || tags.pack === PACK_NAME;
  return ours && tags.defect === undefined && tags.identity === "first";
}

/** Both lists, in order of arrival. */
function merged<T extends Moment>(list: T[], more: T[]): T[] {
  if (more.length === 0) return list;
  return [...list, ...more].sort((one, other) => one.arrivedAt - other.arrivedAt || one.exchange - other.exchange);
}

function read(exchange: Exchange): Ledger {
  const moment = momentOf(exchange);
  const params = member(sentJson(exchange), "params");
  const requestedId = member(params, "taskId");
  const { method } = exchange;
  const about = requestedId === undefined ? {} : { requestedId };
  const sightings = [...sightingsOf(exchange, { ...moment, ...about }), ...notifiedIn(exchange)];
  const error = errorOf(exchange);
  const refusals: TaskRefusal[] = [];
  if (method?.startsWith("tasks/") && error !== undefined)
    refusals.push({ ...moment, ...about, method, code: member(error, "code") });
  const requests: TaskRequest[] = [];
  if (method === "tasks/update" || method === "tasks/cancel") {
    const responses = member(params, "inputResponses");
    const given = isObject(responses) ? { responses } : {};
    requests.push({ ...moment, ...about, method, ...given, acknowledged: resultOf(exchange) !== undefined });
  }
  return { sightings, refusals, requests };
}

function momentOf(exchange: Exchange): Moment {
  const sentAt = Date.parse(exchange.sentAt);
  const arrivedAt = answeredAt(exchange) ?? sentAt + exchange.durationMs;
  return { exchange: exchange.number, sentAt, arrivedAt, ...processOf(exchange) };
}

function processOf({ transport, connection }: Pick<Exchange, "transport" | "connection">): Pick<Moment, "process"> {
  return transport === "stdio" ? { process: connection } : {};
}

/** The task objects in the response. */
function sightingsOf(exchange: Exchange, moment: Moment & { requestedId?: Json }): TaskSighting[] {
  const result = resultOf(exchange);
  const { method, tags } = exchange;
  if (!isObject(result) || method === undefined) return [];
  const seen = (source: TaskSource, form: TaskSighting["form"], task: JsonObject): TaskSighting => ({
    ...moment,
    source,
    method,
    ...(tags.check === undefined ? {} : { check: tags.check }),
    form,
    task,
    within: result,
  });
  const nested = member(result, "task");
  switch (method) {
    case "tools/call":
      if (isFlatHandle(result)) return [seen(method, "flat", result)];
      return isObject(nested) && member(nested, "taskId") !== undefined ? [seen(method, "nested", nested)] : [];
    case "tasks/get":
      return isObject(nested) && member(result, "taskId") === undefined
        ? [seen(method, "nested", nested)]
        : [seen(method, "flat", result)];
    case "tasks/cancel":
      return member(result, "taskId") === undefined ? [] : [seen(method, "flat", result)];
    case "tasks/list": {
      const tasks = member(result, "tasks");
      return Array.isArray(tasks) ? tasks.filter(isObject).map((task) => seen(method, "listed", task)) : [];
    }
    default:
      return [];
  }
}

/** The members of a task at the top level of a call's result: with the discriminator, or without it and without content. */
function isFlatHandle(result: JsonObject): boolean {
  if (member(result, "resultType") === "task") return !isObject(member(result, "task")) || hasId(result);
  return hasId(result) && typeof member(result, "status") === "string" && !Array.isArray(member(result, "content"));
}

function hasId(value: unknown): boolean {
  return typeof member(value, "taskId") === "string";
}

const NOTIFICATIONS = ["notifications/tasks", "notifications/tasks/status"];

/** The task objects in notifications, each not older than the message before it on the same stream. */
function notifiedIn(exchange: Exchange): TaskSighting[] {
  const sent = Date.parse(exchange.sentAt);
  let before = sent;
  return exchange.messages.flatMap(({ json, afterMs }) => {
    const sentAt = before;
    before = sent + afterMs;
    const params = member(json, "params");
    if (!NOTIFICATIONS.includes(String(member(json, "method"))) || !isObject(params)) return [];
    const nested = member(params, "task");
    const isNested = isObject(nested) && member(params, "taskId") === undefined;
    const task = isNested ? nested : params;
    const { method, tags } = exchange;
    return [
      {
        exchange: exchange.number,
        sentAt,
        arrivedAt: before,
        ...processOf(exchange),
        source: "notification" as const,
        ...(method === undefined ? {} : { method }),
        ...(tags.check === undefined ? {} : { check: tags.check }),
        form: isNested ? ("nested" as const) : ("flat" as const),
        task,
        within: params,
      },
    ];
  });
}

/** The ledger by task, in the order in which their ids were first seen. */
export function recordsOf({ sightings, refusals, requests }: Ledger): TaskRecord[] {
  const records = new Map<string, TaskRecord>();
  const keyOf = (taskId: unknown, { process = "" }: Moment) => `${process} ${String(taskId)}`;
  for (const sighting of sightings) {
    const taskId = member(sighting.task, "taskId");
    if (!isTaskId(taskId)) continue;
    // An answer about another task than the one that was asked for tells the history of neither (I16, I19).
    if (sighting.source === "tasks/get" && sighting.requestedId !== undefined && sighting.requestedId !== taskId)
      continue;
    const key = keyOf(taskId, sighting);
    const known = records.get(key) ?? { taskId, subject: "", sightings: [], refusals: [], requests: [] };
    known.sightings.push(sighting);
    // A notification can come before the answer that made the task, and on stdio beside the request of somebody else.
    if (sighting.source === "tools/call" && known.created === undefined) {
      known.created = sighting;
      known.subject = subjectOf(sighting.check);
    }
    known.subject ||= subjectOf(sighting.check);
    records.set(key, known);
  }
  for (const refusal of refusals) records.get(keyOf(refusal.requestedId, refusal))?.refusals.push(refusal);
  for (const request of requests) records.get(keyOf(request.requestedId, request))?.requests.push(request);
  return [...records.values()];
}

/** The ids of the tasks that calls made, each call once, with its exchange. */
export function idsMade({ sightings }: Pick<Ledger, "sightings">): { taskId: string; exchange: number }[] {
  return sightings.flatMap(({ source, task, exchange }) => {
    const taskId = at(task, "taskId");
    return source === "tools/call" && isTaskId(taskId) ? [{ taskId, exchange }] : [];
  });
}

const MADE_BY_ROLE = /^fixture:call of the role (\w+)$/;

/** Who made a task, in a word that is the same in every run: its role, or the name of the fixture or check. */
export function subjectOf(check: string | undefined): string {
  if (check === undefined) return "task";
  return MADE_BY_ROLE.exec(check)?.[1] ?? check.replace(/^fixture:/, "");
}

/** `one` had arrived before `other` was asked for, so that whatever `other` shows is not older. */
export function isBefore(one: Moment, other: Moment): boolean {
  return one.arrivedAt <= other.sentAt && one !== other;
}

/** The latest time to live that a record announced, in milliseconds; `null` for ever, `undefined` when none was usable. */
export function latestTtl({ sightings }: TaskRecord, name: "ttlMs" | "ttl"): number | null | undefined {
  let latest: number | null | undefined;
  for (const { task } of sightings) {
    const ttl = member(task, name);
    if (ttl === null || (typeof ttl === "number" && Number.isFinite(ttl))) latest = ttl;
  }
  return latest;
}

/** The time to live of the task had passed at `moment`: the server may have ended or deleted it. */
export function hadExpired(record: TaskRecord, moment: Moment, name: "ttlMs" | "ttl" = "ttlMs"): boolean {
  const ttl = latestTtl(record, name);
  const start = record.created?.sentAt ?? record.sightings[0]?.sentAt;
  return typeof ttl === "number" && start !== undefined && moment.arrivedAt >= start + ttl;
}

/** Statuses in order of arrival, with where each was seen. */
export function statusesOf({ sightings }: TaskRecord): { status: Json | undefined; sighting: TaskSighting }[] {
  return sightings.map((sighting) => ({ status: at(sighting.task, "status"), sighting }));
}
