import { at, excerpt, isObject, type JsonObject, META, member, say, sentJson, type Verdict } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { isOtherTask } from "../get-answers.js";
import { ledger, type TaskSighting } from "../ledger.js";
import { passiveRecord } from "../leftovers.js";
import { differsFrom, judgeNotification, judgeWholeTask } from "../notifications.js";
import { had, reading } from "../record.js";
import { extensionObjects } from "../task-objects.js";
import { isTerminal } from "../task-shape.js";
import { agreedIds, notifiedTasks, type WatchedRecord, watchedRecord, watchedTask } from "../watched-task.js";

const METHOD = "subscriptions/listen with taskIds";
const ABOUT = { subject: "task" };

const readingWatched = { ...reading, prepares: { watched: had(watchedTask) } } as const;

/** The watched task, where its listen was acknowledged. */
function acknowledged(watched: WatchedRecord | undefined, verdict: Verdict): WatchedRecord | undefined {
  if (watched === undefined) {
    verdict.couldNotRun("no task was listened to");
    return undefined;
  }
  if (agreedIds(watched.messages) !== undefined) return watched;
  verdict.notApplicable("the server acknowledged no subscriptions/listen with taskIds");
  return undefined;
}

/** I43. A notification about an undeclared listen is another check's (I37). */
export const notifyOnlySubscribed = extensionCheck({
  id: "tasks-notify-only-subscribed",
  category: "lifecycle",
  title: "Notifications about tasks go to subscribers only",
  description: "notifications/tasks comes on a listen that asked for the task and was acknowledged, and nowhere else.",
  level: "must",
  contract: "I43",
  section: "Task Status Notifications",
  ...readingWatched,
  async run(_needs, verdict, context) {
    const findings = createFindings();
    const record = passiveRecord(await context.host.transcript());
    const watched = await watchedRecord(context);
    const isSilent = notifiedTasks(watched?.messages ?? []).length === 0;
    const add = (key: string, exchange: number, from: string) => findings.add({ kind: "fail", key, from, exchange });
    for (const exchange of record) {
      const { number, method, id, request, messages } = exchange;
      const asked = at(sentJson(exchange), "params", "notifications", "taskIds");
      let agreed: unknown[] | undefined;
      for (const { json } of messages) {
        if (member(json, "method") === "notifications/subscriptions/acknowledged") {
          const ids = at(json, "params", "notifications", "taskIds");
          agreed = Array.isArray(ids) ? ids : [];
        }
        if (member(json, "method") !== "notifications/tasks") continue;
        const params = member(json, "params");
        const taskId = member(params, "taskId") ?? at(params, "task", "taskId");
        const from = method ?? "nothing that was asked";
        const isWatched = taskId === watched?.taskId;
        if (method !== "subscriptions/listen") {
          // One that only lacks the id of its subscription is a matter of its shape (I44).
          const untagged = at(params, "_meta", META.subscriptionId) === undefined;
          if (!(request === null && untagged && isWatched && isSilent))
            add("notifications/tasks came outside of any listen", number, from);
        } else if (agreed === undefined)
          add(`notifications/tasks came before the acknowledgement of listen ${excerpt(id, 40)}`, number, from);
        else if (Array.isArray(asked) && !asked.includes(taskId as string))
          add("notifications/tasks came for a task that was not asked for", number, from);
      }
    }
    findings.tell(verdict, {
      rule: "I43: notifications/tasks is sent on a listen that asked for this task, after its acknowledgement",
      fix: "keep the ids of each subscription and send nothing else; nothing on other streams",
    });
    acknowledged(watched, verdict);
  },
});

/** I44. What is wrong in the answers to tools/call and tasks/get alike is told there alone. */
export const notifyShape = extensionCheck({
  id: "tasks-notify-shape",
  category: "lifecycle",
  title: "A notification shows the whole task",
  description:
    "notifications/tasks has the members of the task, flat, with the payload of its status, and its subscription.",
  level: "must",
  contract: "I44",
  section: "Task Status Notifications",
  ...readingWatched,
  needs: { ledger },
  async run({ ledger: all }, verdict, context) {
    const watched = acknowledged(await watchedRecord(context), verdict);
    if (watched === undefined) return;
    const exchanges = passiveRecord(await context.host.transcript());
    const listenId = exchanges.find(({ number }) => number === watched.listen)?.id;
    const unasked = exchanges
      .filter(({ request }) => request === null)
      .flatMap(({ messages }) => notifiedTasks(messages.flatMap(({ json }) => json ?? [])))
      .filter((params) => member(params, "taskId") === watched.taskId);
    // What came for a task that nobody asked for is another check's matter (I43).
    const onStream = notifiedTasks(watched.messages).filter((params) => {
      const taskId = member(params, "taskId");
      return typeof taskId !== "string" || taskId === watched.taskId;
    });
    const notified = onStream.length > 0 ? onStream : unasked;
    const elsewhere = new Set(extensionObjects(all).flatMap(({ task }) => judgeWholeTask(task)));
    const moves = createdAtMoves(extensionObjects(all).map(({ task }) => task));
    const findings = createFindings();
    const seen = { from: "notifications/tasks", exchange: watched.listen };
    for (const params of notified) {
      const received = `Received ${excerpt(params, 200)}`;
      for (const key of judgeNotification(params, listenId))
        if (!elsewhere.has(key)) findings.add({ kind: "fail", key, came: `${key}. ${received}`, ...seen });
    }
    const last = extensionObjects(all).findLast(isReadOf(watched.taskId))?.task;
    const final = notified.find((params) => isTerminal(member(params, "status")));
    if (last !== undefined && final !== undefined && isTerminal(member(last, "status")))
      for (const name of differsFrom(final, last).filter((name) => name !== "createdAt" || !moves))
        findings.add({
          kind: "warn",
          key: `"${name}" differs from the answer to tasks/get`,
          came: `"${name}" is ${excerpt(member(final, name), 80)}, and tasks/get shows ${excerpt(member(last, name), 80)}`,
          ...seen,
        });
    findings.tell(verdict, {
      rule: "I44: the params are the task as tasks/get shows it, flat, with the id of the subscription in _meta",
      fix: "send the same object as tasks/get, without resultType and with its _meta",
    });
    if (notified.length > 0) verdict.pass(ABOUT, [watched.listen]);
    else verdict.notApplicable("no notification about the task came");
  },
});

function isReadOf(id: string): (sighting: TaskSighting) => boolean {
  return (sighting) =>
    sighting.source === "tasks/get" &&
    sighting.requestedId === id &&
    !isOtherTask(sighting) &&
    sighting.check === `fixture:${watchedTask.name}`;
}

/** Some task shows another `createdAt` in another answer, which is told there (I13). */
function createdAtMoves(tasks: readonly JsonObject[]): boolean {
  const first = new Map<unknown, unknown>();
  return tasks.some((task) => {
    const [taskId, createdAt] = [member(task, "taskId"), member(task, "createdAt")];
    if (!first.has(taskId)) first.set(taskId, createdAt);
    return first.get(taskId) !== createdAt;
  });
}

/** I45. */
export const listenAckTaskIds = extensionCheck({
  id: "tasks-listen-ack-task-ids",
  category: "lifecycle",
  title: "The acknowledgement names no other task",
  description: "taskIds of the acknowledgement are among those that were asked for.",
  level: "must",
  contract: "I45",
  section: "Task Status Notifications",
  ...readingWatched,
  async run(_needs, verdict, context) {
    const watched = acknowledged(await watchedRecord(context), verdict);
    if (watched === undefined) return;
    const others = (agreedIds(watched.messages) ?? []).filter((id) => id !== watched.taskId);
    if (others.length > 0)
      verdict.fail(
        say({
          sent: METHOD,
          came: `the acknowledgement names ${excerpt(others, 120)}, which nobody asked for`,
          rule: "I45: taskIds of the acknowledgement are a subset of those of the request",
          fix: "acknowledge the requested ids that are served, or none",
        }),
        [watched.listen],
        ABOUT,
      );
    else verdict.pass(ABOUT, [watched.listen]);
  },
});

const FORBIDDEN = ["notifications/progress", "notifications/message"];

/** I46. */
export const noProgressOnListen = extensionCheck({
  id: "tasks-no-progress-on-listen",
  category: "lifecycle",
  title: "No progress and no log messages on a listen",
  description: "The stream of a listen to a task carries neither notifications/progress nor notifications/message.",
  level: "must",
  contract: "I46",
  section: "Task Status Notifications",
  ...readingWatched,
  async run(_needs, verdict, context) {
    const watched = acknowledged(await watchedRecord(context), verdict);
    if (watched === undefined) return;
    for (const method of FORBIDDEN) {
      const found = watched.messages.find((one) => member(one, "method") === method);
      if (found === undefined) continue;
      verdict.fail(
        say({
          sent: METHOD,
          came: `${method} came on its stream: ${excerpt(isObject(found) ? found : undefined, 160)}`,
          rule: "I46: notifications/progress and notifications/message never travel on a listen, and not for tasks at all",
          fix: "say in statusMessage how far the task is",
        }),
        [watched.listen],
        ABOUT,
      );
    }
    verdict.pass(ABOUT, [watched.listen]);
  },
});
