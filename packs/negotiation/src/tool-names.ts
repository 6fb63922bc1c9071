import { excerpt } from "@mcptest/pack";

/** Names that are listed in a message. */
const MOST_NAMES = 10;
/** Letters that may differ between a name and what was meant. */
const MOST_LETTERS = 2;

/** Says that a tool is not in the list of tools, which there are, and which of them was probably meant. */
export function notListed(tool: string, names: readonly string[]): string {
  const what = `the tool ${excerpt(tool, 80)}, which the option call names, is not in tools/list`;
  if (names.length === 0) return `${what}: there are no tools`;
  const meant = names.find((name) => isNear(tool, name));
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : "";
  const listed = names.slice(0, MOST_NAMES).map((name) => excerpt(name, 60));
  return `${what}: tools are ${listed.join(", ")}${more}${meant === undefined ? "" : `; did you mean ${excerpt(meant, 60)}?`}`;
}

/** The same letters but for case and separators, or all but a few in one place. */
function isNear(one: string, other: string): boolean {
  const [first, second] = [plain(one), plain(other)];
  if (first === second) return true;
  const shorter = Math.min(first.length, second.length);
  let start = 0;
  while (start < shorter && first[start] === second[start]) start++;
  let end = 0;
  while (end < shorter - start && first.at(-1 - end) === second.at(-1 - end)) end++;
  return Math.max(first.length, second.length) - start - end <= MOST_LETTERS && start + end > MOST_LETTERS;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_./\s]/g, "");
}
