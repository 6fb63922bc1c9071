import type { PackResult, Report, VerdictChange } from "@mcptest/core/report";
import type { ReleaseProblem } from "./release-proof.js";

/** A problem, with what tells it from others. */
export interface Worsened extends ReleaseProblem {
  key: string;
}

/** What a newer version of a pack says worse of a server than the older one did. */
export function worsenedBy(changes: readonly VerdictChange[], before: Report, after: Report): Worsened[] {
  const server = after.servers[0]?.name ?? "";
  const wasJudged = packsOf(before).some(({ ran, outcome }) => ran || outcome === "skipped");
  const found = changes.flatMap((change) => {
    const kind = worsening(change, after, wasJudged);
    return kind === undefined ? [] : [{ kind, key: `${kind} ${change.key}`, ...told(change) }];
  });
  if (found.length > 0) return found;
  // What ends no check, such as a `detect` that throws, holds a run back all the same.
  const green = packsOf(before).every(({ outcome }) => outcome === "passed" || outcome === "skipped");
  const held = packsOf(after).find(({ outcome }) => outcome === "failed" || outcome === "incomplete");
  if (!green || !wasJudged || held === undefined) return [];
  const why = held.incompleteReason ?? held.skippedBecause ?? held.summary;
  const kind = held.outcome === "failed" ? "green-to-red" : "green-to-incomplete";
  return [{ kind, key: `${kind} ${server}`, server, message: `${server}: the pack is ${held.outcome}: ${why}` }];
}

function worsening(
  change: VerdictChange,
  report: Report,
  wasJudged: boolean,
): "green-to-red" | "green-to-incomplete" | "green-to-warning" | undefined {
  const { kind, before, after, subject, variant, check } = change;
  if (kind === "green-to-red") return kind;
  if (!after || after.advisory || after.tolerated || subject !== undefined || variant !== undefined) return undefined;
  const wasGreen = before
    ? before.advisory || before.tolerated || (before.status !== "failed" && before.status !== "could-not-run")
    : wasJudged;
  if (!wasGreen) return undefined;
  if (after.status === "could-not-run") return "green-to-incomplete";
  const warned = before?.status === "warning" && !before.advisory && !before.tolerated;
  return after.status === "warning" && !warned && failsStrict(report, check) ? "green-to-warning" : undefined;
}

/** `--strict` fails on the warnings of must and should. */
function failsStrict(report: Report, id: string): boolean {
  const levels = packsOf(report).flatMap(({ checks }) => checks.filter((check) => check.id === id));
  return levels.some(({ level }) => level === "must" || level === "should");
}

function told({ server, check, subject, variant, before, after }: VerdictChange): Omit<ReleaseProblem, "kind"> {
  const about = [subject, variant].filter((part) => part !== undefined).join(" / ");
  const was = before === undefined ? "is new" : `was ${before.status}${before.advisory ? " (advisory)" : ""}`;
  const message = after?.message === undefined ? "" : `: ${after.message.split("\n", 1)[0]}`;
  return {
    check,
    server,
    message: `${server}: ${check}${about ? ` (${about})` : ""} ${was} and is ${after?.status}${message}`,
  };
}

function packsOf({ servers }: Report): PackResult[] {
  return servers.flatMap(({ packs }) => packs);
}
