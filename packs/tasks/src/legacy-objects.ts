import { type Exchange, isObject, type JsonObject, member } from "@mcptest/pack";
import { type Ledger, recordsOf, type TaskRecord, type TaskSighting } from "./ledger.js";
import { timeOf } from "./task-members.js";
import { isStatus, isTerminal } from "./task-shape.js";

/**
 * The task objects of the 2025-11-25 wire in the place where they belong: nested in the answer to `tools/call`, flat in those
 * to `tasks/get` and `tasks/cancel`, and in the list of `tasks/list`. A call's answer in another form is another check's
 * (H31), and so are notifications (H24).
 */
export function legacyObjects({ sightings }: Ledger): TaskSighting[] {
  return sightings.filter(({ source, form }) => {
    if (source === "tools/call") return form === "nested";
    return source !== "notification" && form !== "nested";
  });
}

/** The tasks as they were created. */
export function creations(ledger: Ledger): TaskSighting[] {
  return legacyObjects(ledger).filter(({ source }) => source === "tools/call");
}

/** What is wrong with the status of a new task, and how bad it is (H07). */
export function judgeInitialStatus(task: JsonObject): { kind: "fail" | "warn"; key: string } | undefined {
  const status = member(task, "status");
  if (status === "working") return undefined;
  if (!isStatus(status)) return { kind: "fail", key: 'the status of a new task is none of the five; it is "working"' };
  const created = timeOf(task, "createdAt");
  if (created !== undefined && created === timeOf(task, "lastUpdatedAt"))
    return { kind: "fail", key: `a task that was never updated since it was created has status "${status}"` };
  return { kind: "warn", key: `the answer shows the new task as "${status}", which it has become since` };
}

/** Milliseconds more than a poll takes that the answer with a new task may take without remark. */
const PROMPT_MS = 200;
/** One late answer may be the fault of the way, or of a machine that is busy. */
const LEAST_ANSWERS = 2;

/**
 * Why answers with a new task are not sent as soon as possible (the warning of H06): not one of the run came within the time
 * of a poll and a margin, and the one that is told came when its task was over. Each is told by its exchange.
 */
export function lateCreations(ledger: Ledger): { came: string; exchange: number }[] {
  const limitMs = slowestPoll(ledger) + PROMPT_MS;
  const records = recordsOf(ledger).filter(({ created }) => created?.form === "nested");
  const areLate = records.every(({ created }) => created !== undefined && tookMs(created) >= limitMs);
  if (!areLate || records.length < LEAST_ANSWERS) return [];
  return records.flatMap((record) => {
    const came = workedBefore(record);
    return came === undefined || record.created === undefined ? [] : [{ came, exchange: record.created.exchange }];
  });
}

/**
 * The task was over when it was read for the first time, and the answer that made it took as long as the whole work by the
 * server's own times.
 */
function workedBefore({ created, sightings }: TaskRecord): string | undefined {
  const first = sightings.find(({ source }) => source === "tasks/get");
  if (created === undefined || first === undefined || !isTerminal(member(first.task, "status"))) return undefined;
  const [start, end] = [timeOf(first.task, "createdAt"), timeOf(first.task, "lastUpdatedAt")];
  if (start === undefined || end === undefined || tookMs(created) < end - start) return undefined;
  return `the task came ${Math.round(tookMs(created))} ms after the call; its work took ${Math.round(end - start)} ms, and the first tasks/get shows its end`;
}

/** Milliseconds of the `tasks/get` that took longest. */
function slowestPoll({ sightings }: Ledger): number {
  return Math.max(0, ...sightings.filter(({ source }) => source === "tasks/get").map(tookMs));
}

function tookMs({ sentAt, arrivedAt }: TaskSighting): number {
  return arrivedAt - sentAt;
}

/** What is wrong with the result of `tasks/list` (H33). */
export function judgeList(result: unknown): string | undefined {
  const tasks = member(result, "tasks");
  if (!Array.isArray(tasks)) return '"tasks" must be an array of task objects';
  return tasks.every(isObject) ? undefined : 'every entry of "tasks" must be a task object';
}

/** The params of the status notifications among these messages (H24). */
export function statusNotifications(exchanges: readonly Exchange[]): { params: JsonObject; exchange: number }[] {
  return exchanges.flatMap(({ messages, number }) =>
    messages.flatMap(({ json }) => {
      const params = member(json, "params");
      const isStatusOf = member(json, "method") === "notifications/tasks/status";
      return isStatusOf && isObject(params) ? [{ params, exchange: number }] : [];
    }),
  );
}
