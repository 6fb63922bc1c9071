import { isObject, shortPackName } from "@mcptest/pack";
import type {
  ConformanceReport,
  ConformanceReportCase,
  ConformanceReportGroup,
  ConformanceResult,
  ForeignChecksResult,
  OAuthResult,
  OAuthStep,
  ResultSuite,
  SingleResult,
} from "./conformance.js";
import { blockedCase, checkCase, connectionCase, present } from "./conformance-case.js";

/**
 * Brings a result into the one shape that CI reporters read: a result of any conformance class of mcptest, a published
 * protocol, apps, tasks or OAuth result, or a suite of such results. Throws a `TypeError` for anything else.
 */
export function toConformanceReport(result: SingleResult | ResultSuite): ConformanceReport {
  if (isSuite(result)) return suiteReport(result);
  const kind = kindOf(result);
  const name = isOAuth(result) ? "OAuth Conformance" : nameOf(kind);
  const title = isOAuth(result) ? oauthTitle(result) : name;
  return {
    schemaVersion: 1,
    kind,
    name,
    passed: result.passed,
    ...outcomeOf(result),
    durationMs: result.durationMs ?? 0,
    groups: [groupOf(result, kind, title, 0)],
  };
}

function suiteReport(suite: ResultSuite): ConformanceReport {
  const first = suite.results[0];
  const kind = first ? kindOf(first) : "conformance";
  const groups = suite.results.map((entry, index) =>
    groupOf(entry, kindOf(entry), entry.label ?? `Run ${index + 1}`, index),
  );
  return {
    schemaVersion: 1,
    kind,
    name: suite.name,
    passed: suite.passed,
    ...suiteOutcome(suite),
    durationMs: suite.durationMs ?? groups.reduce((sum, group) => sum + group.durationMs, 0),
    groups,
  };
}

function suiteOutcome(suite: ResultSuite): Pick<ConformanceReport, "outcome" | "incompleteReason"> {
  const outcomes = suite.results.map((entry) => outcomeOf(entry));
  if (outcomes.some((entry) => entry.outcome === "failed")) return { outcome: "failed" };
  const incomplete = outcomes.find((entry) => entry.outcome === "incomplete");
  if (incomplete) return incomplete;
  if (outcomes.some((entry) => entry.outcome === "passed")) return { outcome: "passed" };
  return {};
}

/** An outcome of a published result that is none of ours (OAuth's `not-applicable`) is left out. */
function outcomeOf(result: SingleResult): Pick<ConformanceReport, "outcome" | "incompleteReason"> {
  if (result.outcome === undefined) return { outcome: result.passed ? "passed" : "failed" };
  if (result.outcome === "passed" || result.outcome === "failed") return { outcome: result.outcome };
  if (result.outcome !== "incomplete") return {};
  return { outcome: "incomplete", ...(result.incompleteReason ? { incompleteReason: result.incompleteReason } : {}) };
}

function groupOf(result: SingleResult, kind: string, title: string, index: number): ConformanceReportGroup {
  const prefix = kind.replace(/-?conformance$/, "") || "run";
  return {
    id: `${prefix}-${index + 1}`,
    title,
    target: targetOf(result),
    passed: result.passed,
    durationMs: result.durationMs ?? 0,
    ...(result.summary === undefined ? {} : { summary: result.summary }),
    cases: isOAuth(result) ? result.steps.map(stepCase) : checkCases(result),
  };
}

/** One root cause is told once: the checks of a server that could not be tested point at the case that tells it. */
function checkCases(result: ConformanceResult | ForeignChecksResult): ConformanceReportCase[] {
  const problem = "pack" in result ? result.problem : undefined;
  if (!problem) return result.checks.map(checkCase);
  return [connectionCase(problem), ...result.checks.map(blockedCase)];
}

function stepCase(step: OAuthStep): ConformanceReportCase {
  const details = present({ errorDetails: step.error?.details, teachableMoments: step.teachableMoments });
  const output = step.httpAttempts?.map(attemptLine).join("\n");
  return {
    id: step.step,
    title: step.title ?? step.step,
    category: "oauth",
    status: step.status,
    durationMs: step.durationMs ?? 0,
    ...(step.summary === undefined ? {} : { description: step.summary }),
    ...(step.error?.message ? { error: step.error.message } : {}),
    ...(details ? { details } : {}),
    ...(output ? { output } : {}),
  };
}

function attemptLine(attempt: NonNullable<OAuthStep["httpAttempts"]>[number]): string {
  const { request, response } = attempt;
  const answer = response ? `${response.status} ${response.statusText ?? ""}`.trim() : "no response";
  return `${request.method} ${request.url} -> ${answer}`;
}

function targetOf(result: SingleResult): string {
  if ("target" in result && typeof result.target === "string") return result.target;
  return "serverUrl" in result && typeof result.serverUrl === "string" ? result.serverUrl : "";
}

function kindOf(result: SingleResult): string {
  if (isOAuth(result)) return "oauth-conformance";
  if (!isChecks(result)) throw new TypeError("not a conformance result: it has neither checks nor steps");
  if ("pack" in result && isObject(result.pack)) return `${shortPackName(String(result.pack.name))}-conformance`;
  const discovery = result.discovery ?? {};
  if (Object.hasOwn(discovery, "wire")) return "tasks-conformance";
  if (Object.hasOwn(discovery, "uiToolCount")) return "apps-conformance";
  return "protocol-conformance";
}

function nameOf(kind: string): string {
  const word = kind.replace(/-?conformance$/, "");
  return `MCP ${word.charAt(0).toUpperCase()}${word.slice(1)} Conformance`;
}

function oauthTitle(result: OAuthResult): string {
  const parts = [result.protocolVersion, result.registrationStrategy].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join("/") : "OAuth Conformance";
}

function isSuite(result: SingleResult | ResultSuite): result is ResultSuite {
  return "results" in result && Array.isArray(result.results);
}

function isOAuth(result: SingleResult): result is OAuthResult {
  return "steps" in result && Array.isArray(result.steps);
}

function isChecks(result: SingleResult): result is ConformanceResult | ForeignChecksResult {
  return "checks" in result && Array.isArray(result.checks);
}
