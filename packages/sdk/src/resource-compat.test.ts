import { expect, it } from "vitest";
import { type ResourceCompatConformanceConfig, ResourceCompatConformanceTest } from "./resource-compat.js";

const message = (config: unknown) => {
  try {
    new ResourceCompatConformanceTest(config as ResourceCompatConformanceConfig);
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`;
  }
  return undefined;
};

it("refuses what it does not know, at once and without repeating values", () => {
  const url = "http://127.0.0.1/";
  expect([
    message({ url, invok: ["x"] }),
    message({ url, invoke: "secret" }),
    message({ url, echo: ["secret"] }),
    message({}),
  ]).toMatchInlineSnapshot(`
    [
      "CONFIG_INVALID: ResourceCompatConformanceTest has no property "invok". Did you mean "invoke"? There are: url, headers, requestInit, accessToken, command, args, env, cwd, timeout, protocolVersion, checkIds, invoke, echo, requireRoles.",
      "CONFIG_INVALID: ResourceCompatConformanceTest: invoke must be a list of method names, or an object of arguments by method name.",
      "CONFIG_INVALID: ResourceCompatConformanceTest: echo must be an object.",
      "CONFIG_INVALID: ResourceCompatConformanceTest needs a url, or a command that starts the server.",
    ]
  `);
});

it("takes every documented property, and undefined for one that is not given", () => {
  const url = "http://127.0.0.1/";
  const echo = { method: "jobs/echo", member: "text" };
  expect(message({ url, invoke: ["jobs/list"], echo, requireRoles: true, checkIds: undefined })).toBeUndefined();
  expect(message({ url, invoke: { "jobs/start": { kind: "slow" } }, protocolVersion: "2025-06-18" })).toBeUndefined();
});
