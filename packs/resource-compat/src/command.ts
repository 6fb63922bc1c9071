import type { PackCommand } from "@mcptest/pack";

/** `mcptest resource-compat conformance TARGET`. It looks at the older revisions, and so at no other unless it is told to. */
export const command: PackCommand = {
  name: "resource-compat",
  summary: "Judge extensions that a server offers as mcp-extensions:// resources before 2026-07-28.",
  era: "legacy",
  flags: [
    {
      flag: "--invoke <methods>",
      description: 'methods that may be called: names with commas between them, or JSON: {"METHOD": {}}',
      option: ["invoke"],
    },
    {
      flag: "--echo <json>",
      description: 'a method that gives an argument back: {"method": "NAME", "member": "NAME"}',
      option: ["echo"],
      type: "json",
    },
    {
      flag: "--require-roles",
      description: "count the checks of options that are not given as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
