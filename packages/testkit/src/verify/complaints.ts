import type { CheckResult, PackResult } from "@mcptest/core/report";

/** A check that blames the server. */
export interface Complaint {
  check: string;
  verdict: "failed" | "warning";
  message: string;
}

/** Which checks blame the server, in the order of the pack. A check that does so on two lanes is told once, by its worst. */
export function complaintsOf(packs: readonly PackResult[]): Complaint[] {
  const found = new Map<string, Complaint>();
  for (const result of packs.flatMap(({ checks }) => checks)) {
    const complaint = complaintOf(result);
    if (complaint && found.get(result.id)?.verdict !== "failed") found.set(result.id, complaint);
  }
  return [...found.values()];
}

function complaintOf({ id, status, error, warnings = [] }: CheckResult): Complaint | undefined {
  if (status === "failed") return { check: id, verdict: "failed", message: error?.message ?? "" };
  const [message] = warnings;
  return message === undefined ? undefined : { check: id, verdict: "warning", message };
}

/** A complaint in one line. */
export function complaintLine({ check, verdict, message }: Complaint): string {
  return `${check} ${verdict === "failed" ? "failed" : "warned"}: ${message.split("\n", 1)[0]}`;
}

/** What became of a check, in one line; `undefined` when it was not among those that ran. */
export function standingOf(packs: readonly PackResult[], id: string): string | undefined {
  const results = packs.flatMap(({ checks }) => checks).filter((check) => check.id === id);
  const [first] = results;
  if (first === undefined) return undefined;
  const decided = results.find(({ status }) => status !== "skipped") ?? first;
  const complaint = complaintOf(decided);
  if (complaint) return complaintLine(complaint);
  if (decided.status === "passed") return `${id} passed`;
  return `${id} ${decided.skipReason === "could-not-run" ? "could not run" : "is not applicable"}: ${decided.error?.message ?? ""}`;
}

/** Why nothing was judged, when that is so. */
export function whyNothing({ packs }: { packs: readonly PackResult[] }): string | undefined {
  if (packs.some(({ ran }) => ran)) return undefined;
  return packs[0]?.skippedBecause ?? "it was matched to no lane of the server";
}
