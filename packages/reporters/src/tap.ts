import type { Report } from "@mcptest/core/report";
import { type Case, casesOf, countsLine, entryText, messageOf, outcomeOf, placeOf, staleEntries } from "./cases.js";
import { ruleText } from "./terminal/rule.js";
import { visible, visibleLine } from "./visible.js";

/** One test point. */
interface Point {
  ok: boolean;
  description: string;
  directive?: string;
  /** Members of the YAML block. */
  diagnostics?: Record<string, string | string[]>;
}

/**
 * The report as TAP 14: one test point for each check. What could not run is `not ok`, what does not apply is skipped, and
 * what is tolerated or advisory is `not ok` as `TODO`, which fails nothing. A run in which nothing was decided, that was
 * stopped, or that has a stale entry of `tolerate` is never green.
 */
export function renderTap(report: Report): string {
  const points = pointsOf(report);
  const lines = [
    "TAP version 14",
    `1..${points.length}`,
    `# mcptest ${comment(report.tool.version)}`,
    ...points.flatMap((point, index) => pointLines(point, index + 1)),
    `# ${outcomeOf(report)}: ${countsLine(report)}`,
    ...(report.complete ? [] : ["Bail out! the run was stopped before its end"]),
  ];
  return `${lines.join("\n")}\n`;
}

function pointsOf(report: Report): Point[] {
  const points = report.servers.flatMap((server): Point[] => [
    ...(server.problem
      ? [
          {
            ok: false,
            description: `${server.name} / connection`,
            diagnostics: { message: server.problem.message, fix: server.problem.fix, severity: "error" },
          },
        ]
      : []),
    ...casesOf({ servers: [server] }).map(pointOf),
  ]);
  const stale = staleEntries(report).map(
    (entry): Point => ({
      ok: false,
      description: `tolerate: ${entryText(entry)}`,
      diagnostics: { message: "its finding has passed in this run: remove the entry", severity: "fail" },
    }),
  );
  const all = [...points, ...stale];
  if (outcomeOf(report) === "passed" || all.some(({ ok, directive }) => !ok && directive === undefined)) return all;
  return [...all, { ok: false, description: `run / ${outcomeOf(report)}`, diagnostics: { severity: "error" } }];
}

function pointOf(entry: Case): Point {
  const { check, verdict } = entry;
  const description = `${placeOf(entry)} / ${check.id}`;
  const message = messageOf(check);
  const diagnostics = {
    message,
    rule: ruleText(check.rule),
    ...(check.docsUrl === undefined ? {} : { page: check.docsUrl }),
    ...(check.warnings?.length ? { warnings: check.warnings } : {}),
  };
  switch (verdict) {
    case "passed":
      return {
        ok: true,
        description,
        ...(check.warnings?.length ? { diagnostics: { warnings: check.warnings } } : {}),
      };
    case "failed":
      return { ok: false, description, diagnostics: { ...diagnostics, severity: "fail" } };
    case "could-not-run":
      return { ok: false, description, diagnostics: { ...diagnostics, severity: "error" } };
    case "tolerated":
      return { ok: false, description, directive: `TODO tolerated: ${check.tolerated}`, diagnostics };
    case "advisory":
      return { ok: false, description, directive: "TODO advisory", diagnostics };
    case "blocked":
      return { ok: true, description, directive: "SKIP blocked by connection" };
    case "not-applicable":
      return { ok: true, description, directive: `SKIP ${message}` };
  }
}

function pointLines({ ok, description, directive, diagnostics }: Point, number: number): string[] {
  const head = `${ok ? "ok" : "not ok"} ${number} - ${escaped(description)}`;
  const lines = [directive === undefined ? head : `${head} # ${escaped(directive)}`];
  if (diagnostics === undefined) return lines;
  return [...lines, "  ---", ...Object.entries(diagnostics).flatMap(yamlLines), "  ..."];
}

/** `#` would begin a directive. */
function escaped(text: string): string {
  return visibleLine(text).replaceAll("\\", "\\\\").replaceAll("#", "\\#");
}

function comment(text: string): string {
  return visibleLine(text).replaceAll("#", " ");
}

/** JSON is YAML as well. */
function yamlLines([name, value]: [string, string | string[]]): string[] {
  if (typeof value === "string") return [`  ${name}: ${JSON.stringify(visible(value))}`];
  return [`  ${name}:`, ...value.map((each) => `    - ${JSON.stringify(visible(each))}`)];
}
