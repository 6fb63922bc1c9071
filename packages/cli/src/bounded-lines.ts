import { visibleLine } from "@mcptest/reporters";

/** Text from a server on one line, visible, and at most `limit` characters long. */
export function bounded(text: string, limit = 300): string {
  const line = visibleLine(text.length > limit * 4 ? text.slice(0, limit * 4) : text);
  return line.length <= limit ? line : `${line.slice(0, limit)}... (${text.length} characters)`;
}

/** At most `limit` lines for the entries of a list, and one that says how many were left out. */
export function boundedList<T>(entries: readonly T[], line: (entry: T) => string[], limit = 200): string[] {
  const lines = entries.slice(0, limit).flatMap(line);
  return entries.length <= limit ? lines : [...lines, `... and ${entries.length - limit} more`];
}

/** A heading with its lines indented below; `(none)` without any. */
export function section(heading: string, lines: readonly string[]): string[] {
  return [heading, ...(lines.length === 0 ? ["(none)"] : lines).map((line) => `  ${line}`)];
}
