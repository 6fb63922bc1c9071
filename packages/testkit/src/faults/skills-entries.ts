import { type JsonObject, member } from "@mcptest/pack";
import { digestOf, FILES } from "../skills/files.js";
import { SKILLS } from "../skills/ids.js";
import { skills, skillsFaults } from "./groups.js";
import { without } from "./reshape.js";
import {
  DEPLOY,
  GUIDE,
  onEntry,
  onFile,
  onFiles,
  onFrontmatter,
  REVIEW,
  reviewAt,
  reviewWith,
  together,
} from "./skills-hooks.js";
import type { Fault } from "./types.js";

const uriForm = skillsFaults("skills-uri-form", "failed", [
  {
    name: "skills-uri-lower-case",
    description: "The URI of a skill spells skill.md",
    hooks: reviewAt("skill://review/skill.md"),
  },
  {
    name: "skills-uri-query",
    description: "The URI of a skill has a query",
    hooks: reviewAt("skill://review/SKILL.md?v=1"),
  },
  {
    name: "skills-uri-dots",
    description: "The URI of a skill has dot segments",
    hooks: reviewAt("skill://deploy/../review/SKILL.md"),
  },
  {
    name: "skills-uri-escaped-dots",
    description: "The URI of a skill has escaped dot segments",
    hooks: reviewAt("skill://deploy/%2e%2e/review/SKILL.md"),
  },
]);

const REVIEWS = { name: "reviews", description: "Reviews a change" };
const LONG = "a".repeat(65);
const DESCRIPTION = "Reviews a change";

const names = [
  ...skillsFaults("skills-uri-name", "failed", [
    {
      name: "skills-name-other",
      description: "A skill has another name than its directory",
      hooks: reviewWith("name: reviews\ndescription: Reviews a change", REVIEWS),
    },
  ]),
  ...skillsFaults("skills-name-rule", "failed", [
    {
      name: "skills-name-capitals",
      description: "The name of a skill and its directory have capitals",
      hooks: renamed("Review"),
    },
    {
      name: "skills-name-double-hyphen",
      description: "The name of a skill and its directory have two hyphens in a row",
      hooks: renamed("re--view"),
    },
    { name: "skills-name-long", description: "The name of a skill has 65 characters", hooks: renamed(LONG) },
    { name: "skills-name-underscore", description: "The name of a skill has an underscore", hooks: renamed("re_view") },
  ]),
  ...skillsFaults("skills-name-rule", "warning", [
    {
      name: "skills-name-umlaut",
      description: "The name of a skill has a letter outside of ASCII",
      hooks: renamed("prüfen"),
    },
  ]),
  ...skillsFaults("skills-description-rule", "failed", [
    {
      name: "skills-description-empty",
      description: "The description of a skill is empty",
      hooks: reviewWith('name: review\ndescription: ""', { name: "review", description: "" }),
    },
    {
      name: "skills-description-long",
      description: "The description of a skill has 1025 characters",
      hooks: reviewWith(`name: review\ndescription: ${"d".repeat(1025)}`, {
        name: "review",
        description: "d".repeat(1025),
      }),
    },
    {
      name: "skills-compatibility-list",
      description: "compatibility of a skill is a list",
      hooks: reviewWith(`name: review\ndescription: ${DESCRIPTION}\ncompatibility: [any]`, {
        name: "review",
        description: DESCRIPTION,
        compatibility: ["any"],
      }),
    },
    {
      name: "skills-metadata-number",
      description: "metadata of a skill has a number",
      hooks: reviewWith(`name: review\ndescription: ${DESCRIPTION}\nmetadata: { com.example/level: 3 }`, {
        name: "review",
        description: DESCRIPTION,
        metadata: { "com.example/level": 3 },
      }),
    },
  ]),
  ...skillsFaults("skills-meta-prefix", "warning", [
    {
      name: "skills-metadata-reserved",
      description: "metadata of a skill has a key of the protocol",
      hooks: reviewWith(`name: review\ndescription: ${DESCRIPTION}\nmetadata: { io.modelcontextprotocol/owner: us }`, {
        name: "review",
        description: DESCRIPTION,
        metadata: { "io.modelcontextprotocol/owner": "us" },
      }),
    },
  ]),
];

/** Hooks with which the review skill has another name, and stands in a directory of that name. */
function renamed(name: string) {
  return together(
    reviewAt(`skill://${name}/SKILL.md`),
    reviewWith(`name: ${name}\ndescription: ${DESCRIPTION}`, { name, description: DESCRIPTION }),
  );
}

/** The one file of the review skill, as its own entry has it. */
const OF_REVIEW = ofReview();

function ofReview(): JsonObject {
  const bytes = FILES.find(({ uri }) => uri === SKILLS.review)?.bytes ?? Buffer.alloc(0);
  return { uri: SKILLS.review, digest: digestOf(bytes), size: bytes.byteLength };
}

const files = [
  ...skillsFaults("skills-resources-required", "failed", [
    {
      name: "skills-resources-absent",
      description: "An entry has no resources",
      hooks: onEntry(REVIEW, (entry) => without(entry, "resources")),
    },
    { name: "skills-resources-null", description: "resources of an entry is null", hooks: onFiles(REVIEW, () => null) },
    { name: "skills-resources-empty", description: "resources of an entry is empty", hooks: onFiles(REVIEW, () => []) },
    {
      name: "skills-resources-all",
      description: "resources of an entry is a text that means nothing",
      hooks: onFiles(REVIEW, () => "all"),
    },
  ]),
  ...skillsFaults("skills-resources-self", "failed", [
    {
      name: "skills-own-file-twice",
      description: "resources of an entry has its SKILL.md twice",
      hooks: onFiles(REVIEW, (all) => [...all, ...all]),
    },
  ]),
  ...skillsFaults("skills-resources-within", "failed", [
    {
      name: "skills-file-in-two-spellings",
      description: "resources of an entry has a file a second time, with an escape",
      hooks: onFiles(DEPLOY, (all) => [...all, ...all.filter(isGuide).map(escaped)]),
    },
    {
      name: "skills-file-of-another",
      description: "resources of an entry has the file of another skill",
      hooks: onFiles(DEPLOY, (all) => [...all, OF_REVIEW]),
    },
  ]),
  ...skillsFaults("skills-digest-format", "failed", [
    {
      name: "skills-digest-upper-case",
      description: "The digest of a file is in capitals",
      hooks: onFile(DEPLOY, GUIDE, (file) => ({ ...file, digest: String(file.digest).toUpperCase() })),
    },
    {
      name: "skills-digest-bare",
      description: "The digest of a file has no sha256: before it",
      hooks: onFile(DEPLOY, GUIDE, (file) => ({ ...file, digest: String(file.digest).slice(7) })),
    },
    {
      name: "skills-digest-base64",
      description: "The digest of a file is base64",
      hooks: onFile(DEPLOY, GUIDE, (file) => ({
        ...file,
        digest: `sha256:${Buffer.from(String(file.digest).slice(7), "hex").toString("base64")}`,
      })),
    },
    {
      name: "skills-digest-absent",
      description: "A file has no digest",
      hooks: onFile(DEPLOY, GUIDE, (file) => without(file, "digest")),
    },
  ]),
  ...skillsFaults("skills-limits", "warning", [
    {
      name: "skills-too-many",
      description: "A skill has more than 512 files",
      hooks: skills({ many: 512 }),
    },
  ]),
];

function isGuide(file: JsonObject): boolean {
  return member(file, "uri") === GUIDE;
}

function escaped(file: JsonObject): JsonObject {
  return { ...file, uri: String(file.uri).replace("guide", "%67uide") };
}

const frontmatter = skillsFaults("skills-frontmatter-identical", "failed", [
  {
    name: "skills-frontmatter-curated",
    description: "An entry leaves out members of the front matter",
    hooks: onFrontmatter(DEPLOY, (all) => without(all, "metadata", "released")),
  },
  {
    name: "skills-frontmatter-number-text",
    description: "A number of the front matter is a text in the entry",
    hooks: onFrontmatter(DEPLOY, (all) => ({ ...all, version: "1.0" })),
  },
  {
    name: "skills-frontmatter-date-converted",
    description: "A date of the front matter has become a time in the entry",
    hooks: onFrontmatter(DEPLOY, (all) => ({ ...all, released: 1795996800000 })),
  },
  {
    name: "skills-frontmatter-added",
    description: "An entry has a member that its file does not have",
    hooks: onFrontmatter(DEPLOY, (all) => ({ ...all, source: "git" })),
  },
]);

/** Faults of entries. */
export const skillsEntryFaults: Fault[] = [...uriForm, ...names, ...files, ...frontmatter];
