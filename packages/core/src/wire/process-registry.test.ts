import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixture, killSurvivors, survivors, testMark } from "./testing/processes.js";

let mark: Record<string, string>;
let parent: ChildProcess;
let stderr: string;
beforeEach(() => {
  mark = testMark();
  stderr = "";
});
afterEach(async () => {
  parent.kill("SIGKILL");
  await expect.poll(() => survivors(mark), { timeout: 20_000 }).toEqual([]);
});

/** Starts the program of `fixtures/parent.mjs` and waits until its server and the descendant of that run. */
async function start(...args: string[]): Promise<void> {
  const node = ["--conditions=@mcptest/source", "--import", "tsx", fixture("parent.mjs"), ...args];
  parent = spawn(process.execPath, node, { env: { ...process.env, ...mark } });
  parent.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  await once(createInterface({ input: parent.stdout! }), "line");
  expect(servers()).toHaveLength(2);
}

async function ended(): Promise<{ code: number | null; signal: string | null }> {
  const [code, signal] = await once(parent, "exit");
  return { code, signal };
}

/** What is left of the server and its descendant. */
function servers(): string[] {
  return survivors(mark).filter((command) => /family|stubborn/.test(command));
}

describe("a program with a server", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("leaves nothing behind on %s, and ends by it", async (signal) => {
    await start("waits");
    parent.kill(signal);
    expect(await ended()).toEqual({ code: null, signal });
    expect(servers()).toEqual([]);
  });

  it.each([
    ["exit", 7, ""],
    ["throw", 1, "Error: a defect"],
    ["reject", 1, "Error: a defect"],
  ])("leaves nothing behind on %s, and keeps its exit code and its message", async (mode, code, message) => {
    await start(mode);
    parent.stdin?.write("go\n");
    expect(await ended()).toEqual({ code, signal: null });
    expect(servers()).toEqual([]);
    expect(stderr).toContain(message);
  });

  it("leaves nothing behind when nobody reads its stdout", async () => {
    await start("waits", "stay", "talks");
    parent.stdout?.destroy();
    expect(await ended()).toEqual({ code: 1, signal: null });
    expect(servers()).toEqual([]);
    expect(stderr).toContain("EPIPE");
  });

  it("decides itself on a signal that it listens for", async () => {
    await start("listens");
    parent.kill("SIGINT");
    expect(await ended()).toEqual({ code: 9, signal: null });
    expect(servers()).toEqual([]);
  });

  it("may be killed: a server that ends with its stdin does so", async () => {
    await start("waits", "leave");
    parent.kill("SIGKILL");
    expect(await ended()).toEqual({ code: null, signal: "SIGKILL" });
    const family = () => servers().filter((command) => command.includes("family"));
    await expect.poll(family, { timeout: 20_000 }).toEqual([]);
    // Nobody looks after the descendant any more. This is the limit that the documentation states.
    expect(servers()).toHaveLength(1);
    killSurvivors(mark);
  });
});

describe("a program with a handler of its own", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("gets %s and ends as it likes", async (signal) => {
    await start("handler");
    parent.kill(signal);
    expect(await ended()).toEqual({ code: 42, signal: null });
    expect(servers()).toEqual([]);
    expect(stderr).toBe(`seen ${signal}\n`);
  });

  it("gets the broken pipe", async () => {
    await start("handler", "stay", "talks");
    parent.stdout?.destroy();
    await expect.poll(() => stderr, { timeout: 20_000 }).toContain("seen EPIPE\n");
    await expect.poll(servers, { timeout: 20_000 }).toEqual([]);
  });

  it("is ended by a second signal, whatever it does", async () => {
    await start("hangs");
    parent.kill("SIGINT");
    await expect.poll(() => stderr, { timeout: 20_000 }).toBe("seen SIGINT\n");
    expect(servers()).toHaveLength(2);
    parent.kill("SIGTERM");
    expect(await ended()).toEqual({ code: null, signal: "SIGTERM" });
    expect(servers()).toEqual([]);
  });
});
