import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@mcptest/pack";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer } from "./testing/http-server.js";
import { emptyFolder, MCPTEST, mcptest, startProgram } from "./testing/mcptest.js";

const MIB = 1024 * 1024;
const folder = emptyFolder();
const options = `--pack @mcptest/pack-tasks --options '{"roles": {"task": {"tool": "job"}}}'`;
let obeying: string;
let failing: string;

/** What stands before each server: it makes every answer 60 kB longer, so that reports get large. */
function padding(server: RunningServer): Promise<string> {
  return httpServer(async (request, response, message) => {
    const { "content-length": _, host: __, ...headers } = request.headers as Record<string, string>;
    const answer = await fetch(server.url, { method: "POST", headers, body: JSON.stringify(message) });
    const body = (await answer.json()) as JsonObject;
    const result = body.result as JsonObject | undefined;
    if (result) result._meta = { ...(result._meta as JsonObject), "com.example/pad": "p".repeat(60_000) };
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
}

beforeAll(async () => {
  const servers = await Promise.all([
    startHttpServer({ jobMs: 100 }),
    startHttpServer({ jobMs: 100, faults: ["ttl-string", "result-missing", "undeclared-creates-task"] }),
    startHttpServer({ variants: ["long-line"] }),
  ]);
  afterAll(() => Promise.all(servers.map((server) => server.close())));
  [obeying, failing] = await Promise.all([padding(servers[0]), padding(servers[1])]);
  long = servers[2].url;
});
let long: string;

/** Runs a line of bash in which `mcptest` is the built command; `STATUS` prints its exit code to stderr. */
function bash(line: string) {
  const script = line.replaceAll("mcptest ", `"${process.execPath}" "${MCPTEST}" `);
  return startProgram("bash", ["-c", script.replaceAll("STATUS", 'echo "status $PIPESTATUS" >&2')], {
    cwd: folder,
  }).ended;
}

describe.each([
  ["a run that fails", () => `run ${failing} ${options}`, 1],
  ["a look that is fine", () => `inspect ${long}`, 0],
])("%s writes all of more than 1 MiB", (_name, words, exitCode) => {
  test("to a reader that is in no hurry", async () => {
    const { stderr, left } = await bash(`mcptest ${words()} --format json | { sleep 1; cat > slow.json; }; STATUS`);
    expect(stderr).toContain(`status ${exitCode}\n`);
    const text = readFileSync(join(folder, "slow.json"), "utf8");
    expect(text.length).toBeGreaterThan(MIB);
    expect(text.endsWith("}\n")).toBe(true);
    JSON.parse(text);
    expect(left).toEqual([]);
  });

  test("to a file", async () => {
    const { stderr } = await bash(`mcptest ${words()} --format json > direct.json; STATUS`);
    expect(stderr).toContain(`status ${exitCode}\n`);
    const text = readFileSync(join(folder, "direct.json"), "utf8");
    expect(text.length).toBeGreaterThan(MIB);
    JSON.parse(text);
  });

  test("or nothing more, without a word, once the reader has gone", async () => {
    const { stdout, stderr, left } = await bash(`mcptest ${words()} --format json 2>errors.txt | head -c 10; STATUS`);
    expect(stdout).toHaveLength(10);
    expect(stderr).toBe(`status ${exitCode}\n`);
    expect(readFileSync(join(folder, "errors.txt"), "utf8")).not.toMatch(/EPIPE|\bError\b|mcptest: /);
    expect(left).toEqual([]);
  });
});

test("a passing run is whole as well", async () => {
  const { stdout, code } = await mcptest([
    "run",
    obeying,
    "--pack",
    "@mcptest/pack-tasks",
    "--options",
    '{"roles": {"task": {"tool": "job"}}}',
    "--format",
    "json",
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, outcome: "passed" });
  expect(code).toBe(0);
});

test("a reader of the help that leaves", async () => {
  const { stderr } = await bash("mcptest run --help | head -c 1; STATUS");
  expect(stderr).toBe("status 0\n");
});

test.runIf(existsSync("/dev/full"))("a stdout that takes nothing is an error of its own", async () => {
  const { stderr } = await bash(`mcptest capabilities ${obeying} > /dev/full; STATUS`);
  expect(stderr).toContain("mcptest: stdout cannot be written: ");
  expect(stderr).toContain("\n  code: OUTPUT_FAILED\nstatus 2\n");
});

test("a report file that cannot be written is refused before the run", async () => {
  const { stderr, code } = await mcptest(["run", obeying, "--reporter", `json=${folder}`]);
  expect(stderr).toContain("\n  code: OUTPUT_FAILED\n");
  expect(code).toBe(2);
});
