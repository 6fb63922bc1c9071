import { at, type Exchange, excerpt, member, sentJson } from "@mcptest/pack";
import { required } from "../attempt.js";
import { legacyCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { passiveRecord } from "../leftovers.js";
import { isInput, type Question } from "../own-connection.js";
import { reading } from "../record.js";
import { roleTask, taskOfRole } from "../roles.js";
import { serverMessages } from "../server-messages.js";
import { taskQuestions, wrongRelatedTask } from "../task-questions.js";
import { isTerminal } from "../task-shape.js";
import { watchedLegacyTask } from "../watched-legacy-task.js";

/** What makes a server ask, where the roles for it are configured. */
const asking = { ...reading, prepares: { watched: watchedLegacyTask, ask: taskOfRole("ask") } } as const;

/** H15. */
export const legacyRelatedTaskMessages = legacyCheck({
  id: "tasks-legacy-related-task-messages",
  category: "lifecycle",
  title: "What a task asks names the task",
  description: "A request of the server that a task causes, such as an elicitation, carries related-task with its id.",
  level: "must",
  contract: "H15",
  section: "Associating Task-Related Messages",
  ...asking,
  async run(_needs, verdict, { host }) {
    const findings = createFindings();
    const questions = taskQuestions(passiveRecord(await host.transcript()));
    for (const { message, taskId } of questions) {
      const wrong = wrongRelatedTask(message.params, taskId);
      const seen = { kind: "fail", from: "tasks/result", exchange: message.exchange.number } as const;
      if (wrong !== undefined)
        findings.add({ ...seen, key: wrong, came: `${message.method} of the server: ${wrong}`, subject: "question" });
    }
    findings.tell(verdict, {
      rule: "H15: every request that belongs to a task carries its id in _meta, as related-task",
      fix: 'send the request with params._meta: {"io.modelcontextprotocol/related-task": {"taskId": …}}',
    });
    verdict.detail("questionsJudged", questions.length);
    const evidence = questions.slice(0, 20).map(({ message }) => message.exchange.number);
    verdict.pass({ subject: "question" }, [...new Set(evidence)]);
  },
});

/** H35. */
export const legacyServerAugmentUndeclared = legacyCheck({
  id: "tasks-legacy-server-augment-undeclared",
  category: "dispatch",
  title: "The client is not asked for tasks that it does not have",
  description:
    "No sampling or elicitation request has params.task, as initialize declared no tasks capability of the client.",
  level: "should",
  contract: "H35",
  section: "Capability Negotiation",
  ...asking,
  async run(_needs, verdict, { host }) {
    const findings = createFindings();
    const record = passiveRecord(await host.transcript());
    const declaring = new Set(record.filter(declaresClientTasks).map(({ connection }) => connection));
    const requests = serverMessages(record).filter(
      (message) => message.isRequest && isInput(message) && !declaring.has(message.exchange.connection),
    );
    for (const { method, params, exchange } of requests) {
      const task = member(params, "task");
      if (task === undefined) continue;
      const came = `it has params.task, ${excerpt(task, 80)}, and the client declared no tasks capability`;
      findings.add({ kind: "warn", key: `${method} has params.task`, came, from: method, exchange: exchange.number });
    }
    findings.tell(verdict, { rule: "H35: a party asks for tasks only where the other one declares them", fix: "" });
    verdict.detail("requestsJudged", requests.length);
    verdict.pass({ subject: "task" }, [...new Set(requests.map(({ exchange }) => exchange.number))].slice(0, 20));
  },
});

function declaresClientTasks(exchange: Exchange): boolean {
  return exchange.method === "initialize" && at(sentJson(exchange), "params", "capabilities", "tasks") !== undefined;
}

const ASK = { subject: "ask" };

/** H23. */
export const legacyInputRequired = legacyCheck({
  id: "tasks-legacy-input-required",
  category: "lifecycle",
  title: "A task that asks is input_required, and only then",
  description: "While a question is open tasks/get shows input_required, and another status once it is answered.",
  level: "should",
  contract: "H23",
  section: "Input Required Status",
  phase: "provoke",
  needs: { ask: roleTask("ask") },
  run({ ask }, verdict) {
    const { call, life } = required(ask);
    const questions = call.own?.questions.filter(({ request }) => isInput(request)) ?? [];
    for (const question of questions) {
      const shown = question.open.filter(({ status }) => !isTerminal(status));
      const last = shown.at(-1);
      if (last !== undefined && shown.every(({ status }) => status !== "input_required"))
        verdict.fail(
          `tasks/get: "status" is ${excerpt(last.status, 40)} while ${question.request.method} of the task waits for its answer; it is input_required then (H23)`,
          [question.request.exchange, last.exchange],
          ASK,
        );
      if (staysAsking(question, questions))
        verdict.fail(
          'tasks/get: "status" is "input_required" still after the only open question was answered (H23)',
          [question.after?.exchange ?? 0],
          ASK,
        );
    }
    const judged = questions.flatMap(({ open }) => open.map(({ exchange }) => exchange));
    if (judged.length > 0) verdict.pass(ASK, judged.slice(0, 20));
    else verdict.couldNotRun(whyNothing(call.own === undefined, questions, life.problem?.reason), { ...life.problem });
  },
});

/** Milliseconds in which another question may still be on its way. */
const ON_ITS_WAY_MS = 50;

/** The task was input_required although its question was answered and no other one came. */
function staysAsking({ after }: Question, questions: readonly Question[]): boolean {
  if (after?.status !== "input_required") return false;
  return !questions.some(
    ({ cameAt, answeredAt }) =>
      cameAt <= after.readAt + ON_ITS_WAY_MS && (answeredAt === undefined || answeredAt > after.readAt),
  );
}

function whyNothing(isSilent: boolean, questions: readonly Question[], problem: string | undefined): string {
  if (problem !== undefined) return problem;
  if (isSilent) return "the role ask has no answers: give them in its inputResponses";
  return questions.length === 0
    ? "the tool of the role ask asked for nothing"
    : "the task could not be read while it asked";
}
