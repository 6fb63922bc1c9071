import type { ConformanceResult } from "@mcptest/core/report";
import { LEGACY_VERSIONS } from "@mcptest/pack";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ kind: "mapped", era: "dual" });
});
afterAll(() => server.close());

test.each([
  ["resource-compat", "conformance"],
  ["conformance", "resource-compat"],
  ["conformance", "@mcptest/pack-resource-compat"],
])("mcptest %s %s looks at the older revisions of a server that speaks both", async (...words) => {
  const flags = ["--invoke", "notes/list, notes/touch", "--echo", '{"method": "notes/echo", "member": "text"}'];
  const { code, stdout, stderr } = await mcptest([...words, server.url, ...flags, "--format", "json"]);
  expect({ code, stderr: stderr.includes("passed  @mcptest/pack-resource-compat") }).toEqual({ code: 0, stderr: true });
  const { checks, notSelected } = JSON.parse(stdout) as ConformanceResult;
  const { details } = checks.find(({ id }) => id === "compat-manifest-shape") ?? {};
  expect([details, notSelected]).toEqual([{ revisions: LEGACY_VERSIONS }, []]);
});

test("the era can be given, and is told in the help", async () => {
  const modern = await mcptest(["resource-compat", "conformance", server.url, "--era", "modern"]);
  expect(modern.stdout).toContain("0 failed, 0 could not run, 15 not applicable\n");
  const all = await mcptest(["resource-compat", "conformance", server.url, "--era", "all"]);
  expect([all.code, all.stderr]).toEqual([2, expect.stringContaining("a conformance result is of one era")]);
  const { stdout } = await mcptest(["resource-compat", "conformance", "--help"]);
  expect(stdout.replace(/\s+/g, " ")).toContain("modern, legacy or auto (default: legacy)");
  expect(stdout).toContain("\nOptions of @mcptest/pack-resource-compat:\n  --invoke <methods>");
});

test("a run says why the pack is skipped on 2026-07-28", async () => {
  const { stdout } = await mcptest(["run", server.url, "--pack", "@mcptest/pack-resource-compat"]);
  expect(stdout).toContain("skipped: it looks at revisions before 2026-07-28 alone, which --era all judges as well");
});

test.each([
  ["--invoke", '["notes/list"', "expected a list of method names"],
  ["--invoke", ",", "must not be empty"],
  ["--echo", '{"method": "notes/echo"}', "echo.member: is missing"],
])("%s %s is refused before anything starts", async (flag, value, says) => {
  const { code, stderr } = await mcptest(["resource-compat", "conformance", "http://127.0.0.1:9/mcp", flag, value]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
});
