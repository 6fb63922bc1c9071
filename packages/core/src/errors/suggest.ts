import { distance } from "fastest-levenshtein";

/** The name in `known` that `wrong` is most likely a slip of, or `undefined` when none is near. */
export function nearest(wrong: string, known: Iterable<string>): string | undefined {
  const limit = wrong.length < 3 ? 0 : Math.max(1, Math.floor(wrong.length * 0.4));
  let best: { name: string; edits: number } | undefined;
  for (const name of known) {
    if (name.toLowerCase() === wrong.toLowerCase()) return name;
    const edits = editsBetween(wrong.toLowerCase(), name.toLowerCase());
    if (edits <= limit && (best === undefined || edits < best.edits)) best = { name, edits };
  }
  return best?.name;
}

/** Two neighbouring letters that changed places count as one slip. */
function editsBetween(wrong: string, name: string): number {
  const edits = distance(wrong, name);
  if (edits !== 2 || wrong.length !== name.length) return edits;
  const index = [...wrong].findIndex((letter, position) => letter !== name[position]);
  const swapped = wrong.slice(0, index) + wrong[index + 1] + wrong[index] + wrong.slice(index + 2);
  return swapped === name ? 1 : edits;
}

/**
 * What follows a message about an unknown name: ` Did you mean "tasks"? There are: apps, tasks.` Without any known name:
 * ` There are none.`. At most 30 names are listed.
 */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  const names = [...known];
  if (names.length === 0) return " There are none.";
  const near = nearest(wrong, names);
  const more = names.length > 30 ? `, and ${names.length - 30} more` : "";
  const list = `There are: ${names.slice(0, 30).join(", ")}${more}.`;
  return near === undefined ? ` ${list}` : ` Did you mean "${near}"? ${list}`;
}
