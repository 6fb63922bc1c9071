import type { Report } from "@mcptest/core/report";
import { type Case, casesOf, entryText, openChecksOf, staleEntries } from "../cases.js";
import { visible } from "../visible.js";
import { resultsOf } from "./results.js";
import { rulesOf } from "./rules.js";
import type { SarifNotification } from "./types.js";

/**
 * The report as SARIF 2.1.0: a rule for each check, a result for each finding that fails or warns, each with a fingerprint that
 * no text of the server changes. What is tolerated is suppressed, with its reason. What could not run is no result but a
 * notification of the invocation, which was then not successful.
 */
export function renderSarif(report: Report): string {
  const cases = casesOf(report);
  const { rules, of } = rulesOf(cases);
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "mcptest",
            semanticVersion: report.tool.version,
            informationUri: "https://github.com/mcptest/mcptest",
            rules,
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: report.complete && report.exitCode <= 1,
            exitCode: report.exitCode,
            startTimeUtc: report.startedAt,
            toolExecutionNotifications: notificationsOf(report, cases, of),
          },
        ],
        results: resultsOf(report, of),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function notificationsOf(
  report: Report,
  cases: readonly Case[],
  of: (entry: Case) => { id: string; index: number },
): SarifNotification[] {
  const gone = report.servers.flatMap(({ name, problem }) =>
    problem ? [error(`${name} could not be tested: ${problem.message}\nfix: ${problem.fix}`)] : [],
  );
  const open = openChecksOf(cases).map(({ server, ids, reason }): SarifNotification => {
    const first = cases.find((entry) => entry.server === server && entry.check.id === ids[0]);
    return {
      ...error(`${server.name}: ${ids.join(", ")} could not run: ${reason}`),
      ...(first ? { associatedRule: of(first) } : {}),
    };
  });
  const stale = staleEntries(report).map((entry) =>
    error(`stale entry of tolerate: ${entryText(entry)}; its finding has passed in this run: remove the entry`),
  );
  return [...gone, ...open, ...stale, ...(report.complete ? [] : [error("the run was stopped before its end")])];
}

function error(text: string): SarifNotification {
  return { level: "error", message: { text: visible(text) } };
}
