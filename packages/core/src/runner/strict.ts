import type { CheckResult } from "../report/model.js";

/** A warning of a must or a should is a failure under `--strict`; those of `interop` and `info` checks and of advisory ones are not. */
export function failsUnderStrict({ level, advisory }: Pick<CheckResult, "level" | "advisory">): boolean {
  return (level === "must" || level === "should") && !advisory;
}

/** What the error of a check says that fails for its warnings. */
export function strictMessage(warnings: readonly string[]): string {
  return `--strict: ${warnings.join("\n")}`;
}

/** The verdict of `--strict` on a result. */
export function strictly(result: CheckResult): CheckResult {
  const { level, status, warnings = [], skipReason, origin: _origin, ...rest } = result;
  if (!failsUnderStrict(result) || warnings.length === 0 || status === "failed") return result;
  const undecided = skipReason && rest.error ? [rest.error.message] : [];
  return {
    ...rest,
    level,
    status: "failed",
    warnings,
    ...(undecided.length > 0 ? { notes: [...(rest.notes ?? []), ...undecided] } : {}),
    error: { message: strictMessage(warnings) },
  };
}
