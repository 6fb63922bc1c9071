import { createHash } from "node:crypto";
import type { CheckResult, Report, SubjectResult } from "@mcptest/core/report";
import { type Case, casesOf, messageOf, packName, placeOf } from "../cases.js";
import { visible } from "../visible.js";
import type { SarifResult } from "./types.js";

/** Something to say of a check: of one subject of it, or of the check as a whole. */
interface Said {
  level: "error" | "warning";
  text: string;
  subject?: Pick<SubjectResult, "subject" | "variant">;
  accepted?: string;
}

/** Results for what failed and what warns; `ruleIndexOf` gives the place of a check among the rules. */
export function resultsOf(report: Report, ruleIndexOf: (entry: Case) => { id: string; index: number }): SarifResult[] {
  return casesOf(report).flatMap((entry) => {
    const { id, index } = ruleIndexOf(entry);
    return saidOf(entry).map((said) => ({
      ruleId: id,
      ruleIndex: index,
      kind: "fail" as const,
      level: said.level,
      message: { text: visible(said.text) },
      locations: [locationOf(entry, report)],
      partialFingerprints: { "mcptestFinding/v1": fingerprint(entry, said) },
      ...(said.accepted === undefined
        ? {}
        : {
            suppressions: [
              { kind: "external" as const, status: "accepted" as const, justification: visible(said.accepted) },
            ],
          }),
    }));
  });
}

function saidOf({ check, verdict }: Case): Said[] {
  if (verdict === "failed" || verdict === "tolerated") return findings(check, "failed", "error");
  if (verdict === "advisory" && check.status === "failed") return findings(check, "failed", "warning");
  return check.warnings?.length ? findings(check, "warning", "warning") : [];
}

function findings(check: CheckResult, status: SubjectResult["status"], level: Said["level"]): Said[] {
  const { subjects = [], warnings = [], tolerated } = check;
  const found = subjects.filter((each) => each.status === status);
  const whole = status === "failed" ? messageOf(check) : warnings.join("\n");
  if (found.length === 0) return [{ level, text: whole, ...(tolerated === undefined ? {} : { accepted: tolerated }) }];
  return found.map(({ subject, variant, message = whole, tolerated: reason = tolerated }) => ({
    level,
    text: message,
    subject: { subject, variant },
    ...(reason === undefined ? {} : { accepted: reason }),
  }));
}

/** A finding has no line of a file: it stands at a check of a pack on a lane of a server, and in the configuration. */
function locationOf(entry: Case, { configFile }: Report): SarifResult["locations"][number] {
  const { server, pack, check } = entry;
  const names = [server.name, packName(pack), pack.lane, check.id].map(visible);
  return {
    logicalLocations: [{ name: names.at(-1) ?? "", fullyQualifiedName: names.join("/"), kind: "member" }],
    ...(configFile === undefined
      ? {}
      : { physicalLocation: { artifactLocation: { uri: fileName(configFile) }, region: { startLine: 1 } } }),
  };
}

/** The name alone: the folder is of one machine. */
function fileName(path: string): string {
  return encodeURIComponent(visible(path.split(/[\\/]/).at(-1) ?? ""));
}

/** The same in every run, whatever the server says. */
function fingerprint(entry: Case, { subject }: Said): string {
  const parts = [placeOf(entry), entry.check.id, subject?.subject ?? null, subject?.variant ?? null];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
