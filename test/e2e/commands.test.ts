import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { modernServer } from "./testing/http-server.js";
import { emptyFolder, mcptest, stdioServer } from "./testing/mcptest.js";

let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100 });
});
afterAll(() => server.close());

describe("help", () => {
  test.each([[["--help"]], [["-h"]], [["help"]]])("%j names the commands, those of packs included", async (args) => {
    const { code, stdout, stderr } = await mcptest(args);
    expect(stdout).toMatch(/\n {2}apps conformance +run the checks of @mcptest\/pack-apps\n/);
    expect(stdout).toMatch(/\n {2}negotiation conformance +run the checks of @mcptest\/pack-negotiation\n/);
    expect(stdout).toMatch(/\n {2}resource-compat conformance +run the checks of @mcptest\/pack-resource-compat\n/);
    expect(stdout).toMatch(/\n {2}skills conformance +run the checks of @mcptest\/pack-skills\n/);
    expect(stdout).toMatch(/\n {2}tasks conformance +run the checks of @mcptest\/pack-tasks\n/);
    expect(stdout).toContain("\nExamples:\n  mcptest capabilities http://127.0.0.1:3000/mcp\n");
    expect(stdout).toContain("\nExit codes:\n  0         passed\n");
    expect(stdout).toContain("\nDocumentation: https://github.com/mcptest/mcptest#readme\n");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("without a command it goes to stderr, and the exit code says that nothing ran", async () => {
    const { code, stdout, stderr } = await mcptest([]);
    expect(stderr).toContain("Usage: mcptest COMMAND");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("so does that of a pack without its verb", async () => {
    const { code, stdout, stderr } = await mcptest(["tasks"]);
    expect(stderr).toContain("Usage: mcptest tasks conformance");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test.each([
    ["capabilities", "--help"],
    ["help", "inspect"],
    ["run", "-h"],
    ["conformance", "--help"],
    ["tasks", "conformance", "--help"],
    ["tasks", "--help"],
    ["help", "tasks"],
    ["conformance", "tasks", "--help"],
  ])("mcptest %s %s %s", async (...args) => {
    const { code, stdout, stderr } = await mcptest(args.filter((word) => word !== undefined));
    expect(stdout).toMatch(/^Usage: mcptest [a-z ]+( PACK)? \[options\]/);
    expect(stdout).toContain("\nExamples:\n  mcptest ");
    expect(stdout).toContain("\nExit codes:\n");
    expect(stdout).toContain("(default: 30000)");
    expect(stdout.includes("modern, legacy, auto or all")).toBe(!/^Usage: mcptest .*conformance/.test(stdout));
    const packFlags = args.includes("tasks");
    expect(stdout.includes("\nOptions of @mcptest/pack-tasks:\n  --tool-name <name>")).toBe(packFlags);
    expect(stdout.split("\n").filter((line) => line.startsWith("  --require-roles")).length).toBe(
      packFlags || args.includes("run") || args.includes("conformance") ? 1 : 0,
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("one pack on one server", () => {
  test.each([
    ["tasks", "conformance"],
    ["conformance", "tasks"],
    ["conformance", "@mcptest/pack-tasks"],
    ["conformance", "@mcptest/pack-tasks@>=0.1.0"],
  ])("mcptest %s %s", async (...words) => {
    const { code, stdout, stderr } = await mcptest([...words, server.url, "--tool-name", "job"]);
    expect(stdout).toContain("passed  @mcptest/pack-tasks");
    expect(stdout).toContain("8/8 checks passed, 0 failed, 0 could not run, 0 not applicable\n");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("flags before the pack", async () => {
    const { code } = await mcptest(["conformance", "--era", "modern", "tasks", server.url, "--tool-name", "job"]);
    expect(code).toBe(0);
  });

  test("--check-id and --category choose", async () => {
    const words = ["tasks", "conformance", server.url, "--tool-name", "job", "--format", "json"];
    const one = await mcptest([...words, "--check-id", "tasks-ttl-shape", "--check-id", "tasks-inline-result"]);
    expect(JSON.parse(one.stdout).summary).toBe("2/2 checks passed, 0 failed, 0 could not run, 0 not applicable");
    const two = await mcptest([...words, "--category", "creation"]);
    expect(JSON.parse(two.stdout).summary).toBe("2/2 checks passed, 0 failed, 0 could not run, 0 not applicable");
    expect([one.code, two.code]).toEqual([0, 0]);
  });

  test("options of a file lie below the flags of the pack", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "tasks.json"), '{"roles": {"task": {"tool": "nope", "arguments": {}}}}');
    const words = ["tasks", "conformance", server.url, "--options", "tasks.json"];
    const without = await mcptest(words, { cwd: folder });
    expect(without.stdout).toContain('the server lists no tool "nope"');
    expect(without.code).toBe(3);
    expect((await mcptest([...words, "--tool-name", "job"], { cwd: folder })).code).toBe(0);
  });

  test("without a tool name on the extension wire it is incomplete, never passed", async () => {
    const { code, stdout } = await mcptest(["tasks", "conformance", server.url]);
    expect(stdout).toContain("name one with --tool-name");
    expect(stdout).toContain("\nINCOMPLETE  2 of 8 checks passed");
    expect(code).toBe(3);
  });
});

describe("targets", () => {
  const [program = "", ...args] = stdioServer("--job-ms", "100");

  test("a command behind --, with its own flags", async () => {
    const { code, stdout, left } = await mcptest(["capabilities", "--", program, ...args, "--era", "legacy"]);
    expect(stdout).toContain("\n  era: legacy (2025-11-25)\n");
    expect(stdout).toContain("\n  Tasks (2025-11-25)\n");
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });

  test("--command, --args, --env and --cwd", async () => {
    const folder = emptyFolder();
    writeFileSync(
      join(folder, "server.mjs"),
      `process.stderr.write(JSON.stringify([process.argv.slice(2), process.env.ONE, process.env.TWO, process.cwd()]));`,
    );
    const flags = [
      "--command",
      program,
      "--args",
      "server.mjs",
      "a b",
      "--args=--flag",
      "--env",
      "ONE=1=1",
      "--env",
      "TWO=",
    ];
    const { code, stderr, left } = await mcptest(["capabilities", ...flags, "--cwd", folder]);
    expect(stderr).toContain(JSON.stringify([["a b", "--flag"], "1=1", "", folder]));
    expect(stderr).toContain("\n  code: SERVER_EXITED\n");
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });

  test("--url", async () => {
    expect((await mcptest(["capabilities", "--url", server.url])).code).toBe(0);
  });

  test("--server of a configuration and of .mcp.json, also from a folder below", async () => {
    const folder = emptyFolder();
    mkdirSync(join(folder, "below"));
    writeFileSync(join(folder, "package.json"), "{}");
    writeFileSync(join(folder, "mcptest.config.json"), JSON.stringify({ servers: { mine: { url: server.url } } }));
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { theirs: { command: program, args } } }));
    const cwd = join(folder, "below");
    const [mine, theirs] = await Promise.all(
      ["mine", "theirs"].map((name) => mcptest(["inspect", "--server", name], { cwd })),
    );
    expect(mine?.stdout).toContain("\n  name in reports: mine\n");
    expect(theirs?.stdout).toContain("\n  name in reports: theirs\n");
    expect([mine?.code, theirs?.code, theirs?.left]).toEqual([0, 0, []]);
  });
});

describe("mcptest run", () => {
  test("skips a pack whose extension is not there, and then nothing was decided", async () => {
    const url = await modernServer({ tools: {} });
    const { code, stdout } = await mcptest(["run", url, "--pack", "@mcptest/pack-tasks"]);
    expect(stdout).toMatch(
      /@mcptest\/pack-tasks \S+ {2}skipped: the server does not advertise io\.modelcontextprotocol\/tasks/,
    );
    expect(stdout).toContain("\nINCOMPLETE  0 of 0 checks decided");
    expect(code).toBe(3);
  });

  test("--require turns absence into a failure", async () => {
    const url = await modernServer({ tools: {} });
    const { code, stdout } = await mcptest(["run", url, "--require", "io.modelcontextprotocol/tasks"]);
    expect(stdout).toContain("FAILED  tasks-wire-resolvable");
    expect(code).toBe(1);
  });

  test("suites of a configuration: servers, pins, options and required extensions", async () => {
    const folder = emptyFolder();
    const roles = { task: { tool: "job" } };
    const config = {
      servers: { good: { url: server.url }, gone: { url: "http://127.0.0.1:9/mcp" } },
      suites: {
        default: { servers: ["good"], require: ["io.modelcontextprotocol/tasks"] },
        all: {},
      },
    };
    writeFileSync(join(folder, "mcptest.config.json"), JSON.stringify(config));
    const flags = ["--options", JSON.stringify({ roles }), "--format", "json"];
    const one = await mcptest(["run", ...flags], { cwd: folder });
    expect(JSON.parse(one.stdout).servers.map(({ name }: { name: string }) => name)).toEqual(["good"]);
    expect(one.code).toBe(0);
    const all = await mcptest(["run", "--suite", "all", ...flags], { cwd: folder });
    expect(JSON.parse(all.stdout)).toMatchObject({
      outcome: "incomplete",
      configFile: join(folder, "mcptest.config.json"),
    });
    expect(all.code).toBe(3);
  });

  test("--era all judges each era", async () => {
    const flags = ["--options", '{"roles": {"task": {"tool": "job"}}}', "--format", "json", "--era", "all"];
    const { code, stdout } = await mcptest(["run", server.url, ...flags]);
    const [result] = JSON.parse(stdout).servers;
    expect(result.lanes.map(({ id }: { id: string }) => id)).toEqual([
      "http-modern-2026-07-28",
      "http-legacy-2025-11-25",
    ]);
    expect(code).toBe(0);
  });

  test("--save-transcript writes the facts of the run, and every exchange as one line", async () => {
    const folder = emptyFolder();
    const flags = ["--options", '{"roles": {"task": {"tool": "job"}}}', "--save-transcript", "deep/t.jsonl"];
    const { code } = await mcptest(["run", server.url, ...flags], { cwd: folder });
    const [header = "", ...lines] = readFileSync(join(folder, "deep/t.jsonl"), "utf8").trimEnd().split("\n");
    expect(JSON.parse(header)).toMatchObject({ mcptestTranscript: 1, servers: [{ lanes: [{ preferred: true }] }] });
    const numbers = lines.map((line) => JSON.parse(line).number);
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(numbers.length).toBeGreaterThan(8);
    expect(code).toBe(0);
  });
});
