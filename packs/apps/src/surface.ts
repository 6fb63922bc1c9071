import {
  type Connection,
  defineFixture,
  type Exchange,
  isObject,
  type Json,
  type JsonObject,
  member,
  type PackContext,
  type PackHost,
  type RequestSpec,
  resultOf,
  troubleOf,
} from "@mcptest/pack";
import { DECLARED } from "./ids.js";
import type { AppsOptions } from "./options.js";

/** One entry of a list as received, and the exchange that brought it. */
export interface Entry {
  entry: JsonObject;
  exchange: number;
}

/** A list as far as it could be read. */
export interface Listing {
  /** The capability for it is advertised, or unknown; else it was not asked for. */
  advertised: boolean;
  entries: Entry[];
  /** Exchange numbers of the pages. */
  pages: number[];
  /** Why it could not be read to its end. */
  problem?: string;
}

/** What a client is shown: one that declares the extension, or one that does not. */
export interface Surface {
  /** The client declares the extension: on 2026-07-28 in each request, before in its own `initialize`. */
  declares: boolean;
  connection: Connection;
  tools: Listing;
  resources: Listing;
}

/** Both sides of the extension. */
export interface Surfaces {
  declared: Surface;
  plain: Surface;
}

/** Pages, items and bytes after which a list is taken as endless. */
const MOST_PAGES = 100;
const MOST_ITEMS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/** Sends a request as the client of this surface: with the extension declared, or without. */
export function ask(
  host: PackHost,
  { connection, declares }: Pick<Surface, "connection" | "declares">,
  request: RequestSpec,
) {
  const isDeclared = declares && connection.negotiated.era === "modern";
  return host.exchange(connection, { ...request, ...(isDeclared ? { extensions: DECLARED } : {}) });
}

/** The capabilities of a client with views, for an `initialize`. */
export const CLIENT_CAPABILITIES: JsonObject = { extensions: DECLARED };

/** A connection of a client that declares the extension. It is a new one before 2026-07-28, and else the shared one. */
export async function openDeclared({ host, connection, negotiated }: PackContext<AppsOptions>): Promise<Connection> {
  if (negotiated.era === "modern") return connection;
  return await host.open({ fresh: true, capabilities: CLIENT_CAPABILITIES });
}

/** The lists that a client is shown who declares the extension. Before 2026-07-28 its connection stays open for the run. */
export const declaredSurface = defineFixture<Surface, Record<never, never>, AppsOptions>({
  name: "lists, extension declared",
  async prepare(_values, context) {
    return await surfaceOf(context.host, await openDeclared(context), true);
  },
  async teardown({ connection }, { host }) {
    await host.close(connection);
  },
});

/** The lists that a client is shown who does not declare it. */
export const plainSurface = defineFixture<Surface, Record<never, never>, AppsOptions>({
  name: "lists, extension not declared",
  prepare: (_values, { host, connection }) => surfaceOf(host, connection, false),
});

/** Both. */
export const surfaces = defineFixture<Surfaces, { declared: typeof declaredSurface; plain: typeof plainSurface }>({
  name: "lists",
  needs: { declared: declaredSurface, plain: plainSurface },
  prepare: (values) => values,
});

/** Reads both lists. */
export async function surfaceOf(host: PackHost, connection: Connection, declares: boolean): Promise<Surface> {
  const client = { connection, declares };
  const [tools, resources] = [
    await listing(host, client, "tools/list", "tools"),
    await listing(host, client, "resources/list", "resources"),
  ];
  return { ...client, tools, resources };
}

/** Reads one list through every page. What is not advertised is not asked for. */
export async function listing(
  host: PackHost,
  client: Pick<Surface, "connection" | "declares">,
  method: string,
  key: string,
): Promise<Listing> {
  const { discovered, capabilities } = client.connection.negotiated;
  const list: Listing = { advertised: !discovered || member(capabilities, key) !== undefined, entries: [], pages: [] };
  if (!list.advertised) return list;
  const seen = new Set<string>();
  let bytes = 0;
  let cursor: Json | undefined;
  while (list.pages.length < MOST_PAGES && list.entries.length < MOST_ITEMS && bytes < MOST_BYTES) {
    const exchange = await ask(host, client, { method, params: cursor === undefined ? {} : { cursor } });
    bytes += exchange.messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
    list.pages.push(exchange.number);
    const problem = addPage(list, exchange, method, key);
    if (problem !== undefined) return { ...list, problem };
    cursor = member(resultOf(exchange), "nextCursor");
    if (cursor === undefined || cursor === null) return list;
    const id = JSON.stringify(cursor);
    if (seen.has(id)) return { ...list, problem: `${method} gave a cursor a second time` };
    seen.add(id);
  }
  return { ...list, problem: `${method} did not end after ${list.pages.length} pages (a limit of ours)` };
}

function addPage(list: Listing, exchange: Exchange, method: string, key: string): string | undefined {
  const items = member(resultOf(exchange), key);
  if (!Array.isArray(items)) {
    const trouble = troubleOf(exchange, method);
    return trouble?.reason ?? `${method} gave no list of ${key}`;
  }
  for (const entry of items) if (isObject(entry)) list.entries.push({ entry, exchange: exchange.number });
  return undefined;
}
