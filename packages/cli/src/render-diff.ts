import type { ComparedVerdict, VerdictChange, VerdictChangeKind } from "@mcptest/core/report";
import { quoted, visibleLine } from "@mcptest/reporters";
import { cannotRunNow } from "./diff-document.js";
import type { DiffDocument } from "./packs-document.js";

type Turn = VerdictChangeKind | "cannot-run";

const TURNS: Readonly<Record<Turn, string>> = {
  "green-to-red": "turned red",
  "cannot-run": "cannot run now",
  "red-to-green": "turned green",
  added: "is new",
  removed: "is gone",
  other: "changed otherwise",
};

/** What two versions of a pack say differently, for people. `verbose`: with what each of them said. */
export function renderDiff(document: DiffDocument, { verbose }: { verbose: boolean }): string {
  const { before, after, changes, incomplete = [], nothingJudged } = document;
  const head = `${visibleLine(before.name)} ${visibleLine(before.version)} → ${after.name === before.name ? "" : `${visibleLine(after.name)} `}${visibleLine(after.version)}`;
  const lines = [head, ...blocks(changes, verbose), ""];
  if (!nothingJudged || changes.length > 0) lines.push(totals(changes));
  const what = nothingJudged ? "nothing" : "not everything";
  if (incomplete.length > 0) lines.push(`${what} could be compared:`, ...quoted(incomplete.join("\n"), "  | "));
  return `${lines.join("\n")}\n`;
}

/** One block for each lane of each server. */
function blocks(changes: readonly VerdictChange[], verbose: boolean): string[] {
  const byLane = new Map<string, VerdictChange[]>();
  for (const change of changes) {
    const lane = `${change.server}, ${change.lane}`;
    byLane.set(lane, [...(byLane.get(lane) ?? []), change]);
  }
  return [...byLane].flatMap(([lane, list]) => [
    "",
    visibleLine(lane),
    ...list.flatMap((change) => lines(change, verbose).map((line) => `  ${line}`)),
  ]);
}

function lines(change: VerdictChange, verbose: boolean): string[] {
  const { check, subject, variant, before, after } = change;
  const about = [subject, variant].filter((part) => part !== undefined).join(", ");
  const what = `${visibleLine(check)}${about === "" ? "" : ` (${visibleLine(about)})`}`;
  return [
    `${what}: ${textOf(before)} → ${textOf(after)}, ${TURNS[turnOf(change)]}`,
    ...(verbose ? said("before", before) : []),
    ...said(verbose ? "after" : "", after ?? (verbose ? undefined : before)),
  ];
}

function textOf(verdict: ComparedVerdict | undefined): string {
  if (verdict === undefined) return "absent";
  const marks = [verdict.advisory ? "advisory" : "", verdict.tolerated ? "tolerated" : ""].filter(
    (mark) => mark !== "",
  );
  return marks.length === 0 ? verdict.status : `${verdict.status} (${marks.join(", ")})`;
}

function said(when: string, verdict: ComparedVerdict | undefined): string[] {
  if (verdict?.message === undefined) return [];
  return quoted(when === "" ? verdict.message : `${when}: ${verdict.message}`, "  | ");
}

function totals(changes: readonly VerdictChange[]): string {
  if (changes.length === 0) return "no verdict differs";
  const counts = (Object.keys(TURNS) as Turn[]).flatMap((turn) => {
    const count = changes.filter((change) => turnOf(change) === turn).length;
    return count === 0 ? [] : [`${count} ${TURNS[turn]}`];
  });
  return `${changes.length} ${changes.length === 1 ? "verdict differs" : "verdicts differ"}: ${counts.join(", ")}`;
}

function turnOf(change: VerdictChange): Turn {
  return cannotRunNow(change) ? "cannot-run" : change.kind;
}
