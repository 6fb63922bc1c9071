import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ServerProcess, type StartFailure, startProcess } from "./process.js";
import { MARKER } from "./process-tree.js";
import { fixture, lives, survivors, testMark } from "./testing/processes.js";
import type { StdioTarget } from "./types.js";

const folder = mkdtempSync(join(tmpdir(), "wire process "));
afterAll(() => rmSync(folder, { recursive: true }));

let mark: Record<string, string>;
const started: ServerProcess[] = [];
beforeEach(() => {
  mark = testMark();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop(10)));
  expect(survivors(mark)).toEqual([]);
});

async function start(command: string, args: string[], more: Partial<StdioTarget> = {}): Promise<ServerProcess> {
  const result = await attempt(command, args, more);
  if ("cause" in result) throw new Error(result.problem);
  started.push(result);
  return result;
}

function attempt(command: string, args: string[], more: Partial<StdioTarget> = {}) {
  return startProcess({ kind: "stdio", name: "test", command, args, ...more, env: { ...mark, ...more.env } });
}

function node(script: string, ...args: string[]): Promise<ServerProcess> {
  return start(process.execPath, ["-e", script, "--", ...args]);
}

async function firstLine(server: ServerProcess): Promise<string> {
  const [line] = await once(createInterface({ input: server.stdout }), "line");
  return String(line);
}

describe("starting", () => {
  it("passes every argument as it is, without a shell", async () => {
    const args = [
      "arg with space",
      "a&b",
      "%PATH%",
      "$HOME",
      "`id`",
      "'\"\\",
      "*",
      "",
      "a\nb",
      "読取 ✅",
      "-e",
      ";exit",
    ];
    const server = await node("console.log(JSON.stringify(process.argv.slice(1)))", ...args);
    expect(JSON.parse(await firstLine(server))).toEqual(args);
  });

  it("adds to the inherited environment and marks the process", async () => {
    const script = "console.log(JSON.stringify([process.env.PATH, process.env.EXTRA, process.env[process.argv[1]]]))";
    const server = await start(process.execPath, ["-e", script, MARKER], { env: { EXTRA: "x y" } });
    const [path, extra, marker] = JSON.parse(await firstLine(server));
    expect([path, extra]).toEqual([process.env.PATH, "x y"]);
    expect(marker).toMatch(/[0-9a-f]{8}-[0-9a-f-]{27}$/);
  });

  it("starts in the folder of the target", async () => {
    const server = await start(process.execPath, ["-p", "process.cwd()"], { cwd: folder });
    expect(await firstLine(server)).toBe(folder);
  });

  it("says why a process cannot be started", async () => {
    const plain = join(folder, "plain.txt");
    writeFileSync(plain, "text");
    chmodSync(plain, 0o644);
    const failures = await Promise.all([
      attempt("no-such-command-anywhere", []),
      attempt(plain, []),
      attempt(process.execPath, [], { cwd: join(folder, "missing") }),
      attempt(process.execPath, ["a\0b"]),
      attempt("", []),
      attempt(process.execPath, ["x".repeat(5_000_000)]),
    ]);
    const told = failures.map((failure) => (failure as StartFailure).problem.replaceAll(folder, "FOLDER"));
    expect(told).toMatchInlineSnapshot(`
      [
        "The server could not be started: the command "no-such-command-anywhere" was not found (ENOENT).",
        "The server could not be started: the command "FOLDER/plain.txt" may not be executed (EACCES).",
        "The server could not be started: the working directory "FOLDER/missing" is not there (ENOENT).",
        "The server could not be started: the command "/usr/bin/node" was refused by the system (ERR_INVALID_ARG_VALUE).",
        "The server could not be started: the command "" was refused by the system (ERR_INVALID_ARG_VALUE).",
        "The server could not be started: the command "/usr/bin/node" was refused by the system (E2BIG).",
      ]
    `);
  });
});

describe("the end of a process", () => {
  it("is told with the exit code, before any byte", async () => {
    const server = await start("sh", ["-c", "exit 127"]);
    expect(await server.exited).toEqual({ code: 127, signal: null });
    expect(server.exit).toEqual({ code: 127, signal: null });
  });

  it("is told at once although a descendant holds the pipes", async () => {
    const server = await start("sh", ["-c", '"$0" "$1" & exit 3', process.execPath, fixture("stubborn.mjs")]);
    let closed = false;
    server.stdout.once("close", () => {
      closed = true;
    });
    expect(await server.exited).toEqual({ code: 3, signal: null });
    expect(await firstLine(server)).toContain("ready");
    expect(closed).toBe(false);
    expect(survivors(mark)).toHaveLength(1);
  });

  it("is told with the signal", async () => {
    const server = await node("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)");
    expect(await server.exited).toEqual({ code: null, signal: "SIGSEGV" });
  });
});

describe("stopping", () => {
  const HOUR = 3_600_000;
  const LONGER_THAN_A_TIMER = 2 ** 40;

  it("closes stdin first and lets a server exit by itself", async () => {
    const server = await node("process.stdin.on('end', () => process.exit(5)).resume(); console.log('ready')");
    await firstLine(server);
    await server.stop(LONGER_THAN_A_TIMER);
    expect(server.exit).toEqual({ code: 5, signal: null });
  });

  it("sends SIGTERM to a server that ignores the end of stdin", async () => {
    const server = await node(
      "process.on('SIGTERM', () => process.exit(6)); setInterval(() => {}, 1e3); console.log(1)",
    );
    await firstLine(server);
    await server.stop(500);
    expect(server.exit).toEqual({ code: 6, signal: null });
  });

  it("kills a server that ignores the end of stdin and SIGTERM", async () => {
    const server = await start(process.execPath, [fixture("stubborn.mjs")]);
    await firstLine(server);
    await server.stop(50);
    expect(server.exit).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("kills a stopped server", async () => {
    const server = await node("console.log(1); process.kill(process.pid, 'SIGSTOP'); setInterval(() => {}, 1e3)");
    await firstLine(server);
    await server.stop(20);
    expect(server.exit).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("kills the tree below a shell", async () => {
    const line = '"$0" "$1" & "$0" "$1" & (exec "$0" "$1") & wait';
    const server = await start("sh", ["-c", line, process.execPath, fixture("stubborn.mjs")]);
    let ready = 0;
    for await (const _ of createInterface({ input: server.stdout })) if (++ready === 3) break;
    expect(survivors(mark)).toHaveLength(4);
    await server.stop(20);
    expect(survivors(mark)).toEqual([]);
  });

  it("kills the tree of an npx command", async () => {
    const server = await start("npx", ["--no-install", "tsx", fixture("stubborn.mjs")]);
    await firstLine(server);
    expect(survivors(mark).length).toBeGreaterThan(2);
    await server.stop(20);
    expect(survivors(mark)).toEqual([]);
  });

  it.each(["leave", "stay"])("kills a descendant in a session of its own whose parent will %s", async (mode) => {
    const server = await start(process.execPath, [fixture("family.mjs"), mode]);
    const { ready } = JSON.parse(await firstLine(server));
    expect(lives(ready)).toBe(true);
    await server.stop(50);
    expect(lives(ready)).toBe(false);
  });

  it("kills a descendant in a session of its own with an empty environment", async () => {
    const server = await start(process.execPath, [fixture("family.mjs"), "bare"]);
    const { ready } = JSON.parse(await firstLine(server));
    expect(lives(ready)).toBe(true);
    await server.stop(20);
    expect(lives(ready)).toBe(false);
  });

  it("kills an orphan in the group with an empty environment", async () => {
    const line = '(env -i "$0" "$1" &); read line';
    const server = await start("sh", ["-c", line, process.execPath, fixture("stubborn.mjs")]);
    const { ready } = JSON.parse(await firstLine(server));
    expect(lives(ready)).toBe(true);
    await server.stop(20);
    expect(lives(ready)).toBe(false);
  });

  it("kills what a server left behind when it crashed", async () => {
    const server = await start(process.execPath, [fixture("family.mjs"), "leave"]);
    const { ready } = JSON.parse(await firstLine(server));
    process.kill(server.pid, "SIGKILL");
    await server.exited;
    expect(lives(ready)).toBe(true);
    await server.stop(20);
    expect(lives(ready)).toBe(false);
  });

  it("is safe to ask for twice, at the same time and after the end", async () => {
    const server = await start(process.execPath, [fixture("stubborn.mjs")]);
    await firstLine(server);
    await Promise.all([server.stop(20), server.stop(HOUR)]);
    await server.stop(HOUR);
    expect(server.exit).toEqual({ code: null, signal: "SIGKILL" });
  });
});
