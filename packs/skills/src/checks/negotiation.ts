import {
  type Check,
  came,
  defineFixture,
  excerpt,
  excused,
  isObject,
  type JsonObject,
  member,
  type PackContext,
  resultOf,
} from "@mcptest/pack";
import { skillsCheck, tell } from "../define.js";
import { GET, LIST, OLD_INDEX, SKILLS_EXTENSION } from "../ids.js";
import { skillsListing } from "../listing.js";
import type { SkillsOptions } from "../options.js";
import { entryOf, getSkill, skillsFound } from "../skills.js";
import { codeOf, METHOD_NOT_FOUND, readUri, succeeded } from "../talk.js";

/** The negative probes, where they are asked for. */
export const negativeProbes = defineFixture<true, Record<never, never>, SkillsOptions>({
  name: "negative probes",
  role: {
    name: "negative probes",
    configured: ({ negativeProbes: isAsked }) => isAsked,
    option: { path: ["negativeProbes"] },
  },
  prepare: () => true,
});

const THROUGH_RESOURCES = "on this route the interface of the extension says what there is";
const NOT_DECLARED = "the server does not declare the extension";
const NATIVELY = { route: ["native", "unofficial"] } as const;

/** An interface among the resources declares the extension by being there. */
function isDeclared({ serverAdvertisement, facts }: PackContext<SkillsOptions>): boolean {
  return serverAdvertisement !== undefined || facts.route === "resources";
}

const declaredPlace = skillsCheck({
  id: "skills-declared-place",
  category: "negotiation",
  title: "The extension is declared in its place, with known settings",
  description: `${SKILLS_EXTENSION} stands in capabilities.extensions, its settings are an object, and directoryRead is true or false where it is there. Unknown settings are noted.`,
  level: "must",
  source: "ext-skills",
  section: "Capability",
  phase: "list",
  run(_values, verdict, { negotiated, serverAdvertisement, facts }) {
    if (facts.route === "resources") return verdict.notApplicable(THROUGH_RESOURCES);
    const rule = `capabilities.extensions has ${SKILLS_EXTENSION}, with {} or {"directoryRead": true}`;
    const sent = negotiated.era === "modern" ? "server/discover" : "initialize";
    const fail = (came: string, fix: string) =>
      verdict.fail(tell({ id: "skills-declared-place", sent, came, rule, fix }), [], { subject: SKILLS_EXTENSION });
    const isExperimental = member(member(negotiated.capabilities, "experimental"), SKILLS_EXTENSION) !== undefined;
    if (serverAdvertisement === undefined) {
      const where = isExperimental ? "it stands under capabilities.experimental" : "it stands nowhere";
      return fail(where, "declare it under capabilities.extensions");
    }
    const settings = serverAdvertisement as JsonObject;
    if (!isObject(settings)) return fail(`its settings are ${excerpt(settings, 80)}`, "declare an object, {} at least");
    const directoryRead = member(settings, "directoryRead");
    if (directoryRead !== undefined && typeof directoryRead !== "boolean")
      fail(`directoryRead is ${excerpt(directoryRead, 80)}`, "set it to true or false, or leave it out");
    const unknown = Object.keys(settings).filter((key) => key !== "directoryRead");
    if (unknown.length > 0) verdict.note(`settings that are unknown: ${excerpt(unknown.join(", "), 200)}`);
    if (isExperimental) verdict.note("it stands under capabilities.experimental as well");
  },
});

const resourcesCapability = skillsCheck({
  id: "skills-resources-capability",
  category: "negotiation",
  title: "A server with skills declares resources",
  description: "The capabilities have resources, since files of skills are read as resources.",
  level: "must",
  source: "ext-skills",
  section: "Capability",
  phase: "list",
  run(_values, verdict, context) {
    const { negotiated } = context;
    if (!isDeclared(context)) return verdict.notApplicable(NOT_DECLARED);
    if (!negotiated.discovered) return verdict.notApplicable("the capabilities of the server are not known");
    if (isObject(member(negotiated.capabilities, "resources"))) return;
    const value = member(negotiated.capabilities, "resources");
    verdict.fail(
      tell({
        id: "skills-resources-capability",
        sent: negotiated.era === "modern" ? "server/discover" : "initialize",
        came: value === undefined ? "capabilities without resources" : `resources is ${excerpt(value, 80)}`,
        rule: "a server that declares skills declares resources too",
        fix: 'declare "resources": {} in the capabilities',
      }),
    );
  },
});

const undeclaredMethods = skillsCheck({
  id: "skills-undeclared-methods",
  category: "negotiation",
  title: "Skills of a server that declares none are named",
  description: `With negativeProbes: a server that does not declare the extension is asked for ${LIST}; a list is noted.`,
  level: "info",
  source: "mcptest",
  needs: { probes: negativeProbes },
  on: NATIVELY,
  async run(_values, verdict, { host, connection, serverAdvertisement }) {
    if (serverAdvertisement !== undefined) return verdict.notApplicable("the server declares the extension");
    const defect = "the server does not declare the extension";
    const exchange = await host.exchange(connection, { method: LIST, params: {}, defect });
    if (!Array.isArray(member(resultOf(exchange), "skills"))) return;
    verdict.note(`${LIST} is answered with a list though the extension is not declared`, [exchange.number]);
  },
});

const oldDraft = skillsCheck({
  id: "skills-old-draft",
  category: "negotiation",
  title: "Skills of an older draft are named",
  description: `A readable ${OLD_INDEX} is noted: it listed skills in a draft that is gone.`,
  level: "info",
  source: "mcptest",
  async run(_values, verdict, { host, connection, facts }) {
    if (facts.route === "resources") return verdict.notApplicable(THROUGH_RESOURCES);
    const exchange = await readUri(host, connection, OLD_INDEX);
    if (!succeeded(exchange)) return;
    verdict.note(`${OLD_INDEX} can be read: it listed skills in a draft of before July 2026`, [exchange.number]);
  },
});

const URI = /[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>()[\]{}]*\/SKILL\.md/gi;
/** URIs of instructions that are asked for. */
const MOST_URIS = 20;

const instructionsUris = skillsCheck({
  id: "skills-instructions-uris",
  category: "negotiation",
  title: "Skills that the instructions name are there",
  description: `Each …/SKILL.md in the instructions of the server is answered by ${GET} and by resources/read.`,
  level: "should",
  source: "ext-skills",
  section: "Discovery",
  needs: { found: skillsFound },
  async run({ found }, verdict, { host, connection, negotiated }) {
    const uris = [...new Set((negotiated.instructions ?? "").match(URI) ?? [])].slice(0, MOST_URIS);
    if (uris.length === 0) return verdict.notApplicable("the instructions of the server name no skill");
    for (const uri of uris) {
      const got = found.skills.find((skill) => skill.uri === uri)?.got ?? (await getSkill(host, connection, uri));
      const read = await readUri(host, connection, uri);
      const about = { subject: uri };
      const missing = [
        ...(entryOf(got) || codeOf(got) === METHOD_NOT_FOUND ? [] : [[GET, got] as const]),
        ...(succeeded(read) ? [] : [["resources/read", read] as const]),
      ];
      if (missing.length === 0) verdict.pass(about, [got.number, read.number]);
      for (const [method, exchange] of missing) {
        const rule = "what the instructions name can be read";
        const fix = "serve the skill, or name another one";
        const sent = `${method} ${excerpt(uri, 160)}`;
        if (excused(verdict, exchange, sent, about)) continue;
        verdict.warn(
          tell({ id: "skills-instructions-uris", sent, came: came(exchange, 160), rule, fix }),
          [exchange.number],
          about,
        );
      }
    }
  },
});

const listImplemented = skillsCheck({
  id: "skills-list-implemented",
  category: "negotiation",
  title: "skills/list is implemented",
  description: `${LIST} is not answered with -32601. A server of an older draft is called so.`,
  level: "must",
  source: "ext-skills",
  section: "skills/list",
  needs: { listing: skillsListing },
  async run({ listing: { end } }, verdict, context) {
    const { host, connection } = context;
    if (!isDeclared(context)) return verdict.notApplicable(NOT_DECLARED);
    if (end?.by !== "absent") return;
    const index = await readUri(host, connection, OLD_INDEX);
    const isOld = succeeded(index);
    const draft = isOld ? `, and ${OLD_INDEX} of an older draft can be read` : "";
    const rule = `a server that declares the extension answers ${LIST}`;
    const fix = isOld
      ? `move to ${LIST} and ${GET}: the index is gone since July 2026`
      : `implement ${LIST}, or do not declare the extension`;
    const evidence = [end.exchange.number, ...(isOld ? [index.number] : [])];
    verdict.fail(tell({ id: "skills-list-implemented", sent: LIST, came: `${end.came}${draft}`, rule, fix }), evidence);
  },
});

const getImplemented = skillsCheck({
  id: "skills-get-implemented",
  category: "negotiation",
  title: "skills/get is implemented",
  description: `${GET} is not answered with -32601.`,
  level: "must",
  source: "ext-skills",
  section: "skills/get",
  needs: { found: skillsFound },
  async run({ found }, verdict, context) {
    const { host, connection } = context;
    if (!isDeclared(context)) return verdict.notApplicable(NOT_DECLARED);
    const got =
      found.skills[0]?.got ??
      found.named[0]?.exchange ??
      (await getSkill(host, connection, "skill://mcptest-none/SKILL.md"));
    if (excused(verdict, got, GET)) return;
    if (codeOf(got) !== METHOD_NOT_FOUND) return verdict.pass(undefined, [got.number]);
    const rule = `a server that declares the extension answers ${GET}`;
    const fix = `implement ${GET}, or do not declare the extension`;
    verdict.fail(tell({ id: "skills-get-implemented", sent: GET, came: came(got, 160), rule, fix }), [got.number]);
  },
});

export const negotiationChecks: Check[] = [
  declaredPlace,
  resourcesCapability,
  listImplemented,
  getImplemented,
  undeclaredMethods,
  oldDraft,
  instructionsUris,
];
