import {
  type Connection,
  type Exchange,
  excerpt,
  isObject,
  type Json,
  type JsonObject,
  MAPPING_SCHEME,
  member,
  type PackHost,
  resultOf,
  type Trouble,
  troubleOf,
} from "@mcptest/pack";

/** Pages and entries after which a list is taken as endless. */
const MOST_PAGES = 100;
const MOST_ENTRIES = 10_000;

/** The two lists, and where an entry has its address. */
export const LISTS = {
  resources: { method: "resources/list", key: "resources", address: "uri" },
  templates: { method: "resources/templates/list", key: "resourceTemplates", address: "uriTemplate" },
} as const;

/** The name of a list. */
export type ListName = keyof typeof LISTS;

/** Why a list is not known to its end. */
export interface ListEnd {
  /** `server`: it broke a rule of paging. `trouble`: it says nothing about the server. `bound`: a limit of ours. */
  by: "server" | "trouble" | "bound";
  /** In words: what came. */
  came: string;
  exchange: Exchange;
  /** Only where `by` is `trouble`. */
  trouble?: Trouble;
}

/** One page: its exchange and what it lists. */
export interface Page {
  exchange: Exchange;
  entries: JsonObject[];
  /** The cursor that was sent for it. */
  cursor?: string;
}

/** A list with all pages that could be had. */
export interface Listing {
  name: ListName;
  pages: Page[];
  /** Absent when it was read to its end. */
  end?: ListEnd;
}

/** Reads every page of a list. `defect`: why the server need not answer. Stops at `enough`. */
export async function readListing(
  host: PackHost,
  on: Connection,
  name: ListName,
  { defect, enough }: { defect?: string; enough?: (page: Page) => boolean } = {},
): Promise<Listing> {
  const { method, key } = LISTS[name];
  const listing: Listing = { name, pages: [] };
  const sent = new Set<string>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  let entries = 0;
  for (;;) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const exchange = await host.exchange(on, { method, params, ...(defect === undefined ? {} : { defect }) });
    const page = pageIn(exchange, key, cursor);
    if (!page) return ended(listing, endOf(exchange, cursor, `${method} gave no list of ${key}`));
    const addresses = page.entries.flatMap((entry) => addressOf(name, entry) ?? []);
    const isAgain = addresses.length > 0 && addresses.every((address) => seen.has(address));
    listing.pages.push(page);
    entries += page.entries.length;
    if (isAgain)
      return ended(listing, broken(exchange, `page ${listing.pages.length} has nothing but what earlier pages had`));
    for (const address of addresses) seen.add(address);
    if (enough?.(page)) return listing;
    const next = member(resultOf(exchange), "nextCursor");
    if (next === undefined || next === null) return listing;
    if (typeof next !== "string") return ended(listing, broken(exchange, `nextCursor is ${excerpt(next)}, no text`));
    if (sent.has(next)) return ended(listing, broken(exchange, `nextCursor is ${excerpt(next)} a second time`));
    if (listing.pages.length >= MOST_PAGES || entries >= MOST_ENTRIES) {
      const came = `the list did not end after ${listing.pages.length} pages with ${entries} entries`;
      return ended(listing, { by: "bound", came, exchange });
    }
    sent.add(next);
    cursor = next;
  }
}

/** The addresses of a list, in order. */
export function addressesOf({ name, pages }: Listing): string[] {
  return pages.flatMap(({ entries }) => entries).flatMap((entry) => addressOf(name, entry) ?? []);
}

/** The address of one entry. */
export function addressOf(name: ListName, entry: JsonObject): string | undefined {
  const address = member(entry, LISTS[name].address);
  return typeof address === "string" ? address : undefined;
}

/** The entries with this address. */
export function entriesAt({ name, pages }: Listing, address: string): JsonObject[] {
  return pages.flatMap(({ entries }) => entries).filter((entry) => addressOf(name, entry) === address);
}

/** Numbers of the exchanges of a list, the first few where there are many. */
export function pagesOf({ pages }: Listing): number[] {
  return pages.slice(0, 10).map(({ exchange }) => exchange.number);
}

/** True for an address of the convention. */
export function isMapped(address: string | undefined): address is string {
  return address?.startsWith(MAPPING_SCHEME) === true;
}

function pageIn(exchange: Exchange, key: string, cursor: string | undefined): Page | undefined {
  const items: Json | undefined = member(resultOf(exchange), key);
  if (!Array.isArray(items)) return undefined;
  return { exchange, entries: items.filter(isObject), ...(cursor === undefined ? {} : { cursor }) };
}

function endOf(exchange: Exchange, cursor: string | undefined, none: string): ListEnd {
  const trouble = troubleOf(exchange, LISTS_WORDS);
  if (trouble) return { by: "trouble", came: trouble.reason, exchange, trouble };
  const after = cursor === undefined ? "" : ` for the cursor ${excerpt(cursor)}`;
  return broken(exchange, `${none}${after}`);
}

const LISTS_WORDS = "a page of a list";

function broken(exchange: Exchange, came: string): ListEnd {
  return { by: "server", came, exchange };
}

function ended(listing: Listing, end: ListEnd): Listing {
  return { ...listing, end };
}
