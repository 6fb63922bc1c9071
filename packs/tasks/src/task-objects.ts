import type { Verdict } from "@mcptest/pack";
import { afterEnd } from "./after-end.js";
import { createFindings, type Findings, type Seen } from "./findings.js";
import { type Ledger, ledger, type TaskSighting } from "./ledger.js";
import { life } from "./poll.js";
import { provoked } from "./provoke.js";

/** What a check needs that judges every task object of the run: the `task` role's task to its end and beyond. */
export const everyTask = { call: provoked, life, after: afterEnd, ledger };

/**
 * The task objects of the extension wire in the place where they belong: at the top level of the answers to `tools/call`
 * and `tasks/get`. Those of notifications are another check's (I44), and so are objects in another place (I06, I19).
 */
export function extensionObjects({ sightings }: Ledger): TaskSighting[] {
  return sightings.filter(({ form, source }) => form === "flat" && (source === "tools/call" || source === "tasks/get"));
}

/** What is said of one task object; where it came from is known. */
export type Judged = Pick<Seen, "kind" | "key" | "came" | "subject">;

/** Keys, or one key or none, as what a task object breaks; `received` is shown with each. */
export function failures(
  keys: readonly string[] | string | undefined,
  received?: string,
  kind: Seen["kind"] = "fail",
): Judged[] {
  return [keys ?? []].flat().map((key) => ({
    kind,
    key,
    ...(received === undefined ? {} : { came: `${key}. Received ${received}` }),
  }));
}

/** Judges task objects one by one and collects what is found, each finding once. */
export function findingsIn(
  sightings: readonly TaskSighting[],
  judge: (sighting: TaskSighting) => readonly Judged[],
): Findings {
  const findings = createFindings();
  for (const sighting of sightings)
    for (const judged of judge(sighting))
      findings.add({ ...judged, from: sighting.source, exchange: sighting.exchange });
  return findings;
}

/** Ends a check with a pass, or with this: there was nothing to judge. */
export function passOrOpen(verdict: Verdict, judged: readonly TaskSighting[]): void {
  if (judged.length === 0) verdict.couldNotRun("no task object came in the place where one belongs");
  else
    verdict.pass(
      { subject: "task" },
      judged.slice(0, 20).map(({ exchange }) => exchange),
    );
}
