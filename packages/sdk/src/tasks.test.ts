import { expect, it } from "vitest";
import { type MCPTasksConformanceConfig, MCPTasksConformanceTest } from "./tasks.js";

const message = (config: unknown) => {
  try {
    new MCPTasksConformanceTest(config as MCPTasksConformanceConfig);
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
  return undefined;
};

it("refuses what it does not know, at once and without repeating values", () => {
  const url = "http://127.0.0.1/";
  expect([
    message(undefined),
    message({ url, toolname: "x" }),
    message({ url, constructor: "x" }),
    message({ url, timeout: "secret" }),
    message({ url, timeout: 0 }),
    message({ url, checkIds: "tasks-ttl-shape" }),
    message({ url, toolArguments: [] }),
    message({ url: "ftp://example.com" }),
    message({ url, headers: { "X-A": 1 } }),
    message({ toolName: "long_job" }),
    message({ url, protocolVersion: "2026-13-99" }),
  ]).toMatchInlineSnapshot(`
    [
      "CONFIG_INVALID: MCPTasksConformanceTest takes an object of properties.",
      "CONFIG_INVALID: MCPTasksConformanceTest has no property "toolname". Did you mean "toolName"? There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion, checkIds, toolName, toolArguments, pollTimeoutMs, profile, roles, requireRoles, discoverTools, secondIdentity.",
      "CONFIG_INVALID: MCPTasksConformanceTest has no property "constructor". There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion, checkIds, toolName, toolArguments, pollTimeoutMs, profile, roles, requireRoles, discoverTools, secondIdentity.",
      "CONFIG_INVALID: MCPTasksConformanceTest: timeout must be a whole number of milliseconds, from 1 to 2147483647.",
      "CONFIG_INVALID: MCPTasksConformanceTest: timeout must be a whole number of milliseconds, from 1 to 2147483647.",
      "CONFIG_INVALID: MCPTasksConformanceTest: checkIds must be a list of texts.",
      "CONFIG_INVALID: MCPTasksConformanceTest: toolArguments must be an object.",
      "CONFIG_INVALID: MCPTasksConformanceTest: url must be a URL such as http://127.0.0.1:3000/mcp.",
      "CONFIG_INVALID: MCPTasksConformanceTest: headers must be an object whose values are texts.",
      "CONFIG_INVALID: MCPTasksConformanceTest needs a url, or a command that starts the server.",
      "CONFIG_INVALID: MCPTasksConformanceTest: protocolVersion must be one of 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05.",
    ]
  `);
});

it("takes every documented property, and undefined for one that is not given", () => {
  expect(
    message({
      url: "http://127.0.0.1/",
      headers: {},
      requestInit: {},
      accessToken: "t",
      timeout: 1,
      protocolVersion: "2026-07-28",
      checkIds: [],
      toolName: "a",
      toolArguments: {},
      pollTimeoutMs: 1,
      profile: "full",
      roles: {},
      requireRoles: true,
      discoverTools: false,
      secondIdentity: {},
      command: undefined,
    }),
  ).toBeUndefined();
});
