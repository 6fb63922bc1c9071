import { type Check, came, excerpt, excused, extensionResultOf, isObject, type Json, member } from "@mcptest/pack";
import { few, skillsCheck, tell } from "../define.js";
import { GET, LIST } from "../ids.js";
import { listSkills, skillsListing } from "../listing.js";
import { skillsFound } from "../skills.js";
import { codeOf, INVALID_PARAMS } from "../talk.js";
import { unlisted } from "./judge.js";

const listShape = skillsCheck({
  id: "skills-list-shape",
  category: "listing",
  title: "skills/list gives a list of skills",
  description:
    "skills is an array; each entry is an object whose uri is a text, whose frontmatter is an object, and whose resources, where they are a list, have uri and size of the right type. On 2026-07-28 resultType is complete.",
  level: "must",
  source: "ext-skills",
  section: "skills/list",
  phase: "list",
  needs: { listing: skillsListing },
  run({ listing }, verdict, { negotiated }) {
    const id = "skills-list-shape";
    const rule = "skills is an array of {uri, frontmatter, resources}";
    const fail = (came: string, exchange: number, fix: string) =>
      verdict.fail(tell({ id, sent: LIST, came, rule, fix }), [exchange]);
    const { end, pages, listed } = listing;
    if (end?.trouble && pages.length === 0) {
      verdict.couldNotRun(end.trouble.reason, { origin: end.trouble.origin, evidence: [end.exchange.number] });
      return;
    }
    if (end?.by === "absent") return verdict.notApplicable(`${LIST} is unknown to the server`);
    if (end?.by === "server" && end.came.startsWith("no list"))
      fail(end.came, end.exchange.number, "give skills as an array");
    for (const { exchange, result } of pages) {
      const type = member(result, "resultType");
      if (negotiated.era === "modern" && type !== "complete")
        fail(`resultType is ${excerpt(type ?? null, 60)}`, exchange.number, 'set resultType to "complete"');
    }
    const wrong = listed.flatMap(({ entry, exchange }) =>
      entryProblems(entry).map((problem) => ({ problem, exchange })),
    );
    const [first] = wrong;
    if (first) fail(few(wrong.map(({ problem }) => problem)), first.exchange, "give each member its type");
  },
});

function entryProblems(entry: Json): string[] {
  if (!isObject(entry)) return [`an entry is ${excerpt(entry, 80)}`];
  const uri = member(entry, "uri");
  if (typeof uri !== "string") return [`the uri of an entry is ${excerpt(uri ?? null, 80)}`];
  const of = ` of ${excerpt(uri, 120)}`;
  const problems: string[] = [];
  if (!isObject(member(entry, "frontmatter"))) problems.push(`frontmatter${of} is no object`);
  const meta = member(entry, "_meta");
  if (meta !== undefined && !isObject(meta)) problems.push(`_meta${of} is no object`);
  const resources = member(entry, "resources");
  if (!Array.isArray(resources)) return problems;
  for (const resource of resources.slice(0, 2_000)) {
    if (typeof member(resource, "uri") !== "string") problems.push(`a resource${of} has no uri`);
    else if (!isSize(member(resource, "size")))
      problems.push(
        `size of ${excerpt(member(resource, "uri"), 120)} is ${excerpt(member(resource, "size") ?? null, 40)}`,
      );
  }
  return problems;
}

function isSize(value: Json | undefined): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

const cacheFields = skillsCheck({
  id: "skills-list-cache-fields",
  category: "listing",
  title: "Lists and entries say how long they hold",
  description:
    "On 2026-07-28 skills/list and skills/get have ttlMs, an integer of 0 at least, and cacheScope, public or private.",
  level: "must",
  source: "ext-skills",
  section: "Caching",
  phase: "list",
  on: { era: "modern" },
  needs: { listing: skillsListing, found: skillsFound },
  run({ listing, found }, verdict) {
    if (listing.pages.length === 0 && found.skills.length === 0) {
      if (!unlisted(verdict, listing)) verdict.notApplicable("there is no result to look at");
      return;
    }
    const results = [
      ...listing.pages.map(({ exchange, result }) => ({ method: LIST, exchange, result })),
      ...found.skills.map(({ got }) => ({ method: GET, exchange: got, result: extensionResultOf(got) })),
    ];
    for (const method of [LIST, GET]) {
      const of = results.filter((each) => each.method === method && each.result !== undefined);
      const bad = of
        .map((each) => ({ ...each, problems: cacheProblems(each.result) }))
        .find(({ problems }) => problems.length > 0);
      const about = { subject: method };
      if (bad === undefined) {
        if (of[0]) verdict.pass(about, [of[0].exchange.number]);
        continue;
      }
      const rule = "a result has ttlMs (an integer of 0 at least) and cacheScope (public or private)";
      const fix = 'add "ttlMs": 0 and "cacheScope": "private" where nothing may be kept';
      const text = tell({ id: "skills-list-cache-fields", sent: method, came: bad.problems.join(", "), rule, fix });
      verdict.fail(text, [bad.exchange.number], about);
    }
  },
});

function cacheProblems(result: Json | undefined): string[] {
  const [ttl, scope] = [member(result, "ttlMs"), member(result, "cacheScope")];
  return [
    ...(typeof ttl === "number" && Number.isInteger(ttl) && ttl >= 0
      ? []
      : [ttl === undefined ? "no ttlMs" : `ttlMs is ${excerpt(ttl, 40)}`]),
    ...(scope === "public" || scope === "private"
      ? []
      : [scope === undefined ? "no cacheScope" : `cacheScope is ${excerpt(scope, 40)}`]),
  ];
}

/** A cursor that no server gave. */
const BOGUS = "mcptest-no-such-cursor";

const pagination = skillsCheck({
  id: "skills-list-pagination",
  category: "listing",
  title: "Pages of skills/list come to an end",
  description:
    "Pages end, no cursor comes twice. A cursor that the server never gave gets -32602, and no skill is listed twice, which warn. Another list on a second reading is noted.",
  level: "must",
  source: "ext-skills",
  section: "skills/list",
  needs: { listing: skillsListing },
  async run({ listing }, verdict, { host, connection }) {
    if (unlisted(verdict, listing)) return;
    const id = "skills-list-pagination";
    const { end } = listing;
    if (end?.by === "server") {
      const fix = "end the list with a page without nextCursor, and let each cursor lead on";
      verdict.fail(tell({ id, sent: LIST, came: end.came, rule: "pages lead to an end", fix }), [end.exchange.number]);
      return;
    }
    if (end?.by === "trouble" || end?.by === "bound") {
      verdict.couldNotRun(end.came, { origin: end.trouble?.origin ?? "host", evidence: [end.exchange.number] });
      return;
    }
    const uris = listing.listed.map(({ entry }) => member(entry, "uri")).filter((uri) => typeof uri === "string");
    const twice = [...new Set(uris.filter((uri, index) => uris.indexOf(uri) !== index))];
    if (twice.length > 0) {
      const fix = "list each skill once";
      const said = `${few(twice.map((uri) => excerpt(uri, 120)))} is listed more than once`;
      verdict.warn(
        tell({ id, sent: LIST, came: said, rule: "each skill stands once", fix }),
        listing.pages.map(({ exchange }) => exchange.number).slice(0, 10),
      );
    }
    const bogus = await host.callExtension(
      connection,
      LIST,
      { cursor: BOGUS },
      { defect: "a cursor that the server never gave" },
    );
    const isExcused = excused(verdict, bogus, `${LIST} with the cursor ${BOGUS}`);
    if (!isExcused && codeOf(bogus) !== INVALID_PARAMS) {
      const fix = "answer -32602 to a cursor that you did not give";
      verdict.warn(
        tell({
          id,
          sent: `${LIST} with the cursor ${BOGUS}`,
          came: came(bogus, 160),
          rule: "an unknown cursor is refused",
          fix,
        }),
        [bogus.number],
      );
    }
    const again = await listSkills(host, connection);
    const names = (all: typeof listing) =>
      JSON.stringify(all.listed.map(({ entry }) => String(member(entry, "uri"))).sort());
    if (again.end === undefined && names(again) !== names(listing))
      verdict.note(
        "a second reading of the list gave other skills",
        again.pages.map(({ exchange }) => exchange.number).slice(0, 5),
      );
  },
});

const mayBeEmpty = skillsCheck({
  id: "skills-list-may-be-empty",
  category: "listing",
  title: "An empty list is noted",
  description:
    "skills/list may be empty. It is noted, since then only skills that are named by skillUris are looked at.",
  level: "info",
  source: "ext-skills",
  section: "skills/list",
  needs: { listing: skillsListing },
  run({ listing }, verdict, { optionName }) {
    if (unlisted(verdict, listing)) return;
    if (listing.listed.length > 0) return;
    verdict.note(
      `the list is empty, which is allowed; name a skill with ${optionName(["skillUris"], "skill://deploy/SKILL.md")} to have it judged`,
      listing.pages.map(({ exchange }) => exchange.number),
    );
  },
});

const nameCollision = skillsCheck({
  id: "skills-name-collision",
  category: "listing",
  title: "Skills of one name are named",
  description:
    "Two skills of a list with the same name are noted: names are labels, and a model cannot tell them apart.",
  level: "info",
  source: "ext-skills",
  section: "Naming",
  needs: { listing: skillsListing },
  run({ listing }, verdict) {
    if (unlisted(verdict, listing)) return;
    const byName = new Map<string, string[]>();
    for (const { entry } of listing.listed) {
      const name = member(member(entry, "frontmatter"), "name");
      if (typeof name === "string") byName.set(name, [...(byName.get(name) ?? []), String(member(entry, "uri"))]);
    }
    for (const [name, uris] of byName) {
      if (new Set(uris).size > 1)
        verdict.note(`${excerpt(name, 80)} is the name of ${few(uris.map((uri) => excerpt(uri, 120)))}`);
    }
  },
});

/** The checks of the list as a whole. */
export const listingChecks: Check[] = [listShape, cacheFields, pagination, mayBeEmpty, nameCollision];
