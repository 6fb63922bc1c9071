import { defineFixture, type Exchange, type Json, type JsonObject, member, resultOf } from "@mcptest/pack";
import type { NegotiationOptions } from "./options.js";
import { askSteadily } from "./steady.js";

/** A list as far as it could be read. Items are as received. */
export interface Listed {
  /** The capability for it is advertised, or unknown. */
  advertised: boolean;
  /** Objects among the items. */
  items: JsonObject[];
  /** One exchange for each page, in order. */
  pages: Exchange[];
  /** Why it ended early. */
  problem?: string;
}

/** The four lists of a server. */
export interface Lists {
  tools: Listed;
  prompts: Listed;
  resources: Listed;
  templates: Listed;
}

/** Pages and items after which a list is taken as endless. */
const MOST_PAGES = 100;
const MOST_ITEMS = 10_000;

const METHODS = [
  ["tools", "tools/list", "tools", "tools"],
  ["prompts", "prompts/list", "prompts", "prompts"],
  ["resources", "resources/list", "resources", "resources"],
  ["templates", "resources/templates/list", "resourceTemplates", "resources"],
] as const;

/**
 * Lists what the server advertises, through every page; what is not advertised is not asked for. A server without
 * `server/discover`, whose capabilities are unknown, is asked for everything.
 */
export const lists = defineFixture<Lists, Record<never, never>, NegotiationOptions>({
  name: "lists",
  async prepare(_values, { host, connection, negotiated }) {
    const entries: [string, Listed][] = [];
    for (const [name, method, key, capability] of METHODS) {
      const advertised = !negotiated.discovered || member(negotiated.capabilities, capability) !== undefined;
      const listed: Listed = { advertised, items: [], pages: [] };
      entries.push([name, listed]);
      if (advertised) await readPages((params) => askSteadily(host, connection, { method, params }), key, listed);
    }
    return Object.fromEntries(entries) as unknown as Lists;
  },
});

/** Reads every page of one list into `listed` (A27). */
export async function readPages(
  ask: (params: JsonObject) => Promise<Exchange>,
  key: string,
  listed: Listed,
): Promise<void> {
  const seen = new Set<string>();
  let cursor: Json | undefined;
  for (let page = 0; page < MOST_PAGES && listed.items.length < MOST_ITEMS; page++) {
    const exchange = await ask(cursor === undefined ? {} : { cursor });
    listed.pages.push(exchange);
    const items = member(resultOf(exchange), key);
    if (!Array.isArray(items)) {
      listed.problem = `exchange ${exchange.number} gave no list of ${key}`;
      return;
    }
    listed.items.push(
      ...items.filter((item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item)),
    );
    cursor = member(resultOf(exchange), "nextCursor");
    if (cursor === undefined || cursor === null) return;
    const id = JSON.stringify(cursor);
    if (seen.has(id)) {
      listed.problem = "the server gave a cursor a second time";
      return;
    }
    seen.add(id);
  }
  listed.problem = `the list did not end after ${listed.pages.length} pages`;
}
