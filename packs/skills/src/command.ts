import type { PackCommand } from "@mcptest/pack";

/** `mcptest skills conformance TARGET`. */
export const command: PackCommand = {
  name: "skills",
  summary: "Judge the skills of a server: lists, digests, sizes, directories and front matter of every skill.",
  flags: [
    {
      flag: "--skill-uri <uri>",
      description: "a skill that need not be listed, such as skill://deploy/SKILL.md; may be given more than once",
      option: ["skillUris"],
      repeats: true,
    },
    {
      flag: "--negative-probes",
      description: "send methods that the server does not declare, to see what becomes of them",
      option: ["negativeProbes"],
    },
    {
      flag: "--canary <path=text>",
      description: "a file that you have put outside of all skills, and a text of it, which no skill may give away",
      option: ["canary"],
    },
    {
      flag: "--require-roles",
      description: "count the checks of options that are not given as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
