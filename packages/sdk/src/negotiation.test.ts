import { expect, it } from "vitest";
import { type MCPConformanceConfig, MCPConformanceTest } from "./negotiation.js";

const message = (config: unknown) => {
  try {
    new MCPConformanceTest(config as MCPConformanceConfig);
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
  return undefined;
};

it("refuses what it does not know, at once and without repeating values", () => {
  const url = "http://127.0.0.1/";
  expect([
    message({ url, knownId: ["x"] }),
    message({ url, call: "secret" }),
    message({ url, also: { url: "ftp://secret" } }),
    message({ url, also: { url, ask: {} } }),
    message({}),
  ]).toMatchInlineSnapshot(`
    [
      "CONFIG_INVALID: MCPConformanceTest has no property "knownId". Did you mean "knownIds"? There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion, checkIds, call, ask, headerTool, changeList, baseline, origin, knownIds, also, requireRoles.",
      "CONFIG_INVALID: MCPConformanceTest: call must be an object.",
      "CONFIG_INVALID: MCPConformanceTest: also: url must be a URL such as http://127.0.0.1:3000/mcp.",
      "CONFIG_INVALID: MCPConformanceTest: also has no property "ask". There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion.",
      "CONFIG_INVALID: MCPConformanceTest needs a url, or a command that starts the server.",
    ]
  `);
});

it("takes every documented property, and undefined for one that is not given", () => {
  const url = "http://127.0.0.1/";
  const call = { tool: "a" };
  expect(
    message({
      ...{ url, call, headerTool: call, changeList: call, baseline: "before.json", origin: "never", knownIds: [] },
      ask: { tool: "a", arguments: {}, inputResponses: "auto" },
      also: { command: "node", args: ["server.js"] },
      requireRoles: true,
      checkIds: undefined,
    }),
  ).toBeUndefined();
});
