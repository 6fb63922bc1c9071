import { randomUUID } from "node:crypto";
import { type Exchange, errorOf, excerpt, META, member, resultOf, say } from "@mcptest/pack";
import { afterEnd } from "../after-end.js";
import { required, troubleOf, whatCame } from "../attempt.js";
import { deadlineIn } from "../back-off.js";
import { legacyCheck } from "../define.js";
import { insist } from "../insist.js";
import { intervalOf, life } from "../poll.js";
import { taskRequest } from "../requests.js";
import { storedResult } from "../stored-result.js";

/** Shortest time before the task is read again. */
const PAUSE_MS = 50;
/** Milliseconds for the answer to a request of which the plain twin is answered at once. */
const CONFLICT_MS = 5_000;

/** H17. The cancellation is left out: of a task that has ended it is refused either way. */
export const relatedTaskIgnored = legacyCheck({
  id: "tasks-legacy-related-task-ignored",
  category: "lifecycle",
  title: "params.taskId names the task, and nothing else does",
  description: "tasks/get and tasks/result with the related-task of another task answer about params.taskId.",
  level: "must",
  contract: "H17",
  section: "Associating Task-Related Messages",
  phase: "probe",
  needs: { life, after: afterEnd, stored: storedResult },
  async run({ life: lived, stored }, verdict, context) {
    const { taskId, connection, reads, ending, problem } = required(lived);
    const { host, negotiated, options } = context;
    if (reads.length === 0 || ending === "gone") {
      verdict.couldNotRun(problem?.reason ?? "the task never became readable", { ...problem });
      return;
    }
    const deadline = deadlineIn(options.pollTimeoutMs);
    const pauseMs = Math.max(PAUSE_MS, intervalOf(reads.at(-1)?.task, negotiated) ?? 0);
    const ask = (method: "tasks/get" | "tasks/result", change = {}) =>
      insist(context, { deadline, pauseMs }, () =>
        host.exchange(connection, { ...taskRequest(negotiated, method, { taskId }, options.roles.task), ...change }),
      );
    const conflict = {
      meta: { [META.relatedTask]: { taskId: randomUUID() } },
      timeoutMs: CONFLICT_MS,
      defect: "related-task names another task than params.taskId (H17)",
    };
    const read = await ask("tasks/get", conflict);
    judge("tasks/get", read, await ask("tasks/get"));
    const result = stored.value;
    // What keeps the one answer back keeps the other: it is waited for once.
    if (read.outcome === "timeout") return;
    if (result !== undefined && resultOf(result) !== undefined)
      judge("tasks/result", await ask("tasks/result", conflict), await ask("tasks/result"));

    /** An answer is held against the server where the same request without related-task is served. */
    function judge(method: string, exchange: Exchange, plain: Exchange): void {
      const about = { subject: method };
      const evidence = [exchange.number, plain.number];
      const sent = `${method} with another task's id in related-task`;
      const trouble = troubleOf(exchange, sent) ?? troubleOf(plain, method);
      const shown = member(resultOf(exchange), "taskId");
      const isOther =
        method === "tasks/get" &&
        typeof shown === "string" &&
        shown !== taskId &&
        shown !== member(resultOf(plain), "taskId");
      if (exchange.outcome === "timeout" && resultOf(plain) !== undefined)
        verdict.couldNotRun(
          `${sent} was not answered within ${CONFLICT_MS} ms, and without related-task it is: the answer may wait for that other task, and silence proves nothing`,
          { ...trouble, evidence, about },
        );
      else if (trouble !== undefined) verdict.couldNotRun(trouble.reason, { ...trouble, about });
      else if (resultOf(plain) === undefined && resultOf(exchange) === undefined)
        verdict.couldNotRun(`${method} of the task is refused without related-task too`, { evidence, about });
      else if (errorOf(exchange) === undefined && !isOther) verdict.pass(about, evidence);
      else
        verdict.fail(
          say({
            sent,
            came: isOther
              ? `it was answered with the task ${excerpt(shown, 60)}`
              : `it was refused with ${whatCame(exchange, 160)}; without related-task it is served`,
            rule: "H17: params.taskId names the task; related-task in the _meta of such a request is ignored",
            fix: "read params.taskId alone, and do not look at _meta",
          }),
          evidence,
          about,
        );
    }
  },
});
