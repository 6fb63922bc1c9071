import {
  type Check,
  came,
  defineFixture,
  excerpt,
  excused,
  type Json,
  MADE_UP_NAME,
  member,
  type PackContext,
} from "@mcptest/pack";
import { skillsCheck, tell } from "../define.js";
import { differences } from "../front-matter.js";
import { GET, SKILL_FILE } from "../ids.js";
import { listSkills } from "../listing.js";
import type { SkillsOptions } from "../options.js";
import { entryOf, resourcesOf, type Skills, skillsFound } from "../skills.js";
import { codeOf, INVALID_PARAMS, METHOD_NOT_FOUND, RESOURCE_NOT_FOUND, readUri, succeeded } from "../talk.js";
import { beside, rootOf } from "../uris.js";
import { judgeRefused } from "./judge.js";

/** An entry that compares without regard to the order of its files. */
function canonical(entry: Json | undefined): Json | undefined {
  const resources = member(entry, "resources");
  if (!Array.isArray(resources)) return entry;
  const sorted = [...resources].sort((a, b) => (String(member(a, "uri")) < String(member(b, "uri")) ? -1 : 1));
  return { ...(entry as Record<string, Json>), resources: sorted };
}

const getEqualsList = skillsCheck({
  id: "skills-get-equals-list",
  category: "listing",
  title: "skills/get gives the entry of the list",
  description:
    "The skill of skills/get is the entry of skills/list, whatever the order of its files. Where they differ, the list is read again before it warns.",
  level: "should",
  source: "ext-skills",
  section: "skills/get",
  needs: { found: skillsFound },
  timeoutMs: 300_000,
  async run({ found }, verdict, { host, connection }) {
    const listed = found.skills.filter(({ from }) => from === "list");
    if (listed.length === 0) return verdict.notApplicable("the server lists no skill");
    let fresh: Map<string, Json> | undefined;
    let judged = 0;
    for (const { uri, entry, exchange, got } of listed) {
      const about = { subject: uri };
      const other = entryOf(got);
      if (other === undefined) {
        if (codeOf(got) === METHOD_NOT_FOUND) continue;
        judged += 1;
        if (excused(verdict, got, `${GET} ${excerpt(uri, 160)}`, about)) continue;
        const fix = "answer skills/get for each skill that is listed";
        const text = tell({
          id: "skills-get-equals-list",
          sent: `${GET} ${excerpt(uri, 160)}`,
          came: came(got, 160),
          rule: "a listed skill can be had by skills/get",
          fix,
        });
        verdict.warn(text, [exchange, got.number], about);
        continue;
      }
      judged += 1;
      if (differences(canonical(entry), canonical(other), 1).length === 0) {
        verdict.pass(about, [exchange, got.number]);
        continue;
      }
      fresh ??= new Map(
        (await listSkills(host, connection)).listed.map((each) => [String(member(each.entry, "uri")), each.entry]),
      );
      const found = differences(canonical(fresh.get(uri)), canonical(other), 3).map((text) =>
        text.replaceAll("frontmatter", "skill"),
      );
      if (found.length === 0) {
        verdict.note(`${excerpt(uri, 160)} changed during the run`, [exchange, got.number], about);
        continue;
      }
      const fix = "give the same entry by both methods";
      const text = tell({
        id: "skills-get-equals-list",
        sent: `${GET} ${excerpt(uri, 160)}`,
        came: found.join("; "),
        rule: "skills/get gives the entry that skills/list has",
        fix,
      });
      verdict.warn(text, [exchange, got.number], about);
    }
    if (judged === 0) verdict.notApplicable("skills/get is unknown to the server");
  },
});

/** A skill that no server has, written as its skills are. */
export function unknownSkill({ skills }: Pick<Skills, "skills">): string {
  const [first] = skills;
  return first ? `${beside(first.uri, MADE_UP_NAME)}/${SKILL_FILE}` : `skill://${MADE_UP_NAME}/${SKILL_FILE}`;
}

/** skills/get as long as the server has it. */
async function refusedGet(
  id: string,
  { host, connection }: PackContext<SkillsOptions>,
  verdict: Parameters<Check["run"]>[1],
  params: Record<string, Json>,
  words: { what: string; rule: string },
): Promise<void> {
  const exchange = await host.callExtension(connection, GET, params, { defect: words.what });
  if (codeOf(exchange) === METHOD_NOT_FOUND) return verdict.notApplicable("skills/get is unknown to the server");
  const shown = typeof params.uri === "string" ? ` ${excerpt(params.uri, 160)}` : " {}";
  judgeRefused(
    verdict,
    exchange,
    codeOf(exchange) === INVALID_PARAMS,
    {
      id,
      sent: `${GET}${shown} (${words.what})`,
      came: came(exchange, 160),
      rule: words.rule,
      fix: "answer the JSON-RPC error -32602",
    },
    words.what,
  );
}

const getUnknown = skillsCheck({
  id: "skills-get-unknown",
  category: "listing",
  title: "An unknown skill is refused",
  description: "skills/get with the URI of a skill that is not there gets -32602.",
  level: "must",
  source: "ext-skills",
  section: "Errors",
  needs: { found: skillsFound },
  run: ({ found }, verdict, context) =>
    refusedGet(
      "skills-get-unknown",
      context,
      verdict,
      { uri: unknownSkill(found) },
      { what: "a skill that is not there", rule: "an unknown skill gets -32602" },
    ),
});

const getMissingUri = skillsCheck({
  id: "skills-get-missing-uri",
  category: "listing",
  title: "skills/get without a uri is refused",
  description: "skills/get with {} gets -32602.",
  level: "must",
  source: "ext-skills",
  section: "Errors",
  run: (_values, verdict, context) =>
    refusedGet("skills-get-missing-uri", context, verdict, {}, { what: "no uri", rule: "skills/get needs a uri" }),
});

const getNotSkillmd = skillsCheck({
  id: "skills-get-not-skillmd",
  category: "listing",
  title: "What is no SKILL.md is no skill",
  description: "skills/get with the URI of another file of a skill and with that of its directory gets -32602.",
  level: "must",
  source: "ext-skills",
  section: "Errors",
  needs: { found: skillsFound },
  async run({ found }, verdict, context) {
    const [first] = found.skills;
    if (first === undefined) return verdict.notApplicable("there is no skill");
    const file = found.skills
      .flatMap(({ entry }) => resourcesOf(entry) ?? [])
      .find(({ uri }) => !uri.endsWith(`/${SKILL_FILE}`));
    const targets = [
      ...(file ? [{ uri: file.uri, what: "a supporting file" }] : []),
      { uri: rootOf(first.uri), what: "a directory" },
    ];
    for (const { uri, what } of targets) {
      await refusedGet(
        "skills-get-not-skillmd",
        context,
        verdict,
        { uri },
        { what, rule: "only the URI of a SKILL.md names a skill" },
      );
    }
  },
});

/** The URIs of the option, where there are any. */
const named = defineFixture<Skills["named"], { found: typeof skillsFound }, SkillsOptions>({
  name: "named skills",
  needs: { found: skillsFound },
  role: {
    name: "skill",
    configured: ({ skillUris }) => skillUris.length > 0,
    option: { path: ["skillUris"], example: "skill://deploy/SKILL.md" },
  },
  prepare: ({ found }) => found.named,
});

const getUnlisted = skillsCheck({
  id: "skills-get-unlisted",
  category: "listing",
  title: "A skill can be had by its URI, listed or not",
  description: "skills/get answers each URI of the option skillUris with the skill of that URI.",
  level: "must",
  source: "ext-skills",
  section: "skills/get",
  needs: { named },
  run({ named: all }, verdict) {
    for (const { uri, exchange } of all) {
      const about = { subject: uri };
      const entry = entryOf(exchange);
      if (entry !== undefined && member(entry, "uri") === uri) {
        verdict.pass(about, [exchange.number]);
        continue;
      }
      if (codeOf(exchange) === METHOD_NOT_FOUND) continue;
      if (excused(verdict, exchange, `${GET} ${excerpt(uri, 160)}`, about)) continue;
      const got =
        entry === undefined
          ? came(exchange, 160)
          : `a skill with the uri ${excerpt(member(entry, "uri") ?? null, 120)}`;
      const text = tell({
        id: "skills-get-unlisted",
        sent: `${GET} ${excerpt(uri, 160)}`,
        came: got,
        rule: "skills/get gives the skill of a URI, also one that is not listed",
        fix: "serve the skill by its URI, or name another one",
      });
      verdict.fail(text, [exchange.number], about);
    }
  },
});

const readUnknown = skillsCheck({
  id: "skills-read-unknown-file",
  category: "files",
  title: "A file that is not there is refused",
  description:
    "resources/read of a file that no skill has, and of a directory, gets -32602; before 2026-07-28 -32002 as well.",
  level: "must",
  source: "core",
  section: "Resources: errors",
  needs: { found: skillsFound },
  async run({ found }, verdict, { host, connection, negotiated }) {
    const [first] = found.skills;
    if (first === undefined) return verdict.notApplicable("there is no skill");
    const root = rootOf(first.uri);
    const allowed: unknown[] = negotiated.era === "modern" ? [INVALID_PARAMS] : [INVALID_PARAMS, RESOURCE_NOT_FOUND];
    const targets = [
      { uri: `${root}/${MADE_UP_NAME}.md`, what: "a file that is not there" },
      { uri: root, what: "a directory" },
    ];
    for (const { uri, what } of targets) {
      const exchange = await readUri(host, connection, uri, what);
      judgeRefused(
        verdict,
        exchange,
        allowed.includes(codeOf(exchange)),
        {
          id: "skills-read-unknown-file",
          sent: `resources/read ${excerpt(uri, 160)} (${what})`,
          came: came(exchange, 160),
          rule: `what is no file gets ${allowed.join(" or ")}`,
          fix: succeeded(exchange) ? "serve the files of skills alone" : `answer ${INVALID_PARAMS}`,
        },
        what,
      );
    }
  },
});

/** The checks of skills/get, and of what is refused. */
export const getChecks: Check[] = [getEqualsList, getUnknown, getNotSkillmd, getMissingUri, getUnlisted, readUnknown];
