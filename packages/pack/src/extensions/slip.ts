/** Names that are shorter than this have too many neighbours. */
const SHORTEST_NAME = 4;

/**
 * True where an id differs from another one in its name alone, and there by one character that is missing, added or
 * another one, or by two neighbours that changed places. Names of fewer than four characters are no slips of anything.
 */
export function isOneSlip(id: string, other: string): boolean {
  const slash = other.lastIndexOf("/") + 1;
  if (id === other || !id.startsWith(other.slice(0, slash))) return false;
  const [wrong, name] = [id.slice(slash), other.slice(slash)];
  if (Math.min(wrong.length, name.length) < SHORTEST_NAME || Math.abs(wrong.length - name.length) > 1) return false;
  let start = 0;
  while (start < name.length && wrong[start] === name[start]) start++;
  const [wrongRest, nameRest] = [wrong.slice(start), name.slice(start)];
  return (
    wrongRest === nameRest.slice(1) ||
    wrongRest.slice(1) === nameRest ||
    wrongRest.slice(1) === nameRest.slice(1) ||
    (wrongRest[0] === nameRest[1] && wrongRest[1] === nameRest[0] && wrongRest.slice(2) === nameRest.slice(2))
  );
}
