import { expect, test } from "vitest";
import { modernServer } from "../e2e/testing/http-server.js";
import { mcptest, stdioServer } from "../e2e/testing/mcptest.js";
import { projectWithPack } from "../e2e/testing/project.js";

const FLAGS = ["--tool", "make", "--format", "json", "--check-timeout", "300"];

test.each([
  ["never settles", "await new Promise(() => {});"],
  ["waits for what never comes", "await context.host.sleep(2 ** 31);"],
  ["never settles and holds the process", "setInterval(() => {}, 1000); await new Promise(() => {});"],
])("a check that %s ends at its limit, and the report is whole (P16)", async (_name, body) => {
  const cwd = projectWithPack(body);
  const ended = await mcptest(["widgets", "conformance", await modernServer({ tools: {} }), ...FLAGS], { cwd });
  const { outcome, checks } = JSON.parse(ended.stdout);
  expect(outcome).toBe("incomplete");
  expect(checks).toMatchObject([
    { skipReason: "could-not-run", origin: "host", error: { message: expect.stringContaining("within 300 ms") } },
  ]);
  expect({ code: ended.code, left: ended.left }).toEqual({ code: 3, left: [] });
});

test("a check that never settles, on a server that never goes: both are ended (P16, C06)", async () => {
  const cwd = projectWithPack("await new Promise(() => {});", "setInterval(() => {}, 1000);");
  const server = stdioServer("--fault", "ignore-sigterm");
  const { code, left, stdout } = await mcptest(["widgets", "conformance", ...FLAGS, "--", ...server], { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "incomplete", checks: [{ skipReason: "could-not-run" }] });
  expect({ code, left }).toEqual({ code: 3, left: [] });
});
