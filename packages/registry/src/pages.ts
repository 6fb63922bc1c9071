/** A page of a listing. */
export interface Page<Entry> {
  entries: readonly Entry[];
  nextCursor?: string;
}

/** Which listing a cursor belongs to: one of the other listing is refused. */
export type Listing = "resources" | "templates";

/**
 * Cuts a page out of a listing.
 * @returns `undefined` for a cursor that this listing never gave, `""` included.
 */
export function pageOf<Entry>(
  entries: readonly Entry[],
  listing: Listing,
  size: number,
  cursor: unknown,
): Page<Entry> | undefined {
  const start = cursor === undefined ? 0 : offsetOf(cursor, listing);
  if (start === undefined || (start > 0 && start >= entries.length)) return undefined;
  const end = start + size;
  const page = { entries: entries.slice(start, end) };
  return end < entries.length ? { ...page, nextCursor: cursorOf(end, listing) } : page;
}

function cursorOf(offset: number, listing: Listing): string {
  return btoa(`${listing}:${offset}`);
}

function offsetOf(cursor: unknown, listing: Listing): number | undefined {
  if (typeof cursor !== "string") return undefined;
  const offset = Number(decoded(cursor).slice(listing.length + 1));
  return Number.isSafeInteger(offset) && offset > 0 && cursorOf(offset, listing) === cursor ? offset : undefined;
}

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return "";
  }
}
