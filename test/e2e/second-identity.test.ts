import type { ConformanceResult, Report } from "@mcptest/core/report";
import { startHttpServer } from "@mcptest/testkit";
import { afterAll, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";

const servers = {
  modern: await startHttpServer({ era: "modern", jobMs: 100, faults: ["foreign-get"] }),
  legacy: await startHttpServer({ era: "legacy", jobMs: 100, faults: ["legacy-foreign-get"] }),
};
const server = servers.modern;
const roles = { task: { tool: "job" } };
const shared = [
  ...["--header", "Authorization: Bearer first-principal"],
  ...["--second-identity", "Authorization: Bearer second-principal"],
  ...["--format", "json"],
];

afterAll(() => Promise.all([servers.modern.close(), servers.legacy.close()]));

test.each<["modern" | "legacy", string]>([
  ["modern", "tasks-auth-binding"],
  ["legacy", "tasks-legacy-auth-binding"],
])("--second-identity alone lets a run try the tasks of another principal: %s", async (era, id) => {
  const options = ["--options", JSON.stringify({ roles })];
  const { stdout, code } = await mcptest(["run", servers[era].url, "--era", era, ...options, ...shared]);
  const { packs = [] } = (JSON.parse(stdout) as Report).servers[0] ?? {};
  const pack = packs.find(({ name }) => name === "@mcptest/pack-tasks");
  expect(pack?.notSelected.filter(({ needs }) => needs === "secondIdentity")).toEqual([]);
  expect(pack?.checks.filter(({ status }) => status === "failed").map((check) => check.id)).toEqual([id]);
  expect(code).toBe(1);
});

test("so it does for the command of a pack", async () => {
  const words = ["tasks", "conformance", server.url, "--era", "modern", "--tool-name", "job"];
  const { stdout } = await mcptest([...words, "--check-id", "tasks-auth-binding", ...shared]);
  const { checks } = JSON.parse(stdout) as ConformanceResult;
  expect(checks.map(({ id, status }) => [id, status])).toEqual([["tasks-auth-binding", "failed"]]);
});

test("headers in the options count before those of the flag", async () => {
  const secondIdentity = { Authorization: "Bearer of-the-options" };
  const options = ["--options", JSON.stringify({ roles, secondIdentity })];
  await mcptest(["run", server.url, "--era", "modern", ...options, ...shared]);
  const values = server.requests.flatMap(({ headers }) => headers.map(([, value]) => value));
  expect(values).toContain("Bearer of-the-options");
});
