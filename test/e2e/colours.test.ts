import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyFolder, MCPTEST, mcptest, startProgram } from "./testing/mcptest.js";

// `script` of util-linux runs a command in a terminal of its own.
const hasTerminal = existsSync("/usr/bin/script");
const COLOUR = /\u001b\[\d+m/;
const CURSOR = /\r(?!\n)|\u001b\[[A-HJKSTfsu]|\u001b\[\d+[A-HJKSTfsu]/;
const folder = emptyFolder();
let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100, faults: ["ttl-string"] });
});
afterAll(() => server.close());

interface Shown {
  /** What the terminal got. */
  terminal: string;
  /** What the file got to which one stream was redirected. */
  file: string;
  code: number | null;
}

/** Runs `mcptest run` in a terminal, one stream of it redirected into a file. */
async function inTerminal(redirect: string, env: Record<string, string>, flags: string[] = []): Promise<Shown> {
  const words = ["run", server.url, "--options", '{"roles":{"task":{"tool":"job"}}}', ...flags];
  const line = [process.execPath, MCPTEST, ...words].map((word) => `'${word}'`).join(" ");
  const target = redirect === "" ? "" : ` ${redirect}file.txt`;
  const { stdout, code } = await startProgram("script", ["-qec", line + target, "/dev/null"], { cwd: folder, env })
    .ended;
  return { terminal: stdout, file: redirect === "" ? "" : readFileSync(join(folder, "file.txt"), "utf8"), code };
}

describe.runIf(hasTerminal)("in a terminal (needs the program script of util-linux)", () => {
  test("text is coloured, and progress is shown and taken away again", async () => {
    const { terminal, code } = await inTerminal("", {});
    expect(terminal).toMatch(COLOUR);
    expect(terminal).toMatch(/\r\u001b\[K\d+\/\d+ {2}127\.0\.0\.1\/mcp {2}tasks-/);
    expect(terminal).toMatch(/\r\u001b\[K[^\r]*mcptest \d/);
    expect(code).toBe(1);
  });

  test("stdout into a file has neither colour nor cursor codes; progress stays on the terminal", async () => {
    const { terminal, file } = await inTerminal(">", {});
    expect(file).toContain("FAILED  tasks-ttl-shape");
    expect(file).not.toMatch(COLOUR);
    expect(file).not.toMatch(CURSOR);
    expect(terminal).toMatch(/\r\u001b\[K\d+\/\d+/);
  });

  test("stderr into a file has none either; the text on the terminal is coloured", async () => {
    const { terminal, file } = await inTerminal("2>", {});
    expect(terminal).toMatch(COLOUR);
    expect(terminal).not.toMatch(CURSOR);
    expect(file).toBe("");
  });

  test.each([
    ["NO_COLOR=1", { NO_COLOR: "1" }, [], false],
    ["NO_COLOR=1 and FORCE_COLOR=1", { NO_COLOR: "1", FORCE_COLOR: "1" }, [], false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, [], true],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, [], false],
    ["TERM=dumb", { TERM: "dumb" }, [], false],
    ["CI=1", { CI: "1" }, [], true],
    ["--no-color", {}, ["--no-color"], false],
    ["--no-color and FORCE_COLOR=1", { FORCE_COLOR: "1" }, ["--no-color"], false],
    ["--color and NO_COLOR=1", { NO_COLOR: "1" }, ["--color"], true],
  ])("%s", async (_name, env, flags, coloured) => {
    const { terminal } = await inTerminal("", env as Record<string, string>, flags);
    expect(terminal).toContain("tasks-ttl-shape");
    expect(COLOUR.test(terminal)).toBe(coloured);
  });

  test.each([
    ["CI=1", { CI: "1" }, []],
    ["TERM=dumb", { TERM: "dumb" }, []],
    ["--quiet", {}, ["--quiet"]],
  ])("%s: no progress", async (_name, env, flags) => {
    const { terminal } = await inTerminal("", env as Record<string, string>, flags);
    expect(terminal).not.toMatch(CURSOR);
  });

  test("a machine format carries no code, whatever is asked for", async () => {
    const { file } = await inTerminal(">", { FORCE_COLOR: "1" }, ["--color", "--format", "json"]);
    expect(file).not.toContain("\u001b");
    JSON.parse(file);
  });
});

describe("without a terminal", () => {
  const words = () => ["run", server.url, "--options", '{"roles":{"task":{"tool":"job"}}}'];

  test.each([
    ["nothing set", {}, [], false],
    ["FORCE_COLOR=1", { FORCE_COLOR: "1" }, [], true],
    ["NO_COLOR=1 and FORCE_COLOR=1", { NO_COLOR: "1", FORCE_COLOR: "1" }, [], false],
    ["--color", {}, ["--color"], true],
    ["--color and NO_COLOR=1", { NO_COLOR: "1" }, ["--color"], true],
  ])("%s", async (_name, env, flags, coloured) => {
    const { stdout, stderr } = await mcptest([...words(), ...flags], { env: env as Record<string, string> });
    expect(stdout).toContain("tasks-ttl-shape");
    expect(COLOUR.test(stdout)).toBe(coloured);
    expect(stdout).not.toMatch(CURSOR);
    expect(stderr).toBe("");
  });

  test.each(["json", "json-summary", "junit-xml"])(
    "--format %s carries no code, its text on stderr may",
    async (format) => {
      const { stdout, stderr } = await mcptest([...words(), "--format", format, "--color"]);
      expect(stdout).not.toContain("\u001b");
      expect(stderr).toMatch(COLOUR);
    },
  );

  test("a text file carries none", async () => {
    await mcptest([...words(), "--color", "--reporter", "terminal=text.txt"], { cwd: folder });
    expect(readFileSync(join(folder, "text.txt"), "utf8")).not.toContain("\u001b");
  });
});
