import type { Verdict } from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import { type Attempt, required } from "./attempt.js";
import { type Ledger, ledger, type TaskSighting } from "./ledger.js";
import { life } from "./poll.js";
import { type Provoked, provoked, taskIdOf } from "./provoke.js";

/** What a check needs that judges every task object of the run: the `task` role's task to its end and beyond. */
export const everyTask = { call: provoked, life, after: afterEnd, ledger };

/**
 * The task objects of the extension wire in the place where they belong: at the top level of the answers to `tools/call`
 * and `tasks/get`. Those of notifications are another check's (I44), and so are objects in another place (I06, I19).
 */
export function extensionObjects({ sightings }: Ledger): TaskSighting[] {
  return sightings.filter(({ form, source }) => form === "flat" && (source === "tools/call" || source === "tasks/get"));
}

/** Ends a check with a pass, or with why there was nothing to judge: what the `task` role's call was answered with. */
export function passOrOpen(verdict: Verdict, call: Attempt<Provoked>, judged: readonly TaskSighting[]): void {
  if (judged.length === 0) required(taskIdOf(call));
  if (judged.length === 0) verdict.couldNotRun("no task object came in the place where one belongs");
  else
    verdict.pass(
      { subject: "task" },
      judged.slice(0, 20).map(({ exchange }) => exchange),
    );
}
