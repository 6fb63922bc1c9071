import { BUNDLED_PACKS } from "@mcptest/core/loader";
import type { ConformanceResult, Report } from "@mcptest/core/report";
import { startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { httpServer } from "../e2e/testing/http-server.js";
import { mcptest, stdioServer } from "../e2e/testing/mcptest.js";

/** Revisions of a server that has no extension and opens with `initialize`. */
const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

const unauthorized = await httpServer((_request, response) => {
  response.writeHead(401, { "Content-Type": "application/json" }).end('{"error":"Unauthorized"}');
});
const page = await httpServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html><title>Hello</title>");
});

/** Runs mcptest to its end; it leaves no process, and its counts agree with its checks. */
async function judged(...words: string[]) {
  const ended = await mcptest(["run", "--format", "json", "--no-config", ...words]);
  const { servers, summary } = JSON.parse(ended.stdout) as Report;
  const packs = servers.flatMap(({ packs }) => packs);
  const checks = packs.flatMap((pack) => pack.checks);
  const failed = checks.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect({ failed: summary.failed, left: ended.left }).toEqual({ failed: failed.length, left: [] });
  const names = packs.map(({ name }) => name).sort();
  return { names, failed, passed: summary.passed, code: ended.code, problem: servers[0]?.problem?.code };
}

describe.each(REVISIONS)("a server of %s without extensions", (revision) => {
  const flags = ["--generic", "--era", "legacy", "--revision", revision];
  const green = { names: [...BUNDLED_PACKS].sort(), failed: [], code: 0, problem: undefined };

  it("fails nothing over stdio", async () => {
    const { passed, ...rest } = await judged("--", ...stdioServer(...flags));
    expect(rest).toEqual(green);
    expect(passed).toBeGreaterThan(0);
  });

  it("fails nothing over HTTP", async () => {
    const form = revision === "2024-11-05" ? ({ http: "sse" } as const) : {};
    const server = await startHttpServer({ kind: "generic", era: "legacy", versions: [revision], ...form });
    const { passed, ...rest } = await judged(server.url).finally(() => server.close());
    expect(rest).toEqual(green);
    expect(passed).toBeGreaterThan(0);
  });
});

describe.each([
  ["a server that is dead", ["http://127.0.0.1:9/mcp"], "SERVER_UNREACHABLE"],
  ["a process that is dead", ["--", ...stdioServer("--fault", "exit-early")], "SERVER_EXITED"],
  ["a server behind 401", [unauthorized], "SERVER_AUTHORIZATION"],
  ["an endpoint that answers HTML", [page], "SERVER_NOT_MCP"],
])("%s", (_name, target, problem) => {
  it("fails nothing, and the run is incomplete", async () => {
    expect(await judged(...target)).toEqual({ names: [], failed: [], passed: 0, code: 3, problem });
  });

  it.each(BUNDLED_PACKS)("fails nothing in %s: no check could run", async (name) => {
    const command = name.replace("@mcptest/pack-", "");
    const ended = await mcptest([command, "conformance", "--format", "json", "--no-config", ...target]);
    const { checks, outcome } = JSON.parse(ended.stdout) as ConformanceResult;
    expect(new Set(checks.map(({ status, skipReason }) => skipReason ?? status))).toEqual(new Set(["could-not-run"]));
    expect({ outcome, code: ended.code, left: ended.left }).toEqual({ outcome: "incomplete", code: 3, left: [] });
  });
});
