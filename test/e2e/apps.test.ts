import type { ConformanceResult } from "@mcptest/core/report";
import { APPS_OPTIONS, type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ kind: "apps", era: "dual", faults: ["apps-input-schema-invalid"] });
});
afterAll(() => server.close());

test.each(["modern", "legacy"])("what is built decides every check on the %s era, schemas included", async (era) => {
  const wire = ["negotiation", "tools", "resources", "results"].flatMap((name) => ["--category", name]);
  const flags = ["--calls", JSON.stringify(APPS_OPTIONS.calls), "--era", era, "--format", "json", ...wire];
  const { code, stdout } = await mcptest(["apps", "conformance", server.url, ...flags]);
  const { checks } = JSON.parse(stdout) as ConformanceResult;
  expect(checks.filter(({ skipReason }) => skipReason === "could-not-run")).toEqual([]);
  const statusOf = (wanted: string) => checks.find(({ id }) => id === wanted)?.status;
  expect(["apps-tool-input-schema", "apps-result-outputschema", "apps-read-html5"].map(statusOf)).toEqual([
    "failed",
    "passed",
    "passed",
  ]);
  expect(code).toBe(1);
});
