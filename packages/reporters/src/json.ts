import {
  type ConformanceResult,
  type Report,
  reportToConformanceReport,
  toConformanceReport,
} from "@mcptest/core/report";
import { renderConformanceReportJson } from "./conformance-json.js";
import { LOG_COMMAND } from "./visible.js";

/** A report or a result as JSON text; see {@link jsonText}. */
export function renderJson(value: Report | ConformanceResult): string {
  return jsonText(value);
}

/**
 * JSON text, two spaces deep, with a final line feed. Every string stays as it is; the start of a CI system's log command
 * is written with an escape.
 */
export /** In JSON a log command can only stand inside of a string: a line begins with a bracket, a quote, a number or a word. */
function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(LOG_COMMAND, "#\\u0023")}\n`;
}

/** The conformance report of a run or a result as JSON text. */
export function renderJsonSummary(value: Report | ConformanceResult): string {
  const report = "servers" in value ? reportToConformanceReport(value) : toConformanceReport(value);
  return jsonText(renderConformanceReportJson(report));
}
