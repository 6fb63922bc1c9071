import { errorOf, excerpt, isObject, member, resultOf, type Verdict } from "@mcptest/pack";
import { openRequests } from "../acknowledgements.js";
import { askedOf } from "../asked.js";
import { askManyTask, askTask, declinedTask, needsRole } from "../asking-tasks.js";
import { required, whatCame } from "../attempt.js";
import { extensionCheck } from "../define.js";
import { endedTask } from "../ended-task.js";
import { wentOn } from "../input-requests.js";
import type { Ledger } from "../ledger.js";
import type { Life } from "../poll.js";
import { goneOn, secondLook } from "../second-look.js";
import { everyTask } from "../task-objects.js";

const ASK = { subject: "ask" };

/** I29. With the `ask` role, also while a task asks. A server that goes on by itself is not blamed for it. */
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
  needs: { changes: endedTask, ask: askTask, look: secondLook, ledger: everyTask.ledger },
  run({ changes, ask, look, ledger }, verdict) {
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
    const status = goneOn(asked);
    if (status !== undefined && asked?.unknownKey !== undefined) {
      const came = `tasks/update with a key that was never issued, of a task that asks: the task went on and is ${excerpt(status, 40)}`;
      const evidence = [asked.unknownKey.update.number, asked.unknownKey.read.number];
      const open = look.problem === undefined ? look.value?.open : "not-known";
      if (open === undefined) verdict.fail(`${came} (I29)`, evidence, ASK);
      else verdict.note(`${came}; ${OPEN[open]}`, evidence, ASK);
    }
    if (asked?.unknownKey === undefined) required(changes);
  },
});

/** Why a task that went on after a key that nobody had issued is not blamed. */
const OPEN = {
  "went-on": "another task that was sent nothing went on too, so that this shows nothing",
  "not-known": "whether a task that is sent nothing goes on too is not known",
} as const;

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
    if (!isObject(task)) {
      const reason = `the task could not be read after one of several answers: ${whatCame(partial.read, 120)}`;
      verdict.couldNotRun(reason, { evidence });
      return;
    }
    const status = member(task, "status");
    const rest = Object.keys(openRequests(asked.asking ?? {})).filter((name) => name !== partial.key);
    const open = Object.keys(openRequests(task));
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
