import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpServer } from "./testing/http-server.js";
import { type Ended, emptyFolder, mcptest, stdioServer } from "./testing/mcptest.js";

/** Forms in which a secret may leak: as it is, and the beginnings of its base64 and hex forms. */
const LEAKS = ["CANARY", Buffer.from("CANARY").toString("base64").slice(0, 7), Buffer.from("CANARY").toString("hex")];
const faults = ["echo-secrets", "ttl-string", "undeclared-creates-task"];
const OUTPUTS = ["terminal=text.txt", "json=report.json", "json-summary=summary.json", "junit=junit.xml"];
let echoing: RunningServer;

beforeAll(async () => {
  echoing = await startHttpServer({ jobMs: 50, faults });
});
afterAll(() => echoing.close());

/** Runs with every output there is, and gives all that was written. */
async function everything(
  words: string[],
  env: Record<string, string> = {},
): Promise<{ ended: Ended; written: string }> {
  const cwd = emptyFolder();
  const outputs = [...OUTPUTS.flatMap((output) => ["--reporter", output]), "--save-transcript", "transcript.jsonl"];
  const at = words.indexOf("--");
  const [before, behind] = at < 0 ? [words, []] : [words.slice(0, at), words.slice(at)];
  const ended = await mcptest([...before, ...outputs, "--verbose", ...behind], { cwd, env });
  const files = readdirSync(cwd).map((name) => readFileSync(join(cwd, name), "utf8"));
  expect(files).toHaveLength(OUTPUTS.length + 1);
  return { ended, written: [ended.stdout, ended.stderr, ...files].join("\n") };
}

function expectNoLeak(written: string): void {
  for (const leak of LEAKS) expect(written.includes(leak), leak).toBe(false);
}

const roles = ["--options", '{"roles": {"task": {"tool": "job"}}}'];

describe("nothing that a user gave in confidence comes out again", () => {
  const given = [
    ...["--header", "Authorization: Bearer CANARY-HEADER-1"],
    ...["--header", "X-Api-Key: CANARY-HEADER-2"],
    ...["--second-identity", "Authorization: Bearer CANARY-SECOND"],
  ];

  test.each(["text", "json", "junit-xml"])(
    "over HTTP, from a server that repeats it in every answer: %s",
    async (format) => {
      const url = echoing.url.replace("http://", "http://CANARY-USER:CANARY-PASSWORD@");
      const words = ["run", `${url}?token=CANARY-QUERY`, ...given, ...roles, "--format", format];
      const { ended, written } = await everything(words);
      expect(written).toContain("[redacted]");
      expectNoLeak(written);
      expect(ended.code).toBe(1);
    },
  );

  test("over stdio, from a server that repeats it on stderr and in its answers", async () => {
    const server = stdioServer("--job-ms", "50", ...faults.flatMap((name) => ["--fault", name]));
    const words = ["run", "--env", "API_KEY=CANARY-VARIABLE", ...roles, "--", ...server];
    const { ended, written } = await everything(words);
    expect(written).toContain("[redacted]");
    expect(written).toContain("API_KEY");
    expectNoLeak(written);
    expect(ended.code).toBe(1);
  });

  test("from a header file, a bearer variable and a configuration", async () => {
    const folder = emptyFolder();
    writeFileSync(join(folder, "headers.txt"), "# of staging\nX-Token: CANARY-FILE\n\n");
    const config = {
      servers: { staging: { url: echoing.url, headers: { "X-Config": `\${CONFIG_SECRET}` } } },
      packs: {},
    };
    writeFileSync(join(folder, "mcptest.config.json"), JSON.stringify(config));
    const words = ["run", "--config", join(folder, "mcptest.config.json"), "--server", "staging", ...roles];
    const more = ["--header-file", join(folder, "headers.txt"), "--bearer-env", "BEARER"];
    const env = { CONFIG_SECRET: "CANARY-CONFIG", BEARER: "CANARY-BEARER" };
    const { written, ended } = await everything([...words, ...more, "--pack", "@mcptest/pack-tasks"], env);
    const sent = echoing.requests.map(({ headers }) => JSON.stringify(headers)).join();
    for (const secret of ["CANARY-FILE", "CANARY-CONFIG", "CANARY-BEARER"]) expect(sent).toContain(secret);
    expectNoLeak(written);
    expect(ended.code).toBe(1);
  });

  test("in what capabilities and inspect say of a server that cannot be read", async () => {
    const url = await httpServer((request, response) => {
      const told = JSON.stringify([request.headers, request.url]);
      response.writeHead(302, { Location: `https://elsewhere/${encodeURIComponent(told)}`, "X-Debug": told }).end(told);
    });
    for (const command of ["capabilities", "inspect"]) {
      const ended = await mcptest([command, `${url}?token=CANARY-QUERY`, ...given.slice(0, 4), "--verbose"]);
      expectNoLeak(ended.stdout + ended.stderr);
      expect(ended.code).toBe(3);
    }
  });

  test("in an error that comes before the command line is read", async () => {
    const words = [
      "run",
      "https://u:CANARY-PASSWORD@h:99999/mcp?k=CANARY-QUERY",
      ...given,
      "--nonsense",
      "CANARY-HEADER-1",
    ];
    const ended = await mcptest(words);
    expectNoLeak(ended.stdout + ended.stderr);
    expect(ended.code).toBe(2);
  });

  describe("not in part either, where the text that it stands in is cut", () => {
    const TOKEN = "K0-r1.Z2_q3~X4-p5.W6_o7~V8-n9.U10_m11~T12-l13.S14_k15~R16-j17.Q18_i19~P20-h21";
    const PARTS = Array.from({ length: TOKEN.length - 5 }, (_, at) => TOKEN.slice(at, at + 6));
    const told = (before: number) => `${".".repeat(before)}${TOKEN}${".".repeat(400)}`;
    const discovered = {
      resultType: "complete",
      supportedVersions: ["2026-07-28"],
      capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
      ttlMs: 0,
      cacheScope: "private",
    };
    const task = { taskId: "t-1", status: "working", createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01" };

    /** What a server that repeats its token does about a message, with so many characters before it. */
    const PLACES: Record<string, (text: string, method: unknown) => { result?: object; error?: object } | string> = {
      "an error": (message) => ({ error: { code: -32603, message, data: { message } } }),
      "a text that is no JSON": (text) => text,
      "the time to live of a task": (ttlMs, method) => {
        if (method === "server/discover") return { result: discovered };
        const tools = [{ name: "job", inputSchema: { type: "object" } }];
        if (method === "tools/list") return { result: { resultType: "complete", tools, ttlMs, cacheScope: ttlMs } };
        if (method === "tools/call") return { result: { ...task, resultType: "task", ttlMs, pollIntervalMs: ttlMs } };
        if (method === "tasks/get")
          return { result: { ...task, resultType: ttlMs, ttlMs, status: "completed", result: ttlMs } };
        return { error: { code: -32000, message: ttlMs } };
      },
    };

    test.each(Object.keys(PLACES).flatMap((place) => [50, 110, 150, 190].map((before) => [place, before] as const)))(
      "%s, after %i characters",
      async (place, before) => {
        const url = await httpServer((_request, response, { id, method }) => {
          const reply = PLACES[place]?.(told(before), method);
          const body = typeof reply === "string" ? reply : JSON.stringify({ jsonrpc: "2.0", id, ...reply });
          response.writeHead(200, { "Content-Type": "application/json" }).end(body);
        });
        const words = ["run", url, "--header", `Authorization: Bearer ${TOKEN}`, ...roles];
        const { written } = await everything(words);
        expect(written).toContain("[redacted]");
        expect(PARTS.filter((part) => written.includes(part))).toEqual([]);
      },
    );

    test.each([340, 380, 440, 480])("the address of a redirect, after %i characters", async (before) => {
      const url = await httpServer((_request, response) => {
        response.writeHead(307, { Location: `http://127.0.0.1:1/${told(before)}` }).end(told(before));
      });
      const { written } = await everything(["run", url, "--header", `Authorization: Bearer ${TOKEN}`]);
      expect(written).toContain("[redacted]");
      expect(PARTS.filter((part) => written.includes(part))).toEqual([]);
    });
  });
});
