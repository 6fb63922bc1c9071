import { type Check, excerpt, isObject, type Json, member, normalForm } from "@mcptest/pack";
import { MAX_BYTES, MAX_ENTRIES, SKILL_FILE } from "../ids.js";
import { isDynamic, resourcesOf, type Skill } from "../skills.js";
import { isWithin, nameIn, rootOf, uriProblems } from "../uris.js";
import { type Said, skillRule } from "./judge.js";

const SECTION = "Skill entries";

const uriForm = skillRule({
  id: "skills-uri-form",
  category: "listing",
  title: "The URI of a skill is that of its SKILL.md",
  description: `It is absolute, ends with a named directory and /${SKILL_FILE} in that spelling, and has no query, fragment, dot segments or slash at its end.`,
  level: "must",
  source: "ext-skills",
  section: "Skill URIs",
  rule: `a skill has the URI …/<name>/${SKILL_FILE}`,
  fix: "give the address of the file itself, without anything behind it or to be resolved",
  judge: ({ uri }) => uriProblems(uri).map((came) => ({ came: `its URI ${came}` })),
});

const uriName = skillRule({
  id: "skills-uri-name",
  category: "listing",
  title: "A skill has the name of its directory",
  description: `The last segment of the path before /${SKILL_FILE} is frontmatter.name.`,
  level: "must",
  source: "ext-skills",
  section: "Skill URIs",
  rule: "the last segment of the path of a skill is its name",
  fix: "name the directory as the skill, or the skill as its directory",
  judge({ uri, entry }) {
    const name = member(member(entry, "frontmatter"), "name");
    if (typeof name !== "string" || uriProblems(uri).length > 0) return undefined;
    return nameIn(uri) === name
      ? []
      : [{ came: `it is called ${excerpt(name, 80)}, and stands in ${excerpt(nameIn(uri), 80)}` }];
  },
});

/** Agent Skills: 1 to 64 lower-case letters, digits and hyphens, none of those first, last or doubled. */
const NAME = /^[\p{Ll}\p{Lo}0-9]+(?:-[\p{Ll}\p{Lo}0-9]+)*$/u;

const nameRule = skillRule({
  id: "skills-name-rule",
  category: "skill",
  title: "The name of a skill follows the rule of names",
  description:
    "frontmatter.name has 1 to 64 lower-case letters, digits and hyphens, with no hyphen first, last or doubled. Letters outside of ASCII warn: the official SDK refuses them.",
  level: "must",
  source: "agent-skills",
  section: "name",
  rule: "name is 1 to 64 lower-case letters, digits and single hyphens between them",
  fix: "rename the skill, such as deploy-service",
  judge({ entry }) {
    const frontmatter = member(entry, "frontmatter");
    if (!isObject(frontmatter)) return undefined;
    const name = member(frontmatter, "name");
    if (typeof name !== "string") return [{ came: `name is ${excerpt(name ?? null, 80)}` }];
    if (name.length > 64) return [{ came: `name has ${name.length} characters` }];
    if (!NAME.test(name)) return [{ came: `name is ${excerpt(name, 80)}` }];
    if (/^[0-9a-z-]+$/.test(name)) return [];
    return [
      { as: "warn", came: `name is ${excerpt(name, 80)}`, fix: "use a to z: the official SDK refuses other letters" },
    ];
  },
});

const descriptionRule = skillRule({
  id: "skills-description-rule",
  category: "skill",
  title: "A skill has a description, and members of the right types",
  description:
    "frontmatter.description has 1 to 1024 characters; compatibility, where it is there, 1 to 500; metadata is a mapping of texts to texts.",
  level: "must",
  source: "agent-skills",
  section: "description",
  rule: "description has 1 to 1024 characters, compatibility 1 to 500, metadata texts alone",
  fix: "say in a sentence or two what the skill does and when to use it",
  judge({ entry }) {
    const frontmatter = member(entry, "frontmatter");
    if (!isObject(frontmatter)) return undefined;
    const said: Said[] = [
      ...lengthProblem(frontmatter, "description", 1024, true),
      ...lengthProblem(frontmatter, "compatibility", 500, false),
    ];
    const metadata = member(frontmatter, "metadata");
    if (metadata === undefined) return said;
    if (!isObject(metadata)) return [...said, { came: `metadata is ${excerpt(metadata, 80)}` }];
    const [odd] = Object.entries(metadata).filter(([, value]) => typeof value !== "string");
    return odd ? [...said, { came: `metadata.${excerpt(odd[0], 60)} is ${excerpt(odd[1], 60)}, no text` }] : said;
  },
});

function lengthProblem(frontmatter: Json, name: string, most: number, isRequired: boolean): Said[] {
  const value = member(frontmatter, name);
  if (value === undefined && !isRequired) return [];
  if (typeof value !== "string") return [{ came: `${name} is ${value === undefined ? "absent" : excerpt(value, 80)}` }];
  const length = [...value].length;
  return length >= 1 && length <= most ? [] : [{ came: `${name} has ${length} characters` }];
}

const resourcesRequired = skillRule({
  id: "skills-resources-required",
  category: "listing",
  title: "A skill lists its files, or says that they are dynamic",
  description: 'resources is an array that is not empty, or exactly "dynamic". skills/get has it as well.',
  level: "must",
  source: "ext-skills",
  section: SECTION,
  rule: 'resources is the list of all files of the skill, or "dynamic"',
  fix: "list SKILL.md and every other file with uri, digest and size",
  judge({ entry }) {
    const resources = member(entry, "resources");
    if (resources === "dynamic") return [];
    if (resources === undefined) return [{ came: "resources is absent, as in an older draft" }];
    if (!Array.isArray(resources)) return [{ came: `resources is ${excerpt(resources, 80)}` }];
    return resources.length > 0 ? [] : [{ came: "resources is empty, though SKILL.md is a file of it" }];
  },
});

const resourcesSelf = skillRule({
  id: "skills-resources-self",
  category: "listing",
  title: "The files of a skill have its own SKILL.md",
  description: "resources has the uri of the entry itself, once.",
  level: "must",
  source: "ext-skills",
  section: SECTION,
  rule: "the SKILL.md of a skill is the first of its files",
  fix: "list the uri of the entry among resources, once",
  judge({ uri, entry }) {
    const resources = resourcesOf(entry);
    if (!resources || resources.length === 0) return undefined;
    const times = resources.filter((each) => each.uri === uri).length;
    if (times === 1) return [];
    return [{ came: times === 0 ? "its own uri is not among them" : `its own uri is among them ${times} times` }];
  },
});

const resourcesWithin = skillRule({
  id: "skills-resources-within",
  category: "listing",
  title: "The files of a skill are below its root, each once",
  description:
    "Each uri of resources is inside of the root of the skill once dot segments and escapes are resolved, and no file stands twice, also not in another spelling.",
  level: "must",
  source: "ext-skills",
  section: SECTION,
  rule: "resources names files below the root of the skill, each once",
  fix: "list only files of this skill, by plain URIs",
  judge({ uri, entry }) {
    const resources = resourcesOf(entry);
    if (!resources || uriProblems(uri).length > 0) return undefined;
    const root = rootOf(uri);
    const outside = resources.filter((each) => !isWithin(each.uri, root)).map((each) => each.uri);
    const forms = resources.filter((each) => each.uri !== uri).map((each) => normalForm(each.uri));
    const twice = [...new Set(forms.filter((form, index) => forms.indexOf(form) !== index))];
    return [
      ...outside.map((each) => ({ came: `${excerpt(each, 120)} is outside of ${excerpt(root, 120)}` })),
      ...twice.map((each) => ({ came: `${excerpt(each, 120)} stands more than once` })),
    ];
  },
});

const digestFormat = skillRule({
  id: "skills-digest-format",
  category: "listing",
  title: "A digest is sha256 in lower-case hexadecimal",
  description: "digest of each of resources is sha256: and 64 lower-case hexadecimal digits.",
  level: "must",
  source: "ext-skills",
  section: SECTION,
  rule: 'digest is "sha256:" and 64 digits of 0-9 and a-f',
  fix: "hash the bytes of the file, and write the hash in lower-case hexadecimal",
  judge({ entry }) {
    const resources = member(entry, "resources");
    if (!Array.isArray(resources)) return undefined;
    const bad = resources.filter((each) => !/^sha256:[0-9a-f]{64}$/.test(String(member(each, "digest"))));
    return bad.slice(0, 20).map((each) => ({
      came: `digest of ${excerpt(member(each, "uri") ?? each, 120)} is ${excerpt(member(each, "digest") ?? null, 90)}`,
    }));
  },
});

const limits = skillRule({
  id: "skills-limits",
  category: "listing",
  title: "A skill keeps to the limits that hosts accept",
  description: `resources has at most ${MAX_ENTRIES} entries, whose sizes are at most ${MAX_BYTES} bytes together.`,
  level: "should",
  source: "ext-skills",
  section: "Limits",
  rule: `hosts accept up to ${MAX_ENTRIES} files and ${MAX_BYTES} bytes; nobody has to take more`,
  fix: "split the skill, or leave out what a model never reads",
  judge({ entry }) {
    const all = member(entry, "resources");
    if (!Array.isArray(all)) return undefined;
    const bytes = all.reduce((sum: number, each) => sum + (Number(member(each, "size")) || 0), 0);
    return [
      ...(all.length > MAX_ENTRIES ? [{ as: "warn" as const, came: `it has ${all.length} files` }] : []),
      ...(bytes > MAX_BYTES ? [{ as: "warn" as const, came: `its files have ${bytes} bytes` }] : []),
    ];
  },
});

const dynamicWarning = skillRule({
  id: "skills-dynamic-warning",
  category: "listing",
  title: "Skills that nobody can verify are named",
  description: 'A skill with resources "dynamic" is noted: it has no digests, and some hosts decline it.',
  level: "info",
  source: "ext-skills",
  section: SECTION,
  rule: "files of a dynamic skill cannot be verified",
  fix: "list the files with their digests, where they are known",
  judge: ({ entry }: Skill) =>
    isDynamic(entry) ? [{ as: "note", came: "its files are dynamic: nobody can verify them" }] : [],
});

const allowedTools = skillRule({
  id: "skills-allowed-tools-flag",
  category: "skill",
  title: "Front matter that asks for rights is named",
  description: "allowed-tools, hooks and scripts in the front matter are noted: hosts ignore them, or ask their users.",
  level: "info",
  source: "ext-skills",
  section: "Security",
  rule: "a skill of a server gives itself no rights",
  fix: "do without it, or say in the description what the skill needs",
  judge({ entry }) {
    const frontmatter = member(entry, "frontmatter");
    if (!isObject(frontmatter)) return undefined;
    const named = ["allowed-tools", "hooks", "scripts"].filter((name) => Object.hasOwn(frontmatter, name));
    return named.map((name) => ({ as: "note", came: `its front matter has ${name}` }));
  },
});

/** The checks of entries. */
export const entryChecks: Check[] = [
  uriForm,
  uriName,
  nameRule,
  descriptionRule,
  resourcesRequired,
  resourcesSelf,
  resourcesWithin,
  digestFormat,
  limits,
  dynamicWarning,
  allowedTools,
];
