import type { PackCommand } from "@mcptest/pack";

/** `mcptest tasks conformance TARGET`. */
export const command: PackCommand = {
  name: "tasks",
  summary: "Judge the tasks of a server: the extension, and the tasks utility of 2025-11-25.",
  profile: "baseline",
  flags: [
    {
      flag: "--tool-name <name>",
      description: "tool that answers with a task (needed on the extension wire)",
      option: ["roles", "task", "tool"],
    },
    {
      flag: "--tool-args <json>",
      description: "arguments of that tool, a JSON object (default: {})",
      option: ["roles", "task", "arguments"],
      type: "json",
    },
    {
      flag: "--poll-timeout <ms>",
      description: "milliseconds in which a created task has to end (default: 30000)",
      option: ["pollTimeoutMs"],
      type: "number",
    },
    {
      flag: "--discover-tools",
      description: "try tools annotated read-only, with made-up arguments, until one answers with a task",
      option: ["discoverTools"],
    },
    {
      flag: "--require-roles",
      description: "count the checks of roles that are not configured as could-not-run",
      option: ["requireRoles"],
    },
  ],
};
