import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detect, modern, run, serve, toClose } from "./testing/detect-http.js";
import { run as runStdio } from "./testing/detect-stdio.js";
import { verdict } from "./testing/setup.js";
import { discovery, failed } from "./testing/stdio-server.js";

type Run = Awaited<ReturnType<typeof runStdio>> | Awaited<ReturnType<typeof detect>>;

function said({ detection }: Pick<Run, "detection">): (string | undefined)[] {
  return [verdict(detection), detection.ok ? undefined : detection.problem.fix];
}

test("https to a port that speaks plain HTTP", async () => {
  const server = await serve({ "server/discover": modern });
  const target = { ...server.target, url: server.target.url.replace("http:", "https:") };
  expect(said(await detect(target))).toEqual([
    "SERVER_TLS",
    "Write http:// in place of https://: what listens on that port does not speak TLS.",
  ]);
});

const TLS_FIX =
  "Write https:// in place of http:// if the server speaks TLS on that port; else look at why it ends the connection.";

test("http to a port that speaks TLS", async () => {
  const pem = (name: string) => readFileSync(new URL(`../wire/fixtures/tls-${name}.pem`, import.meta.url));
  const server = createServer({ key: pem("key"), cert: pem("cert") }).listen(0, "127.0.0.1");
  await once(server, "listening");
  toClose.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const [code, fix] = said(await detect({ kind: "http", name: "tls", url, headers: [] }));
  expect([code === "SERVER_UNREACHABLE" || code === "SERVER_NOT_MCP", fix]).toEqual([true, TLS_FIX]);
});

test("http to a TLS port whose server says so with a 400", async () => {
  const body = "Client sent an HTTP request to an HTTPS server.\n";
  expect(said(await run({ "*": { status: 400, body } }, { era: "modern" }))[1]).toBe(TLS_FIX);
  expect(said(await run({ "*": { status: 400, body: "Bad Request" } }, { era: "modern" }))[1]).toBeUndefined();
});

test("a file that may not be executed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-"));
  const command = join(folder, "server.js");
  writeFileSync(command, "", { mode: 0o600 });
  try {
    expect(said(await runStdio({ kind: "stdio", name: "plain", command, args: [] }))).toEqual([
      "SERVER_COMMAND_NOT_FOUND",
      "Make the file executable (chmod +x), or name the program that runs it before it, such as node server.js.",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("no common version, when everything was offered and when it was not", async () => {
  const server = { "server/discover": discovery(["2099-01-01"]), initialize: failed(-32601, "no") };
  expect(said(await run(server))).toEqual([
    "SERVER_NO_COMMON_VERSION",
    "Update the server, or mcptest if the server is newer: every version that mcptest speaks was offered.",
  ]);
  // The general fix of the code says what to widen.
  expect(said(await run(server, { era: "modern" }))).toEqual(["SERVER_NO_COMMON_VERSION", undefined]);
});
