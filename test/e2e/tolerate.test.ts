import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@mcptest/core/report";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";
import { project } from "./testing/project.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100, faults: ["ttl-string"] });
});
afterAll(() => server.close());

/** A project whose configuration tolerates these. */
function tolerating(...tolerate: object[]): string {
  return project({
    "mcptest.config.json": {
      servers: { local: { url: server.url } },
      tolerate,
    },
  });
}

const words = [
  "--options",
  '{"roles": {"task": {"tool": "job"}}}',
  "--reporter",
  "terminal",
  "--reporter",
  "json=r.json",
];
const known = { check: "tasks-ttl-shape", reason: "fixed in 2.0" };

async function judge(cwd: string, ...more: string[]) {
  const { code, stdout, left } = await mcptest(["run", ...words, "--reporter", "junit=j.xml", ...more], { cwd });
  const report = JSON.parse(readFileSync(join(cwd, "r.json"), "utf8")) as Report;
  return { code, stdout, left, states: report.tolerations?.map(({ state }) => state), cwd };
}

describe("mcptest run tolerates what the configuration says", () => {
  test("and fails without the entry", async () => {
    expect(await judge(tolerating())).toMatchObject({ code: 1, left: [], states: undefined });
  });

  test("with its reason in every report", async () => {
    const { code, stdout, states, cwd } = await judge(tolerating(known));
    expect({ code, states }).toEqual({ code: 0, states: ["applied"] });
    expect(stdout).toContain("tolerated  tasks-ttl-shape");
    expect(stdout).toContain("  tolerated: fixed in 2.0\n");
    expect(stdout).toMatch(/passed {2}\d+ of \d+ checks passed, 0 failed, 1 tolerated, /);
    expect(readFileSync(join(cwd, "j.xml"), "utf8")).toContain('<skipped message="tolerated: fixed in 2.0"/>');
  });

  test("of another server not", async () => {
    const other = { ...known, server: "other" };
    const { code, stderr } = await mcptest(["run", ...words], { cwd: tolerating(other) });
    expect(stderr).toContain('tolerate[0].server: there is no server "other"');
    expect(code).toBe(2);
  });
});

test("mcptest tasks conformance tolerates it too", async () => {
  const pack = ["tasks", "conformance", server.url, "--tool-name", "job", "--format", "json"];
  const { code, stdout } = await mcptest(pack, { cwd: tolerating(known) });
  expect(JSON.parse(stdout)).toMatchObject({ passed: true, outcome: "passed" });
  expect(code).toBe(0);
});

describe("a stale entry", () => {
  const passing = { check: "tasks-wire-resolvable", reason: "old" };

  test("fails the run and says what to do", async () => {
    const cwd = project({
      "package.json": { devDependencies: { "mcptest-pack-fine": "*" } },
      "fine.mjs": `export default {
        name: "mcptest-pack-fine", version: "1.0.0", extension: "*", checks: [], run() {},
        "~mcptest": { kind: "pack", contract: 1 } };`,
      "mcptest.config.json": {
        servers: { local: { url: server.url } },
        packs: { "./fine.mjs": { pack: "./fine.mjs" } },
        tolerate: [{ check: "fine-run", reason: "old" }],
      },
    });
    const ended = await mcptest(["run"], { cwd });
    expect(ended.stdout).toContain("\nSTALE  tolerate: check fine-run; reason: old\n| its finding has passed");
    expect(ended.stdout).toContain("\n| fix: remove the entry\n\nFAILED  1 of 1 check passed, 0 failed");
    expect(ended).toMatchObject({ code: 1, left: [] });
    const filtered = await mcptest(["run", "--check-id", "fine-run"], { cwd });
    expect(filtered).toMatchObject({ code: 0, left: [] });
  });

  test("fails a run with what is tolerated, too, but not a filtered one", async () => {
    expect(await judge(tolerating(known, passing))).toMatchObject({ code: 1, states: ["applied", "stale"] });
    const { code, states } = await judge(tolerating(known, passing), "--profile", "full");
    expect({ code, states }).toEqual({ code: 0, states: ["applied", "undecided"] });
  });
});
