import { isObject } from "@mcptest/pack";
import type { ConformanceReportCase, ForeignCheck } from "./conformance.js";
import type { ServerResult } from "./model.js";

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
    ...(check.advisory ? { advisory: true } : {}),
    ...(check.tolerated === undefined ? {} : { tolerated: check.tolerated }),
    ...(check.error?.message ? { error: check.error.message } : {}),
    ...(check.warnings?.length ? { warnings: check.warnings } : {}),
    ...(check.docsUrl === undefined ? {} : { docsUrl: check.docsUrl }),
    ...(details ? { details } : {}),
  };
}

/** Id of the case that tells why a server could not be tested. */
const CONNECTION = "connection";

/** The one case for a server that could not be tested. */
export function connectionCase({ message, fix }: NonNullable<ServerResult["problem"]>): ConformanceReportCase {
  return {
    id: CONNECTION,
    title: "A session with the server",
    category: "host",
    status: "skipped",
    skipReason: "could-not-run",
    durationMs: 0,
    error: `${message}\nfix: ${fix}`,
  };
}

/** A check of a server that could not be tested: it only points at the {@link connectionCase}. */
export function blockedCase(check: ForeignCheck): ConformanceReportCase {
  const { details: _, ...rest } = checkCase(check);
  return { ...rest, error: `blocked by ${CONNECTION}`, blockedBy: CONNECTION };
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
