import { randomUUID } from "node:crypto";
import { ERROR, type Exchange, errorOf, header, type JsonObject, member, resultOf } from "@mcptest/pack";
import { troubleOf, whatCame } from "../attempt.js";
import { deadlineIn, withBackOff } from "../back-off.js";
import { legacyCheck } from "../define.js";
import { PACK_NAME } from "../ids.js";
import { passiveRecord } from "../leftovers.js";
import { reading, readingTask } from "../record.js";
import { tellSilentErrors } from "../silent-errors.js";
import { unknownTasks } from "../unknown-tasks.js";
import { canCancel, canList } from "../wire.js";

/** H27. */
export const legacyUndeclaredOp = legacyCheck({
  id: "tasks-legacy-undeclared-op",
  category: "dispatch",
  title: "Methods that are not declared",
  description: "tasks/list and tasks/cancel, where they are not declared; -32601 is expected. The answer is recorded.",
  level: "info",
  contract: "H27",
  section: "Capability Negotiation",
  phase: "probe",
  async run(_needs, verdict, { host, connection, negotiated, options }) {
    const missing: [method: string, params: JsonObject][] = [];
    if (!canList(negotiated)) missing.push(["tasks/list", {}]);
    if (!canCancel(negotiated)) missing.push(["tasks/cancel", { taskId: randomUUID() }]);
    if (missing.length === 0) verdict.notApplicable("tasks.list and tasks.cancel are both declared");
    for (const [method, params] of missing) {
      const defect = `${method} is not declared (H27)`;
      const deadline = deadlineIn(options.pollTimeoutMs);
      const exchange = await withBackOff(host, deadline, () => host.exchange(connection, { method, params, defect }));
      const evidence = [exchange.number];
      const about = { subject: method };
      const trouble = troubleOf(exchange, method);
      if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble, about });
      else if (member(errorOf(exchange), "code") === ERROR.methodNotFound) verdict.pass(about, evidence);
      else
        verdict.note(
          `${method}, which is not declared: ${whatCame(exchange, 160)}; -32601 is expected (H27)`,
          evidence,
          about,
        );
    }
  },
});

/** H29. */
export const legacyGetNotSse = legacyCheck({
  id: "tasks-legacy-get-not-sse",
  category: "lifecycle",
  title: "tasks/get is answered at once, not as a stream",
  description: "Over HTTP a server that answers as JSON does so for tasks/get too, and opens no SSE stream for it.",
  level: "should",
  contract: "H29",
  section: "Input Required Status",
  on: { wire: "legacy", transport: "http" },
  ...readingTask,
  async run(_needs, verdict, { host }) {
    const answered = passiveRecord(await host.transcript()).filter((exchange) => resultOf(exchange) !== undefined);
    const [polls, others] = [true, false].map((isPoll) =>
      answered.filter(({ method }) => (method === "tasks/get") === isPoll),
    ) as [Exchange[], Exchange[]];
    const streams = polls.filter((exchange) => isOf(exchange, "text/event-stream"));
    const evidence = streams.slice(0, 20).map(({ number }) => number);
    if (polls.length === 0) verdict.couldNotRun("no tasks/get was answered");
    else if (streams.length === 0) verdict.pass({ subject: "task" }, [polls[0]?.number ?? 0]);
    else if (others.some((exchange) => isOf(exchange, "application/json")))
      verdict.fail(
        "tasks/get: it was answered as an SSE stream, and other requests as JSON; whoever polls wants the answer alone (H29)",
        evidence,
        { subject: "task" },
      );
    else verdict.note("tasks/get is answered as an SSE stream, and so is everything else", evidence);
  },
});

function isOf({ headers }: Exchange, mediaType: string): boolean {
  return header(headers, "content-type")?.split(";")[0]?.trim().toLowerCase() === mediaType;
}

/** H36. */
export const legacyInformativeErrors = legacyCheck({
  id: "tasks-legacy-informative-errors",
  category: "lifecycle",
  title: "Errors say what is wrong",
  description: "Every JSON-RPC error about tasks has a message that is not empty.",
  level: "should",
  contract: "H36",
  section: "Protocol Errors",
  ...reading,
  prepares: { unknown: unknownTasks },
  async run(_needs, verdict, { host }) {
    tellSilentErrors(await host.transcript({ pack: PACK_NAME }), "H36", verdict);
  },
});
