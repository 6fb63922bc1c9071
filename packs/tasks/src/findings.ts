import { say, type Verdict } from "@mcptest/pack";

/** One thing that was seen and is wrong, odd or worth reading. */
export interface Seen {
  kind: "fail" | "warn" | "note";
  /** What is wrong, without anything that differs from sighting to sighting: the same key is told once. */
  key: string;
  /** What came, for the message. Default: the key. */
  came?: string;
  /** What it came for: `tasks/get`. */
  from: string;
  exchange: number;
  /** What the finding is about. Default `task`. */
  subject?: string;
}

/** The rule that the findings of one check break. */
export interface BrokenRule {
  /** Number and what it asks. */
  rule: string;
  /** What to change in the server. */
  fix: string;
}

/** Collects what was seen, so that the same finding is told once, with every exchange that shows it. */
export interface Findings {
  add(seen: Seen): void;
  /** Tells the verdict: failures with rule and fix, warnings with the number of the rule, notes as they are. */
  tell(verdict: Verdict, broken: BrokenRule): void;
}

/** Exchange numbers of one finding. */
const MOST_EVIDENCE = 20;

/** Makes an empty collection. */
export function createFindings(): Findings {
  const told = new Map<string, Seen & { sources: Set<string>; evidence: number[] }>();
  return {
    add(seen) {
      const id = JSON.stringify([seen.kind, seen.subject, seen.key]);
      const known = told.get(id) ?? { ...seen, sources: new Set<string>(), evidence: [] };
      known.sources.add(seen.from);
      if (known.evidence.length < MOST_EVIDENCE && !known.evidence.includes(seen.exchange))
        known.evidence.push(seen.exchange);
      told.set(id, known);
    },
    tell(verdict, { rule, fix }) {
      for (const { kind, key, came = key, subject = "task", sources, evidence } of told.values()) {
        const sent = [...sources].join(", ");
        const about = { subject };
        const [number] = rule.split(":");
        if (kind === "fail") verdict.fail(say({ sent, came, rule, fix }), evidence, about);
        if (kind === "warn") verdict.warn(`${sent}: ${came} (${number})`, evidence, about);
        if (kind === "note") verdict.note(`${sent}: ${came}`, evidence, about);
      }
    },
  };
}
