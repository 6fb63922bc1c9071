import { type Finding, say, type Verdict } from "@mcptest/pack";

/** One place where a rule is broken. */
export interface Sighting {
  /** What is wrong, in one stable word; what differs is reported on its own. */
  kind: string;
  /** Method, key, tool or id that it is about. */
  subject: string;
  /** Number of the exchange that shows it. */
  exchange: number;
  finding: Finding;
  /** Default `fail`. */
  outcome?: "fail" | "warn" | "note";
}

/** Exchanges that one finding cites. */
const MOST_EVIDENCE = 10;
/** Findings of one check. */
const MOST_FINDINGS = 50;

/** Reports the first sighting for each kind and subject, with how often it was seen. */
export function report(verdict: Verdict, sightings: readonly Sighting[]): void {
  const groups = new Map<string, { first: Sighting; count: number; evidence: Set<number> }>();
  for (const sighting of sightings) {
    const { outcome = "fail", kind, subject, exchange } = sighting;
    const key = JSON.stringify([outcome, kind, subject]);
    const group = groups.get(key) ?? { first: sighting, count: 0, evidence: new Set() };
    if (group.count === 0) groups.set(key, group);
    group.count++;
    if (group.evidence.size < MOST_EVIDENCE) group.evidence.add(exchange);
  }
  for (const { first, count, evidence } of [...groups.values()].slice(0, MOST_FINDINGS)) {
    const { outcome = "fail", kind, subject, finding } = first;
    const came = count === 1 ? finding.came : `${finding.came} (seen ${count} times)`;
    verdict[outcome](say({ ...finding, came }), [...evidence], { subject, variant: kind });
  }
  if (groups.size > MOST_FINDINGS)
    verdict.note(`${groups.size - MOST_FINDINGS} more findings of this kind were left out`);
}
