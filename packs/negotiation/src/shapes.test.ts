import { type Exchange, type Json, META } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { missingHints, scopeProblem, ttlProblem } from "./cache-hints.js";
import { capabilityProblems } from "./capability-shape.js";
import { refusalProblem, supportedIn } from "./refused-version.js";
import { serverInfoProblem } from "./server-info-shape.js";

describe("cache hints", () => {
  test.each([
    [0, true],
    [60_000, true],
    [-1, false],
    [1.5, false],
    ["1", false],
    [null, false],
    [Number.POSITIVE_INFINITY, false],
  ])("ttlMs %j", (ttlMs, ok) => {
    expect(ttlProblem({ ttlMs }) === undefined).toBe(ok);
  });

  test.each([
    ["public", true],
    ["private", true],
    ["Public", false],
    ["", false],
    [null, false],
    [["public"], false],
  ])("cacheScope %j", (cacheScope, ok) => {
    expect(scopeProblem({ cacheScope }) === undefined).toBe(ok);
  });

  test("what is missing is not wrong besides", () => {
    expect([missingHints({}), ttlProblem({}), scopeProblem({})]).toEqual([
      ["ttlMs", "cacheScope"],
      undefined,
      undefined,
    ]);
    expect(missingHints({ ttlMs: null, cacheScope: 1 })).toEqual([]);
  });
});

test.each([
  [{}, []],
  [{ tools: {}, prompts: { listChanged: true }, resources: { subscribe: false }, logging: {}, completions: {} }, []],
  [{ weather: 1, tasks: true, extensions: [] }, []],
  [{ tools: { other: 1 } }, []],
  [{ experimental: { a: {} } }, []],
  [{ tools: true, logging: null, completions: [] }, ["logging", "completions", "tools"]],
  [{ resources: { subscribe: 1, listChanged: "yes" } }, ["resources.subscribe", "resources.listChanged"]],
  [{ experimental: [] }, ["experimental"]],
  [JSON.parse('{"experimental":{"__proto__":1}}'), ['experimental["__proto__"]']],
  [null, ["capabilities"]],
  [["tools"], ["capabilities"]],
  [undefined, ["capabilities"]],
] as [Json, string[]][])("capabilities %j", (capabilities, paths) => {
  expect(capabilityProblems(capabilities).map(({ path }) => path)).toEqual(paths);
});

test.each([
  [{ name: "a", version: "1" }, true],
  [{ name: "a", version: "1", title: "A", websiteUrl: "https://a.example", icons: [], more: 1 }, true],
  [{ name: "a" }, false],
  [{ version: "1" }, false],
  [{ name: "a", version: 1 }, false],
  [{ name: "a", version: "1", title: 1 }, false],
  [{ name: "a", version: "1", icons: {} }, false],
  ["a 1", false],
  [null, false],
  [[], false],
])("server info %j", (info, ok) => {
  expect(serverInfoProblem(info) === undefined).toBe(ok);
});

describe("data of -32022", () => {
  const exchange = (version: Json | undefined, header?: string): Exchange => {
    const body = JSON.stringify({ params: { _meta: { [META.protocolVersion]: version } } });
    const headers = header === undefined ? [] : [["MCP-Protocol-Version", header]];
    return { request: { body, headers } } as unknown as Exchange;
  };

  test.each([
    [{ supported: ["2026-07-28"], requested: "1900-01-01" }, undefined],
    [{ supported: [], requested: "1900-01-01" }, undefined],
    [{ supported: "2026-07-28", requested: "1900-01-01" }, "supported"],
    [{ supported: [20260728], requested: "1900-01-01" }, "supported"],
    [{ requested: "1900-01-01" }, "supported"],
    [{ supported: ["2026-07-28"] }, "requested"],
    [{ supported: ["2026-07-28"], requested: "2026-07-28" }, "requested"],
    [{ supported: ["2026-07-28"], requested: 1 }, "requested"],
    [null, "supported"],
    [undefined, "supported"],
  ])("%j", (data, kind) => {
    expect(refusalProblem(exchange("1900-01-01"), data)?.kind).toBe(kind);
  });

  test("the version of the header counts as sent, and without any nothing is compared", () => {
    const data = { supported: ["2026-07-28"], requested: "2026-07-28" };
    expect(refusalProblem(exchange("1900-01-01", "2026-07-28"), data)).toBeUndefined();
    expect(refusalProblem(exchange(undefined), data)).toBeUndefined();
  });

  test("supported is read where it is a list of strings", () => {
    expect([supportedIn({ supported: ["a"] }), supportedIn({ supported: [1] }), supportedIn(null)]).toEqual([
      ["a"],
      undefined,
      undefined,
    ]);
  });
});
