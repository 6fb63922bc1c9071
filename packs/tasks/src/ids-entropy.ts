/** Least characters of a whole id, and of the part in which ids differ. */
const LEAST_LENGTH = 16;
const LEAST_RANDOM = 8;
/** Numbers that differ by less are counted up. */
const CLOSE = 1_000n;
/** Ids that are needed to compare them. */
const ENOUGH = 2;

/** Ids in plain hexadecimal that have to look like a UUID of one version: a few random ones may by chance. */
const NO_CHANCE = 3;

const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}-?([0-9a-f])[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** What makes ids easy to guess (I48). Heuristics: nothing that is found proves that they can be guessed. */
export function guessable(ids: readonly string[]): string[] {
  const odd = new Set<string>();
  const distinct = [...new Set(ids)];
  if (ids.some((id) => id.length < LEAST_LENGTH)) odd.add(`an id has fewer than ${LEAST_LENGTH} characters`);
  for (const version of ["1", "6"])
    if (areUuids(distinct, version))
      odd.add(`the ids are UUIDs of version ${version}, made of time and network address`);
  if (distinct.length < ENOUGH) return [...odd];
  const rests = withoutPrefix(distinct.map(withoutTime));
  if (rests.some((rest) => rest.length < LEAST_RANDOM))
    odd.add(`the ids differ in fewer than ${LEAST_RANDOM} characters`);
  if (areCounted(rests)) odd.add("the ids look counted: they are numbers close to each other");
  return [...odd];
}

function areUuids(ids: readonly string[], version: string): boolean {
  const found = ids.map((id) => UUID.exec(id));
  const arePlain = found.some((one) => one?.[1] === "");
  return ids.length >= (arePlain ? NO_CHANCE : 1) && found.every((one) => one?.[2] === version);
}

/** An id without the time that it begins with. */
function withoutTime(id: string): string {
  if (UUID.exec(id)?.[2] === "7") return id.replaceAll("-", "").slice(12);
  return ULID.test(id) ? id.slice(10) : id;
}

function withoutPrefix(ids: readonly string[]): string[] {
  const [first = "", ...others] = ids;
  let length = 0;
  while (length < first.length && others.every((other) => other[length] === first[length])) length++;
  return ids.map((id) => id.slice(length));
}

function areCounted(rests: readonly string[]): boolean {
  if (!rests.every((rest) => /^\d{1,40}$/.test(rest))) return false;
  const numbers = rests.map((rest) => BigInt(rest)).sort((one, other) => (one < other ? -1 : 1));
  return numbers.slice(1).every((number, index) => number - (numbers[index] ?? 0n) < CLOSE);
}
