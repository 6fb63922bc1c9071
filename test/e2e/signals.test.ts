import { fileURLToPath } from "node:url";
import type { JsonObject } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { httpServer, reply } from "./testing/http-server.js";
import { type Started, startMcptest } from "./testing/mcptest.js";

const HANG = fileURLToPath(new URL("fixtures/hang.mjs", import.meta.url));

/** A run of which the server has received its first tools/call, and will never answer it. */
async function hangingRun(
  server: (tell: string) => string[],
  flags: string[] = ["--format", "json"],
): Promise<Started> {
  let tell = () => {};
  const called = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const url = await httpServer((_request, response, message) => {
    const result = answers.get(String(message.method));
    if (message.method === "tools/call") tell();
    else if (result) reply(response, 200, { jsonrpc: "2.0", id: message.id ?? null, result });
    else {
      tell();
      response.writeHead(204).end();
    }
  });
  const options = ["--options", '{"roles": {"task": {"tool": "job"}}}'];
  const started = startMcptest(["run", ...options, ...flags, ...server(url)]);
  await Promise.race([called, started.ended]);
  return started;
}

const shared = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
const answers = new Map<string, JsonObject>([
  [
    "server/discover",
    {
      ...shared,
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
    },
  ],
  ["tools/list", { ...shared, tools: [{ name: "job", inputSchema: { type: "object" } }] }],
]);

const overHttp = (url: string) => [url];
const overStdio = (url: string) => ["--env", `TELL=${url}`, "--", process.execPath, HANG];
const stubborn = (url: string) => [...overStdio(url), "--stubborn"];

describe.each([
  ["HTTP", overHttp],
  ["stdio", overStdio],
])("a run over %s", (_name, server) => {
  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends on %s with %i, a partial report and nothing left", async (signal, exitCode) => {
    const { child, ended } = await hangingRun(server);
    child.kill(signal);
    const { code, stdout, stderr, left } = await ended;
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ complete: false, passed: false, outcome: "incomplete", exitCode });
    const tasks = report.servers[0].packs.find(({ name }: { name: string }) => name === "@mcptest/pack-tasks");
    expect(tasks.checks.length).toBeGreaterThan(8);
    expect(stderr).toContain(`mcptest: ${signal}, stopping; a second signal ends at once\n`);
    expect({ code, left }).toEqual({ code: exitCode, left: [] });
  });
});

test("the text for people says that the run was stopped, and that it did not pass", async () => {
  const { child, ended } = await hangingRun(overHttp, []);
  child.kill("SIGINT");
  const { code, stdout } = await ended;
  expect(stdout).toContain("(stopped before the end)");
  expect(stdout).toMatch(/\nINCOMPLETE {2}/);
  expect(code).toBe(130);
});

test("a conformance command writes its partial result", async () => {
  const { child, ended } = await hangingRun((url) => [url], ["--format", "junit-xml"]);
  child.kill("SIGTERM");
  const { code, stdout } = await ended;
  expect(stdout).toMatch(/^<\?xml version="1\.0"/);
  expect(stdout.trimEnd()).toMatch(/<\/testsuites>$/);
  expect(code).toBe(143);
});

test("a second signal kills at once a server that does not end by itself", async () => {
  const { child, ended } = await hangingRun(stubborn);
  child.stderr?.once("data", () => child.kill("SIGINT"));
  child.kill("SIGINT");
  const { code, signal, left } = await ended;
  expect({ code, signal, left }).toEqual({ code: null, signal: "SIGINT", left: [] });
});

test("one signal is enough for such a server too, a little later", async () => {
  const { child, ended } = await hangingRun(stubborn);
  child.kill("SIGTERM");
  const { code, left } = await ended;
  expect({ code, left }).toEqual({ code: 143, left: [] });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("capabilities ends on %s with %i and nothing left", async (signal, exitCode) => {
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const url = await httpServer(() => tell());
  const { child, ended } = startMcptest(["capabilities", url]);
  await asked;
  child.kill(signal);
  const { code, stdout, stderr, left } = await ended;
  expect({ code, stdout, left }).toEqual({ code: exitCode, stdout: "", left: [] });
  expect(stderr).toBe(`mcptest: ${signal}, interrupted: nothing was found out\n`);
});
