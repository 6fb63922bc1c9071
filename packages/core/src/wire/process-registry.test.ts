import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  it("is not held up when its server is closed", async () => {
    await start("closes", "leave");
    parent.stdin?.write("go\n");
    await ended();
    expect(stderr).toBe("timers: 0\n");
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

describe("a program that started no server", () => {
  /** How often a program looked at the processes of the machine. */
  async function looks(program: string[]): Promise<number> {
    const folder = mkdtempSync(join(tmpdir(), "mcptest-looks-"));
    const node = ["--conditions=@mcptest/source", "--import", "tsx", ...program];
    parent = spawn(process.execPath, node, { env: { ...process.env, ...mark, NODE_V8_COVERAGE: folder } });
    parent.stdin?.end("go\n");
    await ended();
    const coverage = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
    rmSync(folder, { recursive: true });
    const functions = coverage.flatMap(({ result }) => result).flatMap(({ functions }) => functions);
    return functions.find(({ functionName }) => functionName === "processTable").ranges[0].count;
  }

  it("ends without a look at all processes of the machine", async () => {
    const registry = JSON.stringify(new URL("./process-registry.ts", import.meta.url));
    const program = `import { installProcessCleanup } from ${registry}; installProcessCleanup();`;
    expect(await looks(["--input-type=module", "-e", program])).toBe(0);
    expect(await looks([fixture("parent.mjs"), "exit"])).toBeGreaterThan(0);
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
