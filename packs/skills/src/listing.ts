import {
  type Connection,
  came,
  defineFixture,
  type Exchange,
  excerpt,
  extensionResultOf,
  type Json,
  type JsonObject,
  member,
  type PackHost,
  type Trouble,
  troubleOf,
} from "@mcptest/pack";
import { LIST } from "./ids.js";
import type { SkillsOptions } from "./options.js";
import { codeOf, METHOD_NOT_FOUND } from "./talk.js";

/** Pages and entries after which a list is taken as endless. */
const MOST_PAGES = 100;
const MOST_SKILLS = 10_000;

/** One page of `skills/list`. */
export interface SkillsPage {
  exchange: Exchange;
  result: Json;
}

/** Why a list is not known to its end. */
export interface ListEnd {
  /** `server`: it broke a rule. `absent`: the method is unknown. `trouble`: it says nothing of the server. `bound`: a limit of ours. */
  by: "server" | "absent" | "trouble" | "bound";
  came: string;
  exchange: Exchange;
  trouble?: Trouble;
}

/** One entry of the list. */
export interface ListedSkill {
  entry: Json;
  exchange: number;
}

/** `skills/list`, as far as it could be read. */
export interface SkillsListing {
  pages: SkillsPage[];
  listed: ListedSkill[];
  /** Absent when it was read to its end. */
  end?: ListEnd;
}

/** The list of the server. */
export const skillsListing = defineFixture<SkillsListing, Record<never, never>, SkillsOptions>({
  name: "list of skills",
  prepare: (_values, { host, connection }) => listSkills(host, connection),
});

/** Reads every page of `skills/list`. */
export async function listSkills(host: PackHost, on: Connection): Promise<SkillsListing> {
  const listing: SkillsListing = { pages: [], listed: [] };
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (;;) {
    const params: JsonObject = cursor === undefined ? {} : { cursor };
    const exchange = await host.callExtension(on, LIST, params);
    const result = extensionResultOf(exchange);
    const skills = member(result, "skills");
    if (result === undefined || !Array.isArray(skills)) return { ...listing, end: endOf(exchange, listing) };
    listing.pages.push({ exchange, result });
    for (const entry of skills) listing.listed.push({ entry, exchange: exchange.number });
    const next = member(result, "nextCursor");
    if (next === undefined || next === null) return listing;
    const broken = (came: string): SkillsListing => ({ ...listing, end: { by: "server", came, exchange } });
    if (typeof next !== "string") return broken(`nextCursor is ${excerpt(next, 80)}, no text`);
    if (seen.has(next)) return broken(`nextCursor is ${excerpt(next, 80)} a second time`);
    if (listing.pages.length >= MOST_PAGES || listing.listed.length >= MOST_SKILLS) {
      const came = `the list did not end after ${listing.pages.length} pages with ${listing.listed.length} skills`;
      return { ...listing, end: { by: "bound", came, exchange } };
    }
    seen.add(next);
    cursor = next;
  }
}

function endOf(exchange: Exchange, { pages }: SkillsListing): ListEnd {
  if (pages.length === 0 && codeOf(exchange) === METHOD_NOT_FOUND) {
    return { by: "absent", came: "the error -32601", exchange };
  }
  const trouble = troubleOf(exchange, LIST);
  if (trouble) return { by: "trouble", came: trouble.reason, exchange, trouble };
  const page = pages.length === 0 ? "" : ` on page ${pages.length + 1}`;
  return { by: "server", came: `no list of skills${page}: ${came(exchange, 160)}`, exchange };
}
