import type { PackCommand } from "@mcptest/pack";

/** `mcptest apps conformance TARGET`. */
export const command: PackCommand = {
  name: "apps",
  summary: "Judge the MCP Apps of a server: tools, resources and results, and each view in a browser.",
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
      flag: "--draft",
      description: "count as violations what only the draft of the specification asks",
      option: ["draft"],
    },
    {
      flag: "--no-faulty-hosts",
      description: "do not show views to unusual hosts",
      option: ["faultyHosts"],
    },
    {
      flag: "--require-roles",
      description: "count the checks of options that are not given as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
