import { type ConformanceResult, type Report, toConformanceReport } from "@mcptest/core/report";
import {
  renderConformanceReportJUnitXml,
  renderGitHubAnnotations,
  renderJson,
  renderJsonSummary,
  renderMarkdown,
  renderReportJUnitXml,
  renderSarif,
  renderTap,
  renderTerminal,
  type TerminalOptions,
} from "@mcptest/reporters";
import type { ReporterName } from "./reporters.js";

/** What there is to render: the report, and for one pack on one server its result. */
export interface Rendered {
  report: Report;
  result?: ConformanceResult;
}

/** The text of one reporter. Machine formats of a result are those of the sdk, byte for byte. */
export function render(reporter: ReporterName, rendered: Rendered, options: TerminalOptions): string {
  const { report, result } = rendered;
  switch (reporter) {
    case "terminal":
      return renderTerminal(report, options) + (result && !options.quiet ? moreLine(report) : "");
    case "json":
      return renderJson(result ?? report);
    case "json-summary":
      return renderJsonSummary(result ?? report);
    case "junit":
      return result ? renderConformanceReportJUnitXml(toConformanceReport(result)) : renderReportJUnitXml(report);
    case "markdown":
      return renderMarkdown(report);
    case "github":
      return renderGitHubAnnotations(report);
    case "sarif":
      return renderSarif(report);
    case "tap":
      return renderTap(report);
  }
}

/** `7 more checks with --profile full`, or nothing. */
function moreLine({ servers }: Report): string {
  const more = servers.flatMap(({ packs }) => packs).find(({ moreWith }) => moreWith !== undefined)?.moreWith;
  if (more === undefined || more.count === 0) return "";
  return `${more.count} more ${more.count === 1 ? "check" : "checks"} with --profile ${more.profile}\n`;
}
