import type { PackCommand } from "@mcptest/pack";

/** `mcptest negotiation conformance TARGET`. */
export const command: PackCommand = {
  name: "negotiation",
  summary: "Judge what extensions stand on: ids, negotiation, discovery, versions and transports.",
  flags: [
    {
      flag: "--call <json>",
      description: 'a call that changes nothing: {"tool": "NAME", "arguments": {}}',
      option: ["call"],
      type: "json",
    },
    {
      flag: "--ask <json>",
      description: 'a call that asks for input: {"tool": "NAME", "inputResponses": "auto"}',
      option: ["ask"],
      type: "json",
    },
    {
      flag: "--header-tool <json>",
      description: "a call with an argument annotated x-mcp-header",
      option: ["headerTool"],
      type: "json",
    },
    {
      flag: "--change-list <json>",
      description: "a call that changes a list (it changes the server)",
      option: ["changeList"],
      type: "json",
    },
    {
      flag: "--baseline <file>",
      description: "the file that mcptest capabilities --save wrote",
      option: ["baseline"],
    },
    {
      flag: "--origin <where>",
      description: "where a foreign Origin may be sent: loopback, always or never (default: loopback)",
      option: ["origin"],
    },
    {
      flag: "--require-roles",
      description: "count the checks of options that are not given as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
