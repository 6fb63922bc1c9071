import {
  type ConformanceResult,
  type Report,
  reportToConformanceReport,
  toConformanceReport,
} from "@mcptest/core/report";
import { renderConformanceReportJson } from "./conformance-json.js";

/** A report or a result as JSON text, two spaces deep, with a final line feed. Every string stays as it is. */
export function renderJson(value: Report | ConformanceResult): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The conformance report of a run or a result as JSON text. */
export function renderJsonSummary(value: Report | ConformanceResult): string {
  const report = "servers" in value ? reportToConformanceReport(value) : toConformanceReport(value);
  return `${JSON.stringify(renderConformanceReportJson(report), null, 2)}\n`;
}
