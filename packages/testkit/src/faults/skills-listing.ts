import { skillsFaults } from "./groups.js";
import { onResult, without } from "./reshape.js";
import { accepting, DEPLOY, GUIDE, onEntry, onFile, onFrontmatter, onList, REVIEW } from "./skills-hooks.js";
import type { Fault } from "./types.js";

const shape = skillsFaults("skills-list-shape", "failed", [
  {
    name: "skills-not-a-list",
    description: "skills is an object by URI",
    hooks: onList((result) => ({ ...result, skills: {} })),
  },
  {
    name: "skills-entry-text",
    description: "An entry of skills/list is a text",
    hooks: onList((result) => ({ ...result, skills: [...(result.skills as []), "skill://other/SKILL.md"] })),
  },
  {
    name: "skills-uri-number",
    description: "The uri of an entry of skills/list is a number",
    hooks: onList((result) => ({ ...result, skills: [...(result.skills as []), { uri: 7, frontmatter: {} }] })),
  },
  {
    name: "skills-frontmatter-text",
    description: "frontmatter of an entry is a text",
    hooks: onFrontmatter(REVIEW, () => "name: review"),
  },
  {
    name: "skills-size-text",
    description: "size of a file is a text",
    hooks: onFile(DEPLOY, GUIDE, (file) => ({ ...file, size: String(file.size) })),
  },
  {
    name: "skills-size-absent",
    description: "A file has no size",
    hooks: onFile(DEPLOY, GUIDE, (file) => without(file, "size")),
  },
  {
    name: "skills-meta-list",
    description: "_meta of an entry is a list",
    hooks: onEntry(REVIEW, (entry) => ({ ...entry, _meta: [] })),
  },
  {
    name: "skills-result-partial",
    description: "skills/list has another resultType",
    eras: ["modern"],
    hooks: onList((result) => ({ ...result, resultType: "partial" })),
  },
]);

const modern = { eras: ["modern" as const] };

const cache = skillsFaults("skills-list-cache-fields", "failed", [
  {
    ...modern,
    name: "skills-list-no-ttl",
    description: "skills/list has no ttlMs",
    hooks: onList((result) => without(result, "ttlMs")),
  },
  {
    ...modern,
    name: "skills-list-no-scope",
    description: "skills/list has no cacheScope",
    hooks: onList((result) => without(result, "cacheScope")),
  },
  {
    ...modern,
    name: "skills-get-no-ttl",
    description: "skills/get has no ttlMs",
    hooks: onResult("skills/get", (result) => without(result, "ttlMs")),
  },
  {
    ...modern,
    name: "skills-ttl-text",
    description: "ttlMs of skills/list is a text",
    hooks: onList((result) => ({ ...result, ttlMs: "0" })),
  },
  {
    ...modern,
    name: "skills-ttl-negative",
    description: "ttlMs of skills/get is below 0",
    hooks: onResult("skills/get", (result) => ({ ...result, ttlMs: -1 })),
  },
  {
    ...modern,
    name: "skills-scope-shared",
    description: "cacheScope of skills/list is shared",
    hooks: onList((result) => ({ ...result, cacheScope: "shared" })),
  },
]);

const pagination = [
  ...skillsFaults("skills-list-pagination", "failed", [
    {
      name: "skills-list-endless",
      description: "The cursor of skills/list leads to the page that it came with",
      hooks: {
        around: async (call, next) => {
          if (call.method !== "skills/list") return next();
          call.params = without(call.params, "cursor");
          return (onList((result) => ({ ...result, nextCursor: "again" })).around ?? (() => next()))(call, next);
        },
      },
    },
    {
      name: "skills-cursor-number",
      description: "nextCursor of skills/list is a number",
      hooks: onList((result) => ({ ...result, nextCursor: 1 })),
    },
  ]),
  ...skillsFaults("skills-list-pagination", "warning", [
    {
      name: "skills-cursor-unchecked",
      description: "skills/list with an unknown cursor gives an empty page",
      hooks: accepting("skills/list", ({ cursor }) => cursor !== undefined, { skills: [] }),
    },
    {
      name: "skills-listed-twice",
      description: "skills/list has a skill twice",
      hooks: onList((result) => ({
        ...result,
        skills: [...(result.skills as []), ...(result.skills as []).slice(0, 1)],
      })),
    },
  ]),
];

/** Faults of the list as a whole. */
export const skillsListingFaults: Fault[] = [...shape, ...cache, ...pagination];
