import type { Report } from "@mcptest/core/report";
import { toConformanceReport } from "@mcptest/core/report";
import { toConformanceResult } from "@mcptest/core/runner";
import {
  renderConformanceReportJUnitXml,
  renderJson,
  renderJsonSummary,
  renderReportJUnitXml,
  renderTerminal,
} from "@mcptest/reporters";
import { SaxesParser } from "saxes";
import { expect } from "vitest";

/** What a terminal would obey: everything but the line feed. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/;
/** What a CI system would take from a log. */
const LOG_COMMAND = /^\s*::|##\[|##vso\[/m;

/** Expects that a report can be rendered in every format, and that each is well-formed and obeyed by nobody. */
export function expectWellFormed(report: Report): void {
  expectJson(renderJson(report), report);
  expectJson(renderJsonSummary(report));
  expectJUnit(renderReportJUnitXml(report));
  for (const verbose of [false, true]) expectText(renderTerminal(report, { verbose }));
  for (const server of report.servers) {
    for (const pack of server.packs) {
      const result = toConformanceResult(server, pack);
      expectJson(renderJson(result), result);
      expectJUnit(renderConformanceReportJUnitXml(toConformanceReport(result)));
    }
  }
}

/** Expects JSON that no CI system obeys, and that gives `value` when it is read. */
export function expectJson(text: string, value?: unknown): void {
  expect(LOG_COMMAND.exec(text)).toBeNull();
  const parsed = JSON.parse(text);
  if (value !== undefined) expect(JSON.stringify(parsed)).toBe(JSON.stringify(value));
}

/** Expects text for a terminal that moves no cursor and begins no line with a command. */
export function expectText(text: string): void {
  expect(CONTROL.exec(text)).toBeNull();
  expect(LOG_COMMAND.exec(text)).toBeNull();
}

/** Expects strict XML 1.0 in which the counts of each suite are those of its elements. */
export function expectJUnit(xml: string): void {
  expect(LOG_COMMAND.exec(xml)).toBeNull();
  const suites: { counts: Record<string, string>; seen: Record<string, number> }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "testsuite") suites.push({ counts: attributes as Record<string, string>, seen: {} });
    const seen = suites.at(-1)?.seen;
    if (seen) seen[name] = (seen[name] ?? 0) + 1;
  });
  parser.write(xml).close();
  for (const { counts, seen } of suites) {
    const { testcase = 0, failure = 0, error = 0, skipped = 0 } = seen;
    const { tests, failures, errors, skipped: left } = counts;
    expect([tests, failures, errors, left]).toEqual([testcase, failure, error, skipped].map(String));
  }
}
