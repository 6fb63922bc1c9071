import type { PackCommand } from "@mcptest/pack";

/** `mcptest apps conformance TARGET`. */
export const command: PackCommand = {
  name: "apps",
  summary: "Judge the MCP Apps of a server: tools, resources and results.",
  flags: [
    {
      flag: "--tool <call>",
      description: "tool that may be called: NAME or NAME=JSON, its arguments; may be given more than once",
      option: ["calls"],
      repeats: true,
    },
    {
      flag: "--calls <json>",
      description: 'the same as one JSON object: {"NAME": {"argument": 1}}',
      option: ["calls"],
      type: "json",
    },
    {
      flag: "--discover-tools",
      description: "call tools annotated read-only with made-up arguments where they need some",
      option: ["discoverTools"],
    },
    {
      flag: "--require-roles",
      description: "count the checks of options that are not given as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
