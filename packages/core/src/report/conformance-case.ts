import { isObject } from "@mcptest/pack";
import type { ConformanceReportCase, ForeignCheck } from "./conformance.js";

/** A check in the shape of a {@link ConformanceReportCase}: the same for a check of a run and for one of a result. */
export function checkCase(check: ForeignCheck): ConformanceReportCase {
  const details = present({ details: check.details, errorDetails: check.error?.details });
  return {
    id: check.id,
    title: check.title ?? check.id,
    category: check.category,
    status: check.status,
    ...(check.skipReason ? { skipReason: check.skipReason } : {}),
    durationMs: check.durationMs ?? 0,
    ...(check.description === undefined ? {} : { description: check.description }),
    ...(check.tolerated === undefined ? {} : { tolerated: check.tolerated }),
    ...(check.error?.message ? { error: check.error.message } : {}),
    ...(check.warnings?.length ? { warnings: check.warnings } : {}),
    ...(details ? { details } : {}),
  };
}

/** The members that hold something, or `undefined` when none does. */
export function present(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const kept = Object.entries(members).filter(
    ([, value]) =>
      value !== undefined &&
      !(Array.isArray(value) && value.length === 0) &&
      !(isObject(value) && Object.keys(value).length === 0),
  );
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
