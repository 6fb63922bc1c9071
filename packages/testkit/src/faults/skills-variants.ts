import { core, skills, skillsNote, skillsVariants } from "./groups.js";
import { onResult } from "./reshape.js";
import {
  accepting,
  DEPLOY,
  GUIDE,
  onContent,
  onFrontmatter,
  onText,
  REVIEW,
  reviewAt,
  reviewWith,
} from "./skills-hooks.js";
import type { Fault } from "./types.js";

/** What the Skills server may do. */
export const skillsServerVariants: Fault[] = skillsVariants([
  {
    name: "skills-small-pages",
    description: "Lists and directories have one entry on a page",
    hooks: core({ pageSize: 1 }),
  },
  {
    name: "skills-other-scheme",
    description: "A skill stands under another scheme",
    hooks: reviewAt("https://example.org/skills/review/SKILL.md"),
  },
  {
    name: "skills-without-directories",
    description: "The server does not declare directoryRead",
    hooks: skills({ settings: {} }),
  },
  {
    name: "skills-setting-unknown",
    description: "The extension has a setting that is unknown",
    owner: skillsNote("skills-declared-place"),
    hooks: skills({ settings: { directoryRead: true, "com.example/more": 1 } }),
  },
  {
    name: "skills-number-as-integer",
    description: "A number that is written 1.0 is 1 in the entry",
    hooks: onFrontmatter(DEPLOY, (all) => ({ ...all, version: 1 })),
  },
  {
    name: "skills-order-of-members",
    description: "An entry has the members of the front matter in another order",
    hooks: onFrontmatter(DEPLOY, (all) => Object.fromEntries(Object.entries(all).reverse())),
  },
  {
    name: "skills-changed-meanwhile",
    description: "A file changes between the list and the reading, and its entry with it",
    owner: skillsNote("skills-digest-match"),
    hooks: () => {
      let listed = 0;
      const before = onText(GUIDE, (text) => text.replace("Guide", "Draft"));
      return {
        policies: {
          skills: {
            entry: (entry, method) => {
              if (method === "skills/list") listed += 1;
              return listed <= 4 && method === "skills/list"
                ? (before.policies?.skills?.entry?.(entry, method) ?? entry)
                : entry;
            },
          },
        },
      };
    },
  },
  {
    name: "skills-old-index",
    description: "The index of an older draft can still be read",
    owner: skillsNote("skills-old-draft"),
    hooks: accepting("resources/read", ({ uri }) => uri === "skill://index.json", {
      contents: [{ uri: "skill://index.json", mimeType: "application/json", text: "[]" }],
    }),
  },
  {
    name: "skills-allowed-tools",
    description: "Front matter asks for tools",
    owner: skillsNote("skills-allowed-tools-flag"),
    hooks: reviewWith("name: review\ndescription: Reviews a change\nallowed-tools: Bash", {
      name: "review",
      description: "Reviews a change",
      "allowed-tools": "Bash",
    }),
  },
  {
    name: "skills-dangling-reference",
    description: "SKILL.md refers to a file that is not there",
    owner: skillsNote("skills-relative-refs"),
    hooks: onText(REVIEW, (text) => `${text}See [the list](references/list.md).\n`),
  },
  {
    name: "skills-same-name",
    description: "Two skills have one name, in different directories",
    owner: skillsNote("skills-name-collision"),
    hooks: reviewAt(REVIEW, "skill://other/review/SKILL.md"),
  },
  {
    name: "skills-meta-of-nobody",
    description: "_meta of a file has a key without a prefix",
    owner: skillsNote("skills-meta-prefix"),
    hooks: onContent(GUIDE, (item) => ({ ...item, _meta: { owner: "us" } })),
  },
  {
    name: "skills-empty-list",
    description: "No skill is listed",
    owner: skillsNote("skills-list-may-be-empty"),
    hooks: onResult("skills/list", (result) => ({ ...result, skills: [] })),
  },
  {
    name: "skills-markdown-with-charset",
    description: "SKILL.md has a media type with a parameter",
    hooks: onContent(REVIEW, (item) => ({ ...item, mimeType: "text/markdown; charset=utf-8" })),
  },
]);
