import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@mcptest/core/report";
import type { Target } from "./servers.js";
import { onServer } from "./start.js";
import type { Way, Ways } from "./way.js";

/** One failed check, or one that warns. */
export interface Finding {
  check: string;
  /** Number in the wire contract. */
  rule: string;
  verdict: "failed" | "warning";
  /** What was said, line by line. */
  said: string;
}

/** What one pack said of one server over one transport in one era. */
export interface Observation {
  server: string;
  version: string;
  transport: Way["transport"];
  era: string;
  revision: string;
  /** Short name and version. */
  pack: string;
  /** Checks by what became of them. */
  counts: { passed: number; failed: number; warnings: number; couldNotRun: number; notApplicable: number };
  findings: Finding[];
}

/** Runs every bundled pack on a server, in every era that it speaks, and gives what each said that has something to say. */
export async function observe({ server, way, name }: Target): Promise<{ observed: Observation[]; left: string[] }> {
  const eras = ["--era", way.onlyLegacy ? "legacy" : "all"];
  const ended = await onServer(way, ["run", "--no-config", "--format", "json", ...eras]);
  const report = JSON.parse(ended.stdout) as Report;
  const [result] = report.servers;
  if (!result || result.problem) throw new Error(result?.problem?.message ?? ended.stderr);
  const observed = result.packs
    .filter(({ ran }) => ran)
    .map((pack): Observation => {
      const lane = result.lanes.find(({ id }) => id === pack.lane);
      const count = (keep: (check: (typeof pack.checks)[number]) => boolean) => pack.checks.filter(keep).length;
      return {
        server: name,
        version: versionOf(server),
        transport: way.transport,
        era: lane?.era ?? "",
        revision: lane?.protocolVersion ?? "",
        pack: pack.name.replace("@mcptest/pack-", ""),
        counts: {
          passed: count(({ status }) => status === "passed"),
          failed: count(({ status }) => status === "failed"),
          warnings: count(({ warnings = [] }) => warnings.length > 0),
          couldNotRun: count(({ skipReason }) => skipReason === "could-not-run"),
          notApplicable: count(({ skipReason }) => skipReason === "not-applicable"),
        },
        findings: pack.checks.flatMap(findingsOf),
      };
    });
  return { observed, left: ended.left };
}

type CheckJson = Report["servers"][number]["packs"][number]["checks"][number];

function findingsOf({ id, rule, status, error, warnings = [] }: CheckJson): Finding[] {
  const about = { check: id, rule: rule.contract ?? "" };
  const failed = status === "failed" ? [{ ...about, verdict: "failed" as const, said: error?.message ?? "" }] : [];
  return warnings.length > 0 ? [...failed, { ...about, verdict: "warning", said: warnings.join("\n") }] : failed;
}

/** The version that is installed. */
export function versionOf({ folder, package: name }: Ways): string {
  return JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** Appends to the file that `npm run test:interop` reads, if it asked for one. */
export function record(observed: readonly Observation[]): void {
  const file = process.env.MCPTEST_INTEROP_RESULTS;
  if (file) appendFileSync(file, observed.map((one) => `${JSON.stringify(one)}\n`).join(""));
}
