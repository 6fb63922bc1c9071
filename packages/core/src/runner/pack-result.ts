import { CONTRACT, checksOf } from "@mcptest/pack";
import type { LoadedPack } from "../loader/types.js";
import type { CheckResult, PackResult } from "../report/model.js";
import { advisoryTest } from "./advisory.js";
import { cannotRun } from "./check-run.js";
import { categorySummaryOf, incompleteReasonOf, packOutcome, summaryOf } from "./outcome.js";
import type { Cause } from "./pack-call.js";
import type { PackOnLane } from "./pack-on-lane.js";
import { chosen, profileOf } from "./selection.js";
import type { PackSelection } from "./types.js";

/** What is known of a pack on a lane before it is counted. */
export interface PackDraft
  extends Omit<PackResult, "ran" | "outcome" | "incompleteReason" | "summary" | "categorySummary"> {
  /** Every category of the pack, in its order. */
  categories: string[];
}

/** Counts a draft: summary, categories, outcome, and why it is incomplete. */
export function countedPack({ categories, ...draft }: PackDraft): PackResult {
  const ran = draft.skippedBecause === undefined;
  const outcome = packOutcome(draft.checks);
  const undecided = outcome === "incomplete" || (outcome === "skipped" && ran);
  const reason = undecided ? incompleteReasonOf(draft.checks) : undefined;
  return {
    ...draft,
    ran,
    outcome,
    ...(reason === undefined ? {} : { incompleteReason: reason }),
    summary: ran || draft.checks.length > 0 ? summaryOf(draft.checks) : `skipped: ${draft.skippedBecause}`,
    categorySummary: categorySummaryOf(categories, draft.checks),
  };
}

/** What a report says of a pack wherever it runs. */
function identityOf(loaded: LoadedPack) {
  const { pack, manifest, key, range, origin, contentHash, isolation } = loaded;
  return {
    name: pack.name,
    ...(key === pack.name ? {} : { alias: key }),
    version: pack.version,
    range,
    origin,
    contentHash,
    contract: manifest.contract,
    isolation,
    extension: pack.extension,
    categories: [...new Set(checksOf(pack).map(({ category }) => category))],
  } satisfies Partial<PackDraft>;
}

/** The entry of the host itself, for what no pack stands for. */
export function hostDraft(toolVersion: string, lane: string, checks: CheckResult[]): PackDraft {
  return {
    name: "mcptest",
    version: toolVersion,
    range: "*",
    origin: "bundled",
    contentHash: "",
    contract: CONTRACT,
    isolation: "none",
    extension: "*",
    lane,
    durationMs: 0,
    notSelected: [],
    checks,
    categories: [...new Set(checks.map(({ category }) => category))],
  };
}

/** What a pack has done on a lane so far. `results` are its checks, in order. */
export function draftOf(placed: PackOnLane, lane: string, results: CheckResult[]): PackDraft {
  const { selection, plan, discovery, warnings, skippedBecause } = placed;
  const moreWithOptions = placed.moreWithOptions();
  const profile = profileOf(selection);
  return {
    ...identityOf(selection.loaded),
    lane,
    ...(skippedBecause === undefined || results.length > 0 ? {} : { skippedBecause }),
    durationMs: placed.durationMs,
    ...(profile === undefined || selection.checkIds ? {} : { profile }),
    notSelected: plan?.notSelected ?? [],
    ...(plan?.moreWith ? { moreWith: plan.moreWith } : {}),
    ...(moreWithOptions.length > 0 ? { moreWithOptions } : {}),
    ...(discovery ? { discovery } : {}),
    ...(warnings.length > 0 ? { warnings: [...new Set(warnings)] } : {}),
    checks: results,
  };
}

/**
 * The entry of a pack that the operator asked for, on a server that could not be tested: each of its checks could not
 * run, for that one reason. `transport` stands in the place of the lane that there is not.
 */
export async function blockedDraft(
  selection: PackSelection,
  transport: string,
  cause: Cause,
  countAdvisory: boolean,
): Promise<PackDraft> {
  const profile = profileOf(selection);
  const isAdvisory = advisoryTest(selection.loaded.pack.version, countAdvisory);
  const surroundings = { isAdvisory, isExchange: () => true, strict: false };
  return {
    ...identityOf(selection.loaded),
    lane: transport,
    skippedBecause: cause.reason,
    durationMs: 0,
    ...(profile === undefined || selection.checkIds ? {} : { profile }),
    notSelected: [],
    checks: chosen(selection).map((check) => cannotRun(check, surroundings, cause).result()),
  };
}
