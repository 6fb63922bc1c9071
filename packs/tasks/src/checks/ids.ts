import { randomUUID } from "node:crypto";
import { excerpt, type PackContext, resultOf } from "@mcptest/pack";
import { required, troubleOf } from "../attempt.js";
import { deadlineIn, withBackOff } from "../back-off.js";
import { extensionCheck } from "../define.js";
import { guessable } from "../ids-entropy.js";
import { idsMade, type Ledger } from "../ledger.js";
import { optInCalls } from "../legacy-opt-ins.js";
import { life } from "../poll.js";
import { declares, readingLedger, recordOf } from "../record.js";
import { taskRequest } from "../requests.js";
import { readExtensionCall } from "../task-shape.js";

/** The ids of all tasks that were made, each creation once, with the exchange that made it. */
async function createdIds(seen: Ledger, context: PackContext): Promise<{ taskId: string; exchange: number }[]> {
  const second = (await recordOf(context, optInCalls)).filter(declares).at(-1);
  const secondId = second && readExtensionCall(resultOf(second)).taskId;
  return [
    ...idsMade(seen),
    ...(second === undefined || secondId === undefined ? [] : [{ taskId: secondId, exchange: second.number }]),
  ];
}

/** I48. */
export const idEntropy = extensionCheck({
  id: "tasks-id-entropy",
  category: "lifecycle",
  title: "Task ids are hard to guess",
  description: "Ids are long, and differ in more than a counter or a time. A heuristic: it proves nothing.",
  level: "should",
  contract: "I48",
  section: "Security",
  ...readingLedger,
  prepares: { ...readingLedger.prepares, optIns: optInCalls },
  async run({ ledger: seen }, verdict, context) {
    const created = await createdIds(seen, context);
    const evidence = created.map(({ exchange }) => exchange);
    for (const odd of guessable(created.map(({ taskId }) => taskId)))
      verdict.fail(
        `${odd}: ${excerpt(
          created.slice(0, 4).map(({ taskId }) => taskId),
          200,
        )} (I48)`,
        evidence,
      );
    verdict.detail("idsCompared", created.length);
    if (created.length === 0) verdict.couldNotRun("no task with an id was made");
  },
});

/** I61. */
export const taskIdUnique = extensionCheck({
  id: "tasks-task-id-unique",
  category: "creation",
  title: "Two tasks have two ids",
  description: "Each tools/call that makes a task gives it an id of its own.",
  level: "should",
  contract: "I61",
  section: "Tasks",
  ...readingLedger,
  prepares: { ...readingLedger.prepares, optIns: optInCalls },
  async run({ ledger: seen }, verdict, context) {
    const created = await createdIds(seen, context);
    const first = new Map<string, number>();
    for (const { taskId, exchange } of created) {
      const before = first.get(taskId);
      first.set(taskId, before ?? exchange);
      if (before !== undefined && before !== exchange)
        verdict.fail(`tools/call: two calls made tasks of the same id, ${excerpt(taskId, 80)} (I61)`, [
          before,
          exchange,
        ]);
    }
    verdict.detail("tasksMade", created.length);
    if (created.length < 2)
      verdict.couldNotRun("fewer than two calls made a task", { evidence: created.map(({ exchange }) => exchange) });
  },
});

/** I47. */
export const headerMismatch = extensionCheck({
  id: "tasks-header-mismatch",
  category: "lifecycle",
  title: "Mcp-Name of another task is noticed",
  description: "Over HTTP, tasks/get whose Mcp-Name names another task than params.taskId is not served.",
  level: "should",
  contract: "I47",
  section: "Routing Headers",
  phase: "probe",
  on: { wire: "extension", transport: "http" },
  needs: { life },
  async run({ life: lived }, verdict, { host, connection, negotiated, options }) {
    const { taskId, ending, reads, problem } = required(lived);
    if (reads.length === 0 || ending === "gone") {
      verdict.couldNotRun(problem?.reason ?? "the task never became readable", { ...problem });
      return;
    }
    const request = taskRequest(negotiated, "tasks/get", { taskId }, options.roles.task);
    const exchange = await withBackOff(host, deadlineIn(options.pollTimeoutMs), () =>
      host.exchange(connection, {
        ...request,
        headers: { "Mcp-Name": randomUUID() },
        freshSocket: true,
        defect: "Mcp-Name names another task than params.taskId (I47)",
      }),
    );
    const evidence = [exchange.number];
    const trouble = troubleOf(exchange, "tasks/get with another id in Mcp-Name");
    if (resultOf(exchange) !== undefined)
      verdict.fail(
        "tasks/get with another id in Mcp-Name than in params.taskId: it was served as if they were the same. Clients put the id there (ext-tasks, Routing Headers), and a gateway that routes by it would see another task; the core asks servers to compare the header for tools/call, prompts/get and resources/read only (streamable-http, Server Validation), so this is no violation (I47)",
        evidence,
      );
    else if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble });
  },
});
