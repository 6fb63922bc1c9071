import { McptestError } from "../errors/index.js";
import type { ConformanceResult } from "../report/conformance.js";
import type { Report } from "../report/model.js";
import { toConformanceResult } from "./conformance.js";
import type { PackSelection } from "./types.js";

/**
 * What a conformance class or command gives: the report of a run of one pack on one server, in the published shape of a
 * conformance result. A run that was stopped before its end is never passed.
 */
export function conformanceResultOf(report: Report, { loaded }: PackSelection): ConformanceResult {
  const { name } = loaded.pack;
  const [server] = report.servers;
  const pack = server?.packs.find((candidate) => candidate.name === name);
  if (server === undefined || pack === undefined)
    throw new McptestError("INTERNAL", `the report of the run has no entry for ${name}`);
  const result = { ...toConformanceResult(server, pack), durationMs: report.durationMs };
  if (report.complete || result.outcome !== "passed") return result;
  return { ...result, passed: false, outcome: "incomplete", incompleteReason: "the run was stopped before its end" };
}
