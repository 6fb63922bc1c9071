import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { BUNDLED_PACKS } from "@mcptest/core/loader";
import { describe, expect, test } from "vitest";
import { installed } from "../../packages/core/src/loader/testing/packs.js";
import { modernServer } from "./testing/http-server.js";
import { mcptest, stdioServer } from "./testing/mcptest.js";
import { project, projectWithPack } from "./testing/project.js";

const url = await modernServer({ tools: {} });

describe("a pack of somebody else", () => {
  const cwd = projectWithPack('if (context.options.tool !== "make") verdict.fail("made by " + context.options.tool);');

  test.each([
    ["widgets", "conformance"],
    ["conformance", "widgets"],
    ["conformance", "mcptest-pack-widgets"],
    ["conformance", "./node_modules/mcptest-pack-widgets/index.js"],
  ])("has its command: mcptest %s %s", async (...words) => {
    const good = await mcptest([...words, url, "--tool", "make"], { cwd });
    expect(good.stdout).toContain("passed  mcptest-pack-widgets 1.0.0  1/1 checks passed");
    const bad = await mcptest([...words, url, "--tool", "break"], { cwd });
    expect(bad.stdout).toContain("| made by break\n");
    expect([good.code, bad.code]).toEqual([0, 1]);
  });

  test("has its flags in the help, and its command in that of mcptest", async () => {
    const own = await mcptest(["widgets", "conformance", "--help"], { cwd });
    expect(own.stdout).toContain("\nJudge widgets.\n");
    expect(own.stdout).toContain("\nOptions of mcptest-pack-widgets:\n  --tool <name>");
    expect((await mcptest(["--help"], { cwd })).stdout).toMatch(
      /\n {2}widgets conformance +run the checks of mcptest-pack-widgets/,
    );
  });

  test("is suggested to who writes the end of its name", async () => {
    const bells = project({
      "package.json": { devDependencies: { "mcptest-pack-bells": "1" } },
      ...installed("mcptest-pack-bells", "1.0.0"),
    });
    const { code, stderr } = await mcptest(["conformance", "bells", url], { cwd: bells });
    expect(stderr).toContain(". Did you mean mcptest-pack-bells?\n");
    expect(stderr).toContain("\n  fix: Write: mcptest conformance mcptest-pack-bells TARGET\n");
    expect(stderr).not.toContain("npm install");
    expect(code).toBe(2);
  });

  test("says which of its options is missing", async () => {
    const { code, stderr } = await mcptest(["widgets", "conformance", url], { cwd });
    expect(stderr).toContain("the options of mcptest-pack-widgets are refused:\n  |   - tool: is missing\n");
    expect(code).toBe(2);
  });

  test("runs beside the bundled ones, and in their place with --pack", async () => {
    const options = ["--options", 'widgets={"tool": "make"}', "--format", "json"];
    const both = await mcptest(["run", url, ...options], { cwd });
    const names = (stdout: string) => JSON.parse(stdout).servers[0].packs.map(({ name }: { name: string }) => name);
    expect(names(both.stdout)).toEqual(["mcptest-pack-widgets", ...BUNDLED_PACKS]);
    const alone = await mcptest(["run", url, "--pack", "mcptest-pack-widgets@^1", ...options], { cwd });
    expect(names(alone.stdout)).toEqual(["mcptest-pack-widgets"]);
    expect(alone.code).toBe(0);
  });
});

describe("the exit code is decided before the end, whatever a pack or a server does then", () => {
  const flags = ["--tool", "make", "--format", "json"];

  test("a pack that leaves a timer running", async () => {
    const cwd = projectWithPack("", "setInterval(() => {}, 1000);");
    const { code, stdout } = await mcptest(["widgets", "conformance", url, ...flags], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "passed" });
    expect(code).toBe(0);
  });

  test("a check that exits", async () => {
    const cwd = projectWithPack("process.exit(0);");
    const { code, stdout } = await mcptest(["widgets", "conformance", url, ...flags], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "incomplete",
      checks: [
        { skipReason: "could-not-run", origin: "pack", error: { message: expect.stringContaining("process.exit(0)") } },
      ],
    });
    expect(code).toBe(3);
  });

  test("a pack that exits at its import", async () => {
    const cwd = projectWithPack("", "process.exit(0);");
    const { code, stdout, stderr } = await mcptest(["widgets", "conformance", url, ...flags], { cwd });
    expect(stderr).toMatch(/^mcptest: the pack \S*widgets\S*, .*importing it fails .*: it called process\.exit\(0\)\n/);
    expect(stderr).toContain("  code: PACK_BROKEN\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("a rejection that nobody handles, of code that belongs to no check", async () => {
    const top = 'process.on("exit", () => {}); setImmediate(() => Promise.reject(new Error("CANARY-REJECTION")));';
    const cwd = projectWithPack("await new Promise(() => {});", top);
    const secret = ["--header", "X-Token: CANARY-REJECTION", "--verbose"];
    const isolated = await mcptest(["widgets", "conformance", url, ...flags, ...secret], { cwd });
    expect(isolated.stderr).toMatch(/belongs to no check left a rejection unhandled: Error: \[redacted\]\n/);
    expect(isolated.stderr).toContain("\n  code: PACK_BROKEN\n");
    const config = { packs: { "mcptest-pack-widgets": { isolation: "none" } } };
    writeFileSync(join(cwd, "mcptest.config.json"), JSON.stringify(config));
    const open = await mcptest(["widgets", "conformance", url, ...flags, ...secret], { cwd });
    expect(open.stderr).toContain("mcptest: Unexpected: Error: [redacted]\n");
    expect(open.stderr).toContain("\n  code: INTERNAL\n");
    expect(isolated.stdout + isolated.stderr + open.stderr).not.toContain("CANARY");
    expect([isolated.code, open.code]).toEqual([2, 3]);
  });

  test("a server that fails a check and lives on after its stdin is closed and after SIGTERM", async () => {
    const server = stdioServer("--job-ms", "50", "--fault", "ttl-string", "--fault", "ignore-sigterm");
    const { code, stdout, left } = await mcptest(["tasks", "conformance", "--tool-name", "job", "--", ...server]);
    expect(stdout).toContain("FAILED  tasks-ttl-shape");
    expect({ code, left }).toEqual({ code: 1, left: [] });
  });

  test("an import that never settles ends with an error and not with the exit code 13", async () => {
    const cwd = projectWithPack("", "await new Promise(() => {});");
    const { code, stderr } = await mcptest(["run", url, "--pack", "mcptest-pack-widgets"], { cwd });
    expect(stderr).toContain("did not finish its import within 20000 ms");
    expect(code).toBe(2);
  }, 60_000);
});
