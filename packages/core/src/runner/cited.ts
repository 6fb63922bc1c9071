import { checksOf, type Exchange, type Pack } from "@mcptest/pack";
import type { CheckResult } from "../report/model.js";
import type { LaneEnd } from "./lane-run.js";
import type { PackDraft } from "./pack-result.js";
import { fixturesOfCheck } from "./selection.js";

/**
 * Numbers of the exchanges that a report keeps: those cited as evidence, and everything that a check which failed or
 * could not run sent, its fixtures included. `exchanges` are those of the server, `drafts` the entries of its report.
 */
export function citedExchanges(
  exchanges: readonly Exchange[],
  lanes: readonly LaneEnd[],
  drafts: readonly PackDraft[],
): Set<number> {
  const numbers = new Set(drafts.flatMap(({ checks }) => checks.flatMap(evidenceOf)));
  for (const { lane, packs } of lanes) {
    for (const { selection, candidate } of packs) {
      const { pack } = selection.loaded;
      for (const number of candidate.detected?.evidence ?? []) numbers.add(number);
      const results = drafts.filter((draft) => draft.lane === lane.session.lane && draft.name === pack.name);
      const tags = troubledTags(
        pack,
        results.flatMap(({ checks }) => checks),
      );
      for (const { number, connection, tags: own } of exchanges) {
        const isIts = own.pack === pack.name && own.check !== undefined && tags.has(own.check);
        if (isIts && lane.connections.has(connection)) numbers.add(number);
      }
    }
  }
  return numbers;
}

/** Everything that a check cites. */
function evidenceOf({ evidence, subjects }: CheckResult): number[] {
  return [...(evidence ?? []), ...(subjects?.flatMap((subject) => subject.evidence) ?? [])];
}

/** The tags under which checks that failed or could not run sent something. */
function troubledTags(pack: Pack, results: readonly CheckResult[]): Set<string> {
  const troubled = new Set(
    results
      .filter(({ status, skipReason }) => status === "failed" || skipReason === "could-not-run")
      .map(({ id }) => id),
  );
  const checks = checksOf(pack).filter(({ id }) => troubled.has(id));
  const fixtures = checks.flatMap((check) => [...fixturesOfCheck(check)].map(({ name }) => `fixture:${name}`));
  return new Set([...troubled, ...fixtures]);
}
