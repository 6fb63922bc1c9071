import type { VerdictChange } from "@mcptest/core/report";
import type { ReleaseKind } from "./release-kind.js";

/**
 * What breaks a promise. `green-to-red`: a check, or a finding about a subject, that failed nothing fails now.
 * `green-to-incomplete`: it could not run now, which ends a run with 3. `green-to-warning`: it warns now, which `--strict`
 * fails. `extension`, `check-removed`, `level-raised`, `since`, `check-in-patch`: of the manifest. `untested`: a server
 * could not be tested. `nothing-judged`: on none of the servers the old pack said anything. With these two nothing is broken,
 * and nothing proved.
 */
export type ReleaseProblemKind =
  | "green-to-red"
  | "green-to-incomplete"
  | "green-to-warning"
  | "extension"
  | "check-removed"
  | "level-raised"
  | "since"
  | "check-in-patch"
  | "untested"
  | "nothing-judged";

/** One thing that the kind of release may not do. */
export interface ReleaseProblem {
  kind: ReleaseProblemKind;
  /** Id of the check, where it is about one. */
  check?: string;
  /** Server or transcript on which it shows. */
  server?: string;
  /** One sentence. */
  message: string;
}

/** What was compared, and what was found. Plain data. */
export interface ReleaseProof {
  schemaVersion: 1;
  /** npm name of the pack. */
  pack: string;
  /** `version` of `after` is that which it was judged as. */
  before: { version: string; origin: string };
  after: { version: string; origin: string };
  release: ReleaseKind;
  /** False: nothing is promised, and everything that was found is a remark. */
  promised: boolean;
  /** True when there is no problem. */
  ok: boolean;
  problems: ReleaseProblem[];
  /** What is worth knowing and allowed. */
  remarks: string[];
  /** Every verdict that differs. */
  changes: VerdictChange[];
  /** Names of the servers and transcripts on which both were compared. */
  compared: string[];
}

/** A proof in lines for people, the last without a line feed. */
export function describeRelease(proof: ReleaseProof): string {
  const { pack, before, after, release, promised, problems, remarks, changes, compared } = proof;
  const promise = promised ? `a ${release} release` : `a ${release} release, which promises nothing about verdicts`;
  const places = compared.length === 1 ? "1 server or transcript" : `${compared.length} servers and transcripts`;
  const differ = changes.length === 1 ? "1 verdict differs" : `${changes.length} verdicts differ`;
  return [
    `${pack} ${before.version} -> ${after.version}: ${promise}`,
    `both judged ${places}; ${differ}`,
    ...problems.map(({ kind, message }) => `PROBLEM  ${kind}: ${plain(message)}`),
    ...remarks.map((remark) => `note     ${plain(remark)}`),
    lastLine(proof),
  ].join("\n");
}

/** What breaks nothing, and proves nothing. */
const UNPROVED: readonly ReleaseProblemKind[] = ["untested", "nothing-judged"];

/** How many problems are broken promises; the others are about what could not be compared. */
export function brokenPromises({ problems }: ReleaseProof): number {
  return problems.filter(({ kind }) => !UNPROVED.includes(kind)).length;
}

function lastLine(proof: ReleaseProof): string {
  const broken = brokenPromises(proof);
  if (broken > 0) return broken === 1 ? "1 broken promise" : `${broken} broken promises`;
  return proof.ok ? "the release keeps its promise" : "not proved";
}

/** Texts of servers and packs are foreign: one line, without what a terminal would obey. */
function plain(text: string): string {
  return (text.split("\n", 1)[0] ?? "").replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, "\ufffd");
}
