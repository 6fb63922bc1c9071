/** Lines of stderr that are shown where there is no more room. */
const MAX_LINES = 20;

/** How a line names an error: `Error: …`, `TypeError`, `panic:`, `Traceback`, `fatal: …`, `error[E0425]`. */
const NAMES_ERROR = /(?:error|exception)\b|\b(?:panic(?:ked)?|fatal|traceback|cannot|could not)\b/i;

/**
 * The end of stderr for people: its last lines, at most `limit` (default 20). Where none of them names an error, as in a
 * long stack trace, the last line that does so stands before them.
 */
export function shownStderr(lines: readonly string[], limit = MAX_LINES): string[] {
  const last = lines.slice(-limit);
  if (lines.length <= limit || last.some((line) => NAMES_ERROR.test(line))) return last;
  const error = lines.slice(0, -limit).findLast((line) => NAMES_ERROR.test(line));
  return error === undefined ? last : [error, "…", ...lines.slice(-(limit - 2))];
}
