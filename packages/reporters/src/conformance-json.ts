import type { ConformanceReport } from "@mcptest/core/report";

/** Names of members that hold a secret in results of other tools, such as the tokens of an OAuth result. */
const SECRET_NAME =
  /^(access_?token|refresh_?token|id_?token|token|authorization|proxy-authorization|cookie|set-cookie|password|passwd|client_?secret|secret|api_?key|x-api-key|code_?verifier|private_?key)$/i;
const MASK = "[REDACTED]";

/**
 * The report as a plain object of its own, ready for `JSON.stringify`: members whose name says that they hold a secret
 * are masked at any depth.
 */
export function renderConformanceReportJson(report: ConformanceReport): ConformanceReport {
  return copy(report, 0) as ConformanceReport;
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > 200) return "[nested too deeply]";
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const members = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    members.map(([key, item]) => [key, SECRET_NAME.test(key) && isScalar(item) ? MASK : copy(item, depth + 1)]),
  );
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" && typeof value !== "boolean";
}
