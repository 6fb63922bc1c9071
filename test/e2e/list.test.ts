import type { Listing } from "@mcptest/core/report";
import { onResult, type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcptest, stdioServer } from "./testing/mcptest.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100 });
});
afterAll(() => server.close());

const roles = JSON.stringify({ roles: { task: { tool: "job", arguments: { n: 1 } } } });

describe("--list", () => {
  test("tells what would run and be called, for people", async () => {
    const { code, stdout, stderr, left } = await mcptest(["run", server.url, "--list", "--options", roles]);
    expect(stdout).toMatch(/\n {2}@mcptest\/pack-tasks \S+, profile full: \d+ of \d+ checks would run\n/);
    expect(stdout).toContain("\n    tasks-ttl-shape  must, end\n");
    expect(stdout).toContain('\n    | job {"n":1}\n    |   annotated read-only; for call of the role task\n');
    expect(stdout).toMatch(/\nnothing was sent but detection and lists\n$/);
    expect({ code, stderr, left }).toEqual({ code: 0, stderr: "", left: [] });
  });

  test("and nothing of what cannot apply to this server", async () => {
    const withoutList = onResult("initialize", (result) => {
      const capabilities = result.capabilities as { tasks: { list?: unknown } };
      const { list: _, ...tasks } = capabilities.tasks;
      return { ...result, capabilities: { ...capabilities, tasks } };
    });
    const legacy = await startHttpServer({ era: "legacy", jobMs: 100, hooks: [withoutList] });
    try {
      const { code, stdout } = await mcptest(["run", legacy.url, "--era", "legacy", "--list", "--options", roles]);
      const lines = stdout.split("\n").map((line) => line.trim());
      expect(lines.filter((line) => line.startsWith("not selected:")).join("\n")).toMatchInlineSnapshot(`
        "not selected: tasks-legacy-forbidden-tool, needs sync
        not selected: tasks-legacy-undeclared-ignored, needs sync
        not selected: tasks-legacy-cancel-result, needs slow
        not selected: tasks-legacy-failed-iserror, needs toolError
        not selected: tasks-legacy-input-required, needs ask"
      `);
      expect(lines.find((line) => line.includes("tasks-legacy-cursor"))).toMatch(/^not applicable: /);
      expect(lines).toContain("| applies where tasks.list is declared; here it is not declared");
      expect(code).toBe(0);
    } finally {
      await legacy.close();
    }
  });

  test("and for programs, over stdio too", async () => {
    const words = ["tasks", "conformance", "--list", "--tool-name", "job", "--format", "json", "--", ...stdioServer()];
    const { code, stdout, left } = await mcptest(words);
    const { servers } = JSON.parse(stdout) as Listing;
    expect(servers[0]?.lanes[0]?.packs[0]?.checks.map(({ id }) => id)).toContain("tasks-ttl-shape");
    expect(servers[0]?.lanes[0]?.packs[0]?.calls).toMatchObject([{ tool: "job", arguments: {}, readOnly: true }]);
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });

  test("with a server that cannot be reached it is incomplete", async () => {
    const { code, stdout } = await mcptest(["run", "http://127.0.0.1:9/mcp", "--list"]);
    expect(stdout).toContain("\n  could not be looked at\n  | ");
    expect(code).toBe(3);
  });

  test.each([
    ["--reporter", "junit=j.xml"],
    ["--format", "junit-xml"],
    ["--save-transcript", "t.jsonl"],
  ])("has no place for %s %s", async (...flags) => {
    const { code, stderr, stdout } = await mcptest(["run", server.url, "--list", ...flags]);
    expect(stderr).toContain("mcptest: --list runs nothing, so there is no report and no file to write.\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("--read-only", () => {
  test("calls a tool that is annotated read-only, and runs what changes nothing", async () => {
    const words = ["tasks", "conformance", server.url, "--read-only", "--tool-name", "job", "--format", "json"];
    const { code, stdout, left } = await mcptest(words);
    const { checks } = JSON.parse(stdout);
    expect(checks.find(({ id }: { id: string }) => id === "tasks-ttl-shape")).toMatchObject({ status: "passed" });
    expect(checks.find(({ id }: { id: string }) => id === "tasks-undeclared-capability-rejected")).toMatchObject({
      skipReason: "could-not-run",
      error: { message: "the run is read-only: the check may change state on the server" },
    });
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });
});
