import { expect, it } from "vitest";
import { type MCPAppsConformanceConfig, MCPAppsConformanceTest } from "./apps.js";

const message = (config: unknown) => {
  try {
    new MCPAppsConformanceTest(config as MCPAppsConformanceConfig);
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
  return undefined;
};

it("refuses what it does not know, at once and without repeating values", () => {
  const url = "http://127.0.0.1/";
  expect([
    message({ url, call: {} }),
    message({ url, calls: "secret" }),
    message({ url, also: { url: "ftp://secret" } }),
    message({ url, browser: { sandboxed: false } }),
    message({}),
  ]).toMatchInlineSnapshot(`
    [
      "CONFIG_INVALID: MCPAppsConformanceTest has no property "call". Did you mean "calls"? There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion, checkIds, calls, discoverTools, draft, faultyHosts, browser, also, requireRoles.",
      "CONFIG_INVALID: MCPAppsConformanceTest: calls must be an object.",
      "CONFIG_INVALID: MCPAppsConformanceTest: also: url must be a URL such as http://127.0.0.1:3000/mcp.",
      "CONFIG_INVALID: MCPAppsConformanceTest: browser has no property "sandboxed". Did you mean "sandbox"? There are: path, sandbox.",
      "CONFIG_INVALID: MCPAppsConformanceTest needs a url, or a command that starts the server.",
    ]
  `);
});

it("takes every documented property, and undefined for one that is not given", () => {
  const config: MCPAppsConformanceConfig = {
    url: "http://127.0.0.1/",
    checkIds: ["ui-tools-present", "apps-read-mime"],
    calls: { show: { city: "Bergen" } },
    discoverTools: true,
    draft: false,
    faultyHosts: false,
    browser: { path: "/usr/bin/chromium", sandbox: false },
    also: { command: "node", args: ["server.js"] },
    requireRoles: undefined,
  };
  expect(message(config)).toBeUndefined();
});
