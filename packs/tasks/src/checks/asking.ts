import { errorOf, excerpt, isObject, member, resultOf, type Verdict } from "@mcptest/pack";
import { openRequests } from "../acknowledgements.js";
import {
  type AskedTask,
  askManyTask,
  askTask,
  bareTask,
  declinedTask,
  needsRole,
  undeclaredKinds,
} from "../asking-tasks.js";
import { type Attempt, required, whatCame } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { endedTask } from "../ended-task.js";
import { createFindings } from "../findings.js";
import { clashingKeys, judgeRequests, vanishedKeys, wentOn } from "../input-requests.js";
import { type Ledger, recordsOf } from "../ledger.js";
import type { Life } from "../poll.js";
import { roleTask } from "../roles.js";
import { say } from "../say.js";
import { everyTask } from "../task-objects.js";

const ASK = { subject: "ask" };

/** The task of a role that asked; otherwise says why there is nothing to judge. */
function askedOf(attempt: Attempt<AskedTask | undefined>, role: string, verdict: Verdict): AskedTask | undefined {
  const asked = required(attempt);
  if (asked?.asking !== undefined) return asked;
  const { problem } = asked?.life ?? {};
  verdict.couldNotRun(problem?.reason ?? `the tool of the role ${role} asked for nothing`, { ...problem });
  return undefined;
}

/** I23. With the `askMany` role, also a key that is missing without having been answered fails. */
export const inputRequestsComplete = extensionCheck({
  id: "tasks-input-requests-complete",
  category: "lifecycle",
  title: "Every open request is listed, in each answer",
  description: "inputRequests holds all requests that are open, and each poll repeats those that are open still.",
  level: "must",
  contract: "I23",
  section: "Task Polling",
  phase: "end",
  needs: { ...everyTask, many: askManyTask },
  run({ ledger, many, call }, verdict, { options }) {
    const asked = many.value;
    if (asked?.asking !== undefined) judgeMany(asked, options.roles.askMany?.inputResponses, verdict);
    else if (options.roles.askMany !== undefined) askedOf(many, "askMany", verdict);
    else required(call);
    for (const record of recordsOf(ledger)) {
      if (record.subject === "askMany") continue;
      for (const { name, first, second } of vanishedKeys(record))
        verdict.warn(
          `tasks/get: the key ${excerpt(name, 60)} is gone although nobody answered it and the task still asks (I23)`,
          [first.exchange, second.exchange],
          { subject: record.subject },
        );
    }
  },
});

function judgeMany(asked: AskedTask, configured: unknown, verdict: Verdict): void {
  if (!isObject(member(asked.asking, "inputRequests"))) {
    verdict.couldNotRun("the task asks without an object inputRequests (tasks-get-status-payload)");
    return;
  }
  const first = Object.keys(openRequests(asked.asking ?? {}));
  const named = isObject(configured) && !Object.hasOwn(configured, "*") ? Object.keys(configured) : [];
  const later = asked.repeated && resultOf(asked.repeated);
  const isAsking = isObject(later) && member(later, "status") === "input_required";
  const again = isAsking ? Object.keys(openRequests(later)) : first;
  const missing = [
    ...named.filter((name) => !first.includes(name)).map((name) => [name, "first"]),
    ...first.filter((name) => !again.includes(name)).map((name) => [name, "second"]),
  ];
  const evidence = asked.repeated === undefined ? [] : [asked.repeated.number];
  for (const [name, when] of missing)
    verdict.fail(
      say({
        sent: "tasks/get of a task that asks several questions at once",
        came: `the key ${excerpt(name, 60)} is not in the ${when} answer, and nobody had answered it`,
        rule: "I23: inputRequests holds every open request, and each poll repeats those that are open still",
        fix: "list all requests that wait for an answer, each time",
      }),
      evidence,
      { subject: "askMany" },
    );
  if (first.length < 2 && named.length === 0)
    verdict.fail(
      say({
        sent: "tasks/get of a task that asks several questions at once",
        came: `inputRequests has ${first.length} key: the tool of the role askMany has several questions open`,
        rule: "I23: inputRequests holds every open request",
        fix: "list all requests that wait for an answer at once; or name another tool for the role askMany",
      }),
      evidence,
      { subject: "askMany" },
    );
  if (missing.length === 0) verdict.pass({ subject: "askMany" }, evidence);
}

/** I24. */
export const inputRequestsShape = extensionCheck({
  id: "tasks-input-requests-shape",
  category: "lifecycle",
  title: "Input requests are requests",
  description: "Each entry of inputRequests is one of the three kinds of request, with the params of its kind.",
  level: "must",
  contract: "I24",
  section: "Task Polling",
  phase: "end",
  needs: { role: needsRole("ask"), ask: askTask, ledger: everyTask.ledger },
  run({ ask, ledger }, verdict) {
    const findings = createFindings();
    const open = ledger.sightings.filter(
      ({ source, form, task }) => source === "tasks/get" && form === "flat" && isObject(member(task, "inputRequests")),
    );
    for (const { task, exchange } of open) {
      const requests = openRequests(task);
      const { violations, warnings } = judgeRequests(requests);
      const seen = { from: "tasks/get", exchange };
      const received = `Received ${excerpt(requests, 200)}`;
      for (const key of violations) findings.add({ kind: "fail", key, came: `${key}. ${received}`, ...seen });
      for (const key of warnings) findings.add({ kind: "warn", key, came: `${key}. ${received}`, ...seen });
    }
    findings.tell(verdict, {
      rule: "I24: each input request is elicitation/create, sampling/createMessage or roots/list with the params of its kind",
      fix: 'send {"method": "elicitation/create", "params": {"mode": "form", "message": …, "requestedSchema": …}}',
    });
    if (open.length > 0)
      verdict.pass(
        ASK,
        open.slice(0, 20).map(({ exchange }) => exchange),
      );
    else askedOf(ask, "ask", verdict);
  },
});

/** I25. */
export const inputKeysUnique = extensionCheck({
  id: "tasks-input-keys-unique",
  category: "lifecycle",
  title: "An input key never names two requests",
  description: "In the life of a task a key of inputRequests names one request, and is not used again.",
  level: "must",
  contract: "I25",
  section: "Task Update Requests",
  phase: "end",
  needs: { twice: roleTask("askTwice"), ledger: everyTask.ledger },
  run({ twice, ledger }, verdict) {
    const { life } = required(twice);
    const findings = createFindings();
    for (const record of recordsOf(ledger))
      for (const { kind, key, came, first, second } of clashingKeys(record)) {
        const seen = { kind, key, came, from: "tasks/get", subject: record.subject };
        findings.add({ ...seen, exchange: first.exchange });
        findings.add({ ...seen, exchange: second.exchange });
      }
    findings.tell(verdict, {
      rule: "I25: a key names one request in the whole life of a task",
      fix: "give each request a new key, such as a counter or a random one",
    });
    const asked = life.reads.filter(({ task }) => member(task, "status") === "input_required");
    if (asked.length === 0)
      verdict.couldNotRun(life.problem?.reason ?? "the tool of the role askTwice asked for nothing", {
        ...life.problem,
      });
    else
      verdict.pass(
        { subject: "askTwice" },
        asked.slice(0, 20).map(({ exchange }) => exchange),
      );
  },
});

/** I26. */
export const inputDeclaredOnly = extensionCheck({
  id: "tasks-input-declared-only",
  category: "lifecycle",
  title: "Nothing is asked that the client did not declare",
  description: "A task asks for no kind of input that neither the call nor the polls declared.",
  level: "must",
  contract: "I26",
  source: "basic",
  section: "Client Capabilities",
  phase: "provoke",
  needs: { role: needsRole("ask"), bare: bareTask },
  run({ bare }, verdict) {
    const asked = required(bare);
    const reads = asked?.life.reads ?? [];
    const declared = Object.keys(asked?.declared ?? {});
    const last = reads.find(({ task }) => undeclaredKinds(task, declared).length > 0);
    if (last === undefined) {
      verdict.pass(ASK, reads.length > 0 ? reads.slice(-1).map(({ exchange }) => exchange) : asked?.call.call.evidence);
      return;
    }
    const tool = JSON.stringify(asked?.call.call.candidate.tool);
    verdict.fail(
      say({
        sent: `tools/call of ${tool} and tasks/get, declaring ${declared.join(", ") || "no kind of input"}`,
        came: `the task asks for ${undeclaredKinds(last.task, declared).join(", ")}: ${excerpt(openRequests(last.task), 200)}`,
        rule: "I26: a kind of request that the client did not declare is not sent to it; a server that needs it answers -32021",
        fix: "look at clientCapabilities of the call before the task is made, and refuse with -32021 what cannot be served",
      }),
      [last.exchange],
      ASK,
    );
  },
});

/** I29. With the `ask` role, also while a task asks. */
export const updateUnknownKeyIgnored = extensionCheck({
  id: "tasks-update-unknown-key-ignored",
  category: "lifecycle",
  title: "Answers that nobody asked for are ignored",
  description: "tasks/update with a key that is not open is acknowledged and changes nothing.",
  level: "should",
  contract: "I29",
  section: "Task Update Requests",
  phase: "change",
  mayChange: true,
  needs: { changes: endedTask, ask: askTask, ledger: everyTask.ledger },
  run({ changes, ask, ledger }, verdict) {
    // Where another call was given the same task (I61), somebody else answers it too.
    const asked = isShared(ledger, ask.value?.life.taskId) ? undefined : ask.value;
    const ended = changes.value;
    const wasGone = ended !== undefined && errorOf(ended.read) !== undefined;
    if (wasGone) verdict.couldNotRun("the task was gone: tasks/get right afterwards could not read it either");
    const tries = [
      {
        what: "with a key that was never issued, of a task that had ended",
        update: wasGone ? undefined : ended?.update,
      },
      { what: "with a key that was never issued, of a task that asks", update: asked?.unknownKey?.update },
      { what: "with the same answers once more", update: asked?.again },
    ];
    for (const { what, update } of tries) {
      if (update === undefined || errorOf(update) === undefined) continue;
      verdict.fail(`tasks/update ${what}: ${whatCame(update, 160)}; it is acknowledged and ignored (I29)`, [
        update.number,
      ]);
    }
    const after = asked?.unknownKey && resultOf(asked.unknownKey.read);
    const status = member(after, "status");
    if (status !== undefined && status !== "input_required" && asked?.unknownKey !== undefined)
      verdict.fail(
        `tasks/update with a key that was never issued, of a task that asks: the task went on and is ${excerpt(status, 40)} (I29)`,
        [asked.unknownKey.update.number, asked.unknownKey.read.number],
        ASK,
      );
    if (asked?.unknownKey === undefined) required(changes);
  },
});

function isShared({ sightings }: Ledger, taskId: string | undefined): boolean {
  return (
    sightings.filter(({ source, task }) => source === "tools/call" && member(task, "taskId") === taskId).length > 1
  );
}

/** I30. */
export const updatePartial = extensionCheck({
  id: "tasks-update-partial",
  category: "lifecycle",
  title: "Answering in part leaves the rest open",
  description: "When some of the open requests are answered, the task goes on asking for the others.",
  level: "should",
  contract: "I30",
  section: "Task Update Requests",
  phase: "provoke",
  needs: { role: needsRole("askMany"), many: askManyTask },
  run({ many }, verdict) {
    const asked = askedOf(many, "askMany", verdict);
    if (asked === undefined) return;
    const about = { subject: "askMany" };
    const { partial } = asked;
    if (partial === undefined) {
      const { problem } = asked.life;
      verdict.couldNotRun(problem?.reason ?? "fewer than two questions could be answered at once", { ...problem });
      return;
    }
    const evidence = [partial.update.number, partial.read.number];
    if (errorOf(partial.update) !== undefined) {
      verdict.note(
        `an answer to one of several questions is refused: ${whatCame(partial.update, 120)}`,
        evidence,
        about,
      );
      return;
    }
    const task = resultOf(partial.read);
    const status = member(task, "status");
    const rest = Object.keys(openRequests(asked.asking ?? {})).filter((name) => name !== partial.key);
    const open = isObject(task) ? Object.keys(openRequests(task)) : [];
    const lost = rest.filter((name) => !open.includes(name));
    if (status !== undefined && status !== "input_required")
      verdict.fail(
        `tasks/update with one of several answers: the task is ${excerpt(status, 40)} and asks no more (I30)`,
        evidence,
        about,
      );
    else if (lost.length > 0)
      verdict.fail(
        `tasks/update with one of several answers: ${excerpt(lost, 120)} is not asked any more (I30)`,
        evidence,
        about,
      );
    else verdict.pass(about, evidence);
  },
});

/** I31. */
export const updateResumes = extensionCheck({
  id: "tasks-update-resumes",
  category: "lifecycle",
  title: "A task goes on once it has its answers",
  description: "After all requests are answered the task makes progress within the time for polls.",
  level: "should",
  contract: "I31",
  section: "Task Update Requests",
  phase: "provoke",
  needs: { role: needsRole("ask"), ask: askTask },
  run({ ask }, verdict) {
    const asked = askedOf(ask, "ask", verdict);
    if (asked === undefined) return;
    const { life } = asked;
    const evidence = life.reads.slice(-2).map(({ exchange }) => exchange);
    if (life.ending === "input")
      verdict.couldNotRun(life.problem?.reason ?? "no answer is configured", { ...life.problem });
    else if (wentOn(life.reads) === undefined) notReadAgain(life, verdict);
    else if (wentOn(life.reads)) verdict.pass(ASK, evidence);
    else
      verdict.fail(
        "tasks/update with every answer: the task asks for the same within the time for polls (I31)",
        evidence,
        ASK,
      );
  },
});

/** I60. */
export const inputDeclined = extensionCheck({
  id: "tasks-input-declined",
  category: "lifecycle",
  title: "A declined question is an answer too",
  description: 'An answer {"action": "decline"} is acknowledged, and the task goes on.',
  level: "should",
  contract: "I60",
  source: "client/elicitation",
  section: "Response Actions",
  phase: "provoke",
  needs: { role: needsRole("ask"), declined: declinedTask },
  run({ declined }, verdict) {
    const asked = askedOf(declined, "ask", verdict);
    if (asked === undefined) return;
    const evidence = asked.life.reads.slice(-2).map(({ exchange }) => exchange);
    if (asked.life.answers.length === 0) verdict.couldNotRun("the tool of the role ask asks with no form");
    else if (wentOn(asked.life.reads) === undefined) notReadAgain(asked.life, verdict);
    else if (wentOn(asked.life.reads)) verdict.pass(ASK, evidence);
    else
      verdict.fail(
        'tasks/update with {"action": "decline"}: the task asks for the same within the time for polls (I60)',
        evidence,
        ASK,
      );
  },
});

function notReadAgain({ problem }: Life, verdict: Verdict): void {
  verdict.couldNotRun(problem?.reason ?? "the task could not be read after it was answered", { ...problem });
}
