import { ERROR, type Exchange, errorOf, excerpt, isObject, member, resultOf, say } from "@mcptest/pack";
import { whatCame } from "../attempt.js";
import { legacyCheck } from "../define.js";
import { type Ledger, recordsOf, statusesOf, type TaskRecord } from "../ledger.js";
import { passiveRecord } from "../leftovers.js";
import { had, readingLedger } from "../record.js";
import { answeredAt, taskAskedFor } from "../server-messages.js";
import { storedResult } from "../stored-result.js";
import { wrongRelatedTask } from "../task-questions.js";
import { isStatus, isTerminal } from "../task-shape.js";
import { watchedLegacyTask } from "../watched-legacy-task.js";

const RESULT = "tasks/result";
/** Milliseconds by which two times of the record can differ from the true ones. */
const CLOCK_MS = 2;

/** What an answered `tasks/result` and the `tasks/get` around it show. */
interface AwaitedResult {
  exchange: Exchange;
  record: TaskRecord;
  /** It was sent before the task was seen to have ended. */
  early: boolean;
  /** `tasks/get` that was sent after the answer, and shows a task that goes on. */
  goesOn?: { status: unknown; exchange: number };
}

function awaitedResults(ledger: Ledger, exchanges: readonly Exchange[]): AwaitedResult[] {
  const records = recordsOf(ledger);
  return exchanges.flatMap((exchange) => {
    const record = records.find((one) => isAbout(exchange, one));
    const arrivedAt = answeredAt(exchange);
    if (record === undefined || arrivedAt === undefined) return [];
    const reads = statusesOf(record).filter(({ sighting }) => sighting.source === "tasks/get");
    const ended = reads.find(({ status }) => isTerminal(status));
    // What comes after an end that was seen before is a matter of its own (H09).
    const after = reads
      .slice(0, ended === undefined ? reads.length : reads.indexOf(ended))
      .find(
        ({ status, sighting }) =>
          sighting.sentAt >= arrivedAt + CLOCK_MS &&
          isStatus(status) &&
          !isTerminal(status) &&
          sighting.form === "flat",
      );
    const goesOn = after && { status: after.status, exchange: after.sighting.exchange };
    const early = ended === undefined || Date.parse(exchange.sentAt) < ended.sighting.sentAt;
    return [{ exchange, record, early, ...(goesOn ? { goesOn } : {}) }];
  });
}

/** Over stdio an id counts for the process of its connection only. */
function isAbout(exchange: Exchange, { taskId, sightings }: TaskRecord): boolean {
  const process = exchange.transport === "stdio" ? exchange.connection : undefined;
  return taskId === taskAskedFor(exchange) && sightings[0]?.process === process;
}

/** H13. A server without the method is another check's matter (H32). */
export const legacyResultBlocks = legacyCheck({
  id: "tasks-legacy-result-blocks",
  category: "lifecycle",
  title: "tasks/result waits for the end of the task",
  description: "tasks/result of a task that goes on is answered once the task has ended, and not before.",
  level: "must",
  contract: "H13",
  section: "Result Retrieval",
  ...readingLedger,
  prepares: { ...readingLedger.prepares, watched: had(watchedLegacyTask) },
  async run({ ledger }, verdict, { host }) {
    const sent = passiveRecord(await host.transcript({ method: RESULT }));
    const awaited = awaitedResults(ledger, sent).filter(
      ({ exchange }) => member(errorOf(exchange), "code") !== ERROR.methodNotFound,
    );
    const told = new Set<string>();
    for (const { exchange, record, goesOn } of awaited) {
      if (goesOn === undefined || told.has(record.subject)) continue;
      told.add(record.subject);
      verdict.fail(
        say({
          sent: `${RESULT} of a task that goes on`,
          came: `it was answered with ${whatCame(exchange, 160)}, and tasks/get afterwards shows "status": ${excerpt(goesOn.status, 30)}`,
          rule: "H13: tasks/result of a task that has not ended waits until it has",
          fix: "answer tasks/result when the task reaches a terminal status; until then keep the request open, over HTTP as a stream",
        }),
        [exchange.number, goesOn.exchange],
        { subject: record.subject },
      );
    }
    const early = awaited.filter((one) => one.early);
    if (early.length === 0) verdict.couldNotRun(`no ${RESULT} of a task that went on was answered`);
    else
      verdict.pass(
        { subject: "task" },
        early.slice(0, 20).map(({ exchange }) => exchange.number),
      );
  },
});

/** H14. What a cancelled task gives is undefined (J21). */
export const legacyResultRelatedTask = legacyCheck({
  id: "tasks-legacy-result-related-task",
  category: "lifecycle",
  title: "The result of tasks/result names its task",
  description: "The result of tasks/result carries related-task with the id that was asked for. An error carries none.",
  level: "must",
  contract: "H14",
  section: "Related Task Metadata",
  ...readingLedger,
  prepares: { ...readingLedger.prepares, stored: had(storedResult) },
  async run({ ledger }, verdict, { host }) {
    const sent = passiveRecord(await host.transcript({ method: RESULT }));
    const results = awaitedResults(ledger, sent).filter(({ exchange, record }) => {
      const isCancelled = statusesOf(record).some(({ status }) => status === "cancelled");
      return isObject(resultOf(exchange)) && !isCancelled;
    });
    const told = new Map<string, number[]>();
    for (const { exchange, record } of results) {
      const wrong = wrongRelatedTask(resultOf(exchange), record.taskId);
      if (wrong !== undefined) told.set(wrong, [...(told.get(wrong) ?? []), exchange.number]);
    }
    for (const [wrong, evidence] of told)
      verdict.fail(
        say({
          sent: RESULT,
          came: `in the result, ${wrong}`,
          rule: "H14: the result of tasks/result carries the id of its task in _meta, as related-task",
          fix: 'answer with _meta: {"io.modelcontextprotocol/related-task": {"taskId": …}} beside the members of the result',
        }),
        evidence.slice(0, 20),
        { subject: "task" },
      );
    if (results.length === 0) verdict.couldNotRun(`no ${RESULT} was answered with a result`);
    else
      verdict.pass(
        { subject: "task" },
        results.slice(0, 20).map(({ exchange }) => exchange.number),
      );
  },
});
