/** Names that a message lists. */
const MOST_NAMES = 30;
/** Characters of a name that are compared. */
const MOST_LENGTH = 80;

/** What follows a message about a name that is not there: ` Did you mean "jobs/get"? There are: jobs/get, jobs/start.` */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  const names = [...known];
  if (names.length === 0) return " There are none.";
  const [near] = names
    .map((name) => ({ name, edits: editsBetween(wrong.toLowerCase(), name.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(wrong.length * 0.3)))
    .sort((one, other) => one.edits - other.edits);
  const more = names.length > MOST_NAMES ? `, and ${names.length - MOST_NAMES} more` : "";
  const list = `There are: ${names.slice(0, MOST_NAMES).join(", ")}${more}.`;
  return near === undefined ? ` ${list}` : ` Did you mean ${JSON.stringify(near.name)}? ${list}`;
}

/** The least number of characters to add, take away or replace (Levenshtein). */
function editsBetween(one: string, other: string): number {
  const from = one.slice(0, MOST_LENGTH);
  let row = Array.from({ length: from.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...other.slice(0, MOST_LENGTH)].entries()) {
    const next = [index + 1];
    for (let at = 0; at < from.length; at++) {
      const replaced = (row[at] ?? 0) + (from[at] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
