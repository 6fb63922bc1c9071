import {
  type ConformanceReport,
  type ConformanceReportCase,
  type ConformanceReportGroup,
  type Report,
  reportToConformanceReport,
} from "@mcptest/core/report";
import { renderConformanceReportJson } from "./conformance-json.js";
import { xmlAttribute, xmlText } from "./xml.js";

/**
 * The report as JUnit XML: a `testsuite` for each group, a `testcase` for each check, named by the check's id.
 * A violation is a `failure`, a check that could not run an `error`, one that does not apply, that is blocked by such an
 * error, or whose violation is tolerated or advisory `skipped`; warnings, and what is tolerated or advisory, stand in
 * `system-out`. What failed or
 * warns has the page of its check at the end of its text. Always well-formed XML 1.0. Names hold no port, time or text of the
 * server.
 */
export function renderConformanceReportJUnitXml(report: ConformanceReport): string {
  const safe = renderConformanceReportJson(report);
  const cases = safe.groups.flatMap((group) => group.cases);
  const attributes = `name="${xmlAttribute(safe.name)}" ${counts(cases)} time="${seconds(safe.durationMs)}"`;
  const suites = safe.groups.map((group) => testSuite(group, safe.kind));
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${attributes}>`, ...suites, "</testsuites>", ""].join(
    "\n",
  );
}

/** A whole run as JUnit XML; see {@link renderConformanceReportJUnitXml}. */
export function renderReportJUnitXml(report: Report): string {
  return renderConformanceReportJUnitXml(reportToConformanceReport(report));
}

function testSuite(group: ConformanceReportGroup, kind: string): string {
  const classname = kind === "run" ? group.id : `mcptest.${kind}`;
  const attributes = `name="${xmlAttribute(group.title)}" ${counts(group.cases)} time="${seconds(group.durationMs)}"`;
  return [
    `  <testsuite ${attributes}>`,
    "    <properties>",
    `      <property name="target" value="${xmlAttribute(group.target)}"/>`,
    ...(group.summary === undefined ? [] : [`      <property name="summary" value="${xmlAttribute(group.summary)}"/>`]),
    "    </properties>",
    ...group.cases.map((entry) => testCase(entry, classname)),
    "  </testsuite>",
  ].join("\n");
}

function testCase(entry: ConformanceReportCase, classname: string): string {
  const open = `    <testcase name="${xmlAttribute(entry.id)}" classname="${xmlAttribute(classname)}" time="${seconds(entry.durationMs)}"`;
  const content = [...verdictElement(entry), ...outputElement(entry)];
  return content.length === 0 ? `${open}/>` : [`${open}>`, ...content, "    </testcase>"].join("\n");
}

function verdictElement(entry: ConformanceReportCase): string[] {
  const message = entry.error ?? (entry.status === "failed" ? "the check failed" : "");
  if (isAdvisory(entry)) return [`      <skipped message="${xmlAttribute(`advisory: ${headOf(message)}`)}"/>`];
  if (isTolerated(entry)) return [`      <skipped message="${xmlAttribute(`tolerated: ${entry.tolerated}`)}"/>`];
  if (entry.status === "failed") return [element("failure", message, body(entry, [message, ...pageLine(entry)]))];
  if (entry.status !== "skipped") return [];
  if (isError(entry)) return [element("error", message, body(entry, [message]))];
  return [`      <skipped message="${xmlAttribute(message)}"/>`];
}

/** A check that is blocked by a case which is an error itself is not one more. */
function isError({ status, skipReason, blockedBy, advisory }: ConformanceReportCase): boolean {
  return status === "skipped" && skipReason === "could-not-run" && blockedBy === undefined && !advisory;
}

function element(name: string, message: string, text: string): string {
  return `      <${name} message="${xmlAttribute(headOf(message))}" type="${name}">${xmlText(text)}</${name}>`;
}

function headOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}

function body(entry: ConformanceReportCase, text: readonly string[]): string {
  const parts = [...text];
  if (entry.output) parts.push(entry.output);
  if (entry.details !== undefined) parts.push(JSON.stringify(entry.details, null, 2));
  return parts.join("\n\n");
}

/** Where more about the check stands. */
function pageLine({ docsUrl }: ConformanceReportCase): string[] {
  return docsUrl === undefined ? [] : [`page: ${docsUrl}`];
}

/** What a check that is newer than the major of its pack finds, or leaves open, is told and fails nothing. */
function isAdvisory({ status, advisory, skipReason }: ConformanceReportCase): boolean {
  return advisory === true && (status === "failed" || skipReason === "could-not-run");
}

/** A violation that is tolerated is no failure of the build. */
function isTolerated({ status, tolerated }: ConformanceReportCase): boolean {
  return status === "failed" && tolerated !== undefined;
}

function isSpared(entry: ConformanceReportCase): boolean {
  return isTolerated(entry) || isAdvisory(entry);
}

function outputElement(entry: ConformanceReportCase): string[] {
  const lines = (entry.warnings ?? []).map((warning) => `warning: ${warning}`);
  if (lines.length > 0 && entry.status === "passed") lines.push(...pageLine(entry));
  if (isAdvisory(entry)) lines.unshift(`advisory: ${entry.error ?? "the check failed"}`, ...pageLine(entry));
  else if (isTolerated(entry)) lines.unshift(`tolerated: ${entry.error ?? "the check failed"}`);
  return lines.length === 0 ? [] : [`      <system-out>${xmlText(lines.join("\n"))}</system-out>`];
}

function counts(cases: ConformanceReportCase[]): string {
  const failures = cases.filter((entry) => entry.status === "failed" && !isSpared(entry)).length;
  const skipped = cases.filter((entry) => entry.status === "skipped" || isSpared(entry));
  const errors = skipped.filter(isError).length;
  return `tests="${cases.length}" failures="${failures}" errors="${errors}" skipped="${skipped.length - errors}"`;
}

function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(3);
}
