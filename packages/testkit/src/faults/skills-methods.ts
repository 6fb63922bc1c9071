import { type JsonObject, member } from "@mcptest/pack";
import { SKILLS } from "../skills/ids.js";
import { skills, skillsFaults } from "./groups.js";
import { onResult, without } from "./reshape.js";
import { accepting, DEPLOY, isMadeUp, onChildren, onFiles, refusingWith } from "./skills-hooks.js";
import type { Fault } from "./types.js";

const declared = [
  ...skillsFaults("skills-declared-place", "failed", [
    {
      name: "skills-directory-read-text",
      description: "directoryRead of the extension is a text",
      hooks: skills({ settings: { directoryRead: "yes" } }),
    },
  ]),
  ...skillsFaults("skills-resources-capability", "failed", [
    {
      name: "skills-without-resources",
      description: "A server with skills does not declare resources",
      hooks: { capabilities: (capabilities) => without(capabilities, "resources") },
    },
  ]),
  ...skillsFaults("skills-list-implemented", "failed", [
    {
      name: "skills-list-unknown",
      description: "skills/list gets -32601",
      hooks: failing("skills/list", -32601),
    },
  ]),
  ...skillsFaults("skills-get-implemented", "failed", [
    {
      name: "skills-get-unknown-method",
      description: "skills/get gets -32601",
      hooks: failing("skills/get", -32601),
    },
  ]),
  ...skillsFaults("skills-instructions-uris", "warning", [
    {
      name: "skills-instructions-dangling",
      description: "The instructions name a skill that is not there",
      hooks: onResult(["server/discover", "initialize"], (result) => ({
        ...result,
        instructions: "Read skill://release/SKILL.md first.",
      })),
    },
  ]),
];

/** Hooks that answer a method with an error. */
function failing(method: string, code: number) {
  return {
    around: async (call: { method: string; id: string | number; era: string }, next: () => Promise<never>) =>
      call.method === method
        ? {
            status: call.era === "modern" && code === -32601 ? 404 : 200,
            message: { jsonrpc: "2.0", id: call.id, error: { code, message: "Method not found" } },
          }
        : next(),
  };
}

const get = [
  ...skillsFaults("skills-get-equals-list", "warning", [
    {
      name: "skills-get-curated",
      description: "skills/get leaves out a file that the list has",
      hooks: onResult("skills/get", (result) => {
        const skill = result.skill as JsonObject;
        if (member(skill, "uri") !== DEPLOY) return result;
        return { ...result, skill: { ...skill, resources: (skill.resources as JsonObject[]).slice(0, -1) } };
      }),
    },
  ]),
  ...skillsFaults("skills-get-unknown", "failed", [
    {
      name: "skills-get-unknown-code",
      description: "An unknown skill gets -32603",
      hooks: refusingWith("skills/get", -32603, isMadeUp),
    },
    {
      name: "skills-get-unknown-empty",
      description: "An unknown skill gets an empty success",
      hooks: accepting("skills/get", isMadeUp, { skill: null }),
    },
  ]),
  ...skillsFaults("skills-get-not-skillmd", "failed", [
    {
      name: "skills-get-file",
      description: "skills/get of a supporting file gives the skill that it belongs to",
      hooks: accepting("skills/get", ({ uri }) => String(uri).endsWith("guide.md"), { skill: { uri: DEPLOY } }),
    },
    {
      name: "skills-get-directory",
      description: "skills/get of a directory gets -32603",
      hooks: refusingWith("skills/get", -32603, ({ uri }) => uri === "skill://deploy"),
    },
  ]),
  ...skillsFaults("skills-get-missing-uri", "failed", [
    {
      name: "skills-get-no-uri",
      description: "skills/get without a uri gives some skill",
      hooks: accepting("skills/get", ({ uri }) => uri === undefined, { skill: { uri: DEPLOY } }),
    },
  ]),
  ...skillsFaults("skills-get-unlisted", "failed", [
    {
      name: "skills-only-listed",
      description: "skills/get knows listed skills alone",
      hooks: {
        around: async (call, next) => {
          if (call.method === "skills/get" && call.params.uri === SKILLS.hidden)
            call.params = { uri: "skill://nobody/SKILL.md" };
          return next();
        },
      },
    },
  ]),
];

const directories = [
  ...skillsFaults("skills-complete", "failed", [
    {
      name: "skills-manifest-short",
      description: "resources of an entry leaves out a file that its directory has",
      hooks: onFiles(DEPLOY, (all) => all.filter(({ uri }) => !String(uri).endsWith("notes.txt"))),
    },
    {
      name: "skills-directory-short",
      description: "A directory leaves out a file that the entry names",
      hooks: onChildren((all) => all.filter(({ uri }) => !String(uri).endsWith("notes.txt"))),
    },
  ]),
  ...skillsFaults("skills-dir-read", "failed", [
    {
      name: "skills-directory-slash",
      description: "URIs of directories end with a slash",
      hooks: onChildren((all) =>
        all.map((child) => (child.mimeType === "inode/directory" ? { ...child, uri: `${child.uri}/` } : child)),
      ),
    },
    {
      name: "skills-directory-without-names",
      description: "Children of a directory have no name",
      hooks: onChildren((all) => all.map((child) => without(child, "name"))),
    },
    {
      name: "skills-directory-unknown",
      description: "resources/directory/read gets -32601 though it is declared",
      hooks: failing("resources/directory/read", -32601),
    },
  ]),
  ...skillsFaults("skills-dir-not-dir", "failed", [
    {
      name: "skills-directory-of-file",
      description: "resources/directory/read of a file gives an empty directory",
      hooks: accepting("resources/directory/read", ({ uri }) => uri === DEPLOY, { resources: [] }),
    },
    {
      name: "skills-directory-missing-code",
      description: "resources/directory/read of what is not there gets -32603",
      hooks: refusingWith("resources/directory/read", -32603, isMadeUp),
    },
  ]),
  ...skillsFaults("skills-dir-pagination", "failed", [
    {
      name: "skills-directory-endless",
      description: "The cursor of a directory leads to the page that it came with",
      hooks: {
        around: async (call, next) => {
          const isAsked = call.method === "resources/directory/read" && call.params.uri === "skill://deploy/assets";
          if (!isAsked) return next();
          call.params = without(call.params, "cursor");
          const outcome = await next();
          const message = outcome.message as { result: JsonObject };
          return { ...outcome, message: { ...message, result: { ...message.result, nextCursor: "again" } } };
        },
      },
    },
  ]),
  ...skillsFaults("skills-dir-pagination", "warning", [
    {
      name: "skills-directory-cursor-unchecked",
      description: "A directory with an unknown cursor is empty",
      hooks: accepting("resources/directory/read", ({ cursor }) => cursor !== undefined, { resources: [] }),
    },
  ]),
];

/** Faults of what is declared, and of methods. */
export const skillsMethodFaults: Fault[] = [...declared, ...get, ...directories];
