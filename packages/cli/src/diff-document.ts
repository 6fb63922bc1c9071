import type { LoadedPack } from "@mcptest/core/loader";
import { type ComparedVerdict, compareVerdicts, type Report, type VerdictChange } from "@mcptest/core/report";
import type { DiffDocument } from "./packs-document.js";

/** What the runs of two versions say differently. */
export function diffDocument([one, other]: readonly LoadedPack[], [before, after]: [Report, Report]): DiffDocument {
  const silent = [before, after].filter((report) => !judged(report));
  const incomplete = [...new Set([...[before, after].flatMap(undecidedOf), ...silent.flatMap(silenceOf)])];
  return {
    schemaVersion: 1,
    before: identityOf(one as LoadedPack),
    after: identityOf(other as LoadedPack),
    changes: compareVerdicts(before, after),
    ...(incomplete.length > 0 ? { incomplete } : {}),
    ...(silent.length > 0 ? { nothingJudged: true } : {}),
  };
}

/** 1 where something is worse with the second version, else 3 where not everything could be compared. */
export function exitCodeOfDiff({ changes, incomplete }: DiffDocument): number {
  if (changes.some((change) => change.kind === "green-to-red" || cannotRunNow(change))) return 1;
  return incomplete ? 3 : 0;
}

/** A check that held nothing back, and with the second version cannot run. What it says of a subject is no matter. */
export function cannotRunNow({ before, after, subject, variant }: VerdictChange): boolean {
  if (subject !== undefined || variant !== undefined || !before || !after) return false;
  return after.status === "could-not-run" && counts(after) && isGreen(before);
}

function isGreen(verdict: ComparedVerdict): boolean {
  return !counts(verdict) || (verdict.status !== "failed" && verdict.status !== "could-not-run");
}

function counts({ advisory, tolerated }: ComparedVerdict): boolean {
  return !advisory && !tolerated;
}

function identityOf({ manifest: { name, version }, origin }: LoadedPack): DiffDocument["before"] {
  return { name, version, origin };
}

/** A check of it passed or failed. */
function judged({ servers }: Report): boolean {
  return servers.some(({ packs }) => packs.some(({ checks }) => checks.some(({ status }) => status !== "skipped")));
}

/** What could not be compared: servers that could not be tested, and packs that broke off before their checks. */
function undecidedOf({ servers }: Report): string[] {
  return servers.flatMap(({ name, problem, packs }) => [
    ...(problem ? [`${name}: ${problem.message}`] : []),
    ...packs
      .filter(({ ran, outcome }) => !ran && outcome !== "skipped")
      .map(
        (pack) => `${name}: ${pack.name} ${pack.version} did not run: ${pack.incompleteReason ?? "no reason is known"}`,
      ),
  ]);
}

/** Why a version judged nothing, where `undecidedOf` does not tell it. */
function silenceOf({ servers }: Report): string[] {
  return servers.flatMap(({ name, packs }) =>
    packs
      .filter(({ ran, outcome }) => ran || outcome === "skipped")
      .map((pack) => {
        const held = pack.checks.find(({ skipReason }) => skipReason === "could-not-run") ?? pack.checks[0];
        const why = pack.skippedBecause ?? held?.error?.message ?? pack.summary;
        return `${name}: ${pack.name} ${pack.version} judged nothing: ${why}`;
      }),
  );
}
