import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConformanceResult } from "@mcptest/core/report";
import type { Exchange } from "@mcptest/pack";
import { describe, expect, test } from "vitest";
import { emptyFolder, mcptest } from "../e2e/testing/mcptest.js";
import { expectJson, expectText } from "./testing/well-formed.js";

const PROGRAM = fileURLToPath(new URL("fixtures/process.mjs", import.meta.url));
const SECRET = "CANARY-0123456789-abcdefghij";

/** What the conformance command says of a server with this trait, with the transcript that it saves. */
async function conformance(trait: string, flags: string[] = []) {
  const cwd = emptyFolder();
  const words = ["tasks", "conformance", "--tool-name", "job", "--format", "json", "--save-transcript", "all.jsonl"];
  const env = ["--env", `API_KEY=${SECRET}`];
  const ended = await mcptest([...words, ...flags, ...env, "--", process.execPath, PROGRAM, trait, join(cwd, "pids")], {
    cwd,
  });
  const lines = readFileSync(join(cwd, "all.jsonl"), "utf8").trimEnd().split("\n");
  const pids = existsSync(join(cwd, "pids")) ? readFileSync(join(cwd, "pids"), "utf8").trim().split("\n") : [];
  expectJson(ended.stdout);
  expectText(ended.stderr);
  return {
    ...ended,
    result: JSON.parse(ended.stdout) as ConformanceResult,
    transcript: lines.slice(1).map((line) => JSON.parse(line) as Exchange),
    pids: pids.map(Number),
  };
}

const lives = (pid: number) => {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false;
  }
};

describe("a server that is done with and does not go", () => {
  test("writes on after its stdin is closed: the verdicts stand, and it is ended", async () => {
    const { code, left, result, transcript } = await conformance("writes-on");
    expect(result.summary).toBe("7/8 checks passed, 0 failed, 0 could not run, 1 not applicable");
    expect({ code, left }).toEqual({ code: 0, left: [] });
    expect(transcript.some(({ request, messages }) => request === null && messages.length > 0)).toBe(true);
  });

  test("leaves children behind, in its group, out of it, and without their environment: they are ended too", async () => {
    const { code, left, pids } = await conformance("leaves-children");
    expect(pids).toHaveLength(3);
    expect(pids.filter(lives)).toEqual([]);
    expect({ code, left }).toEqual({ code: 0, left: [] });
  });
});

describe("a server that floods stderr", () => {
  test("with the secrets that it was given: nothing of them comes out, and the tail is bounded", async () => {
    const cwd = emptyFolder();
    const outputs = ["terminal=text.txt", "json=report.json", "junit=junit.xml"].flatMap((file) => [
      "--reporter",
      file,
    ]);
    const words = ["run", "--verbose", ...outputs, "--save-transcript", "all.jsonl", "--env", `API_KEY=${SECRET}`];
    const options = ["--options", '{"roles":{"task":{"tool":"job"}}}'];
    const ended = await mcptest([...words, ...options, "--", process.execPath, PROGRAM, "stderr-flood"], { cwd });
    const files = ["text.txt", "report.json", "junit.xml", "all.jsonl"].map((name) =>
      readFileSync(join(cwd, name), "utf8"),
    );
    for (const text of [ended.stdout, ended.stderr, ...files]) expect(text).not.toMatch(/CANARY|Q0FOQVJ|abcdefghij/);
    const [server] = JSON.parse(files[1] ?? "").servers;
    const tail = (server.stderrTail as string[]).join("\n");
    expect(tail).toContain("[redacted]");
    expect(tail.endsWith("last words")).toBe(true);
    expect(tail.length).toBeLessThanOrEqual(64 * 1024);
    expectText(ended.stdout);
    expect({ code: ended.code, left: ended.left, outcome: server.outcome }).toEqual({
      code: 0,
      left: [],
      outcome: "passed",
    });
  });
});

describe("a server that ends", () => {
  test.each([
    ["half-a-line", '{"jsonrpc":"2.0","id":2,"result":{"tools":['],
    ["half-a-character", '{"\ufffd'],
  ])("with %s of its answer: that is in the record, and no answer", async (trait, raw) => {
    const { code, left, result, transcript } = await conformance(trait);
    const received = transcript.flatMap(({ messages }) => messages);
    expect(received.at(-1)).toMatchObject({ raw, problem: expect.stringContaining("not ended by a line feed") });
    expect(result.incompleteReason).toContain(
      "blocked by the end of the server process with exit code 9 during tools/list",
    );
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });

  test.each([
    ["kills-itself", "by SIGKILL"],
    ["exits-well", "with exit code 0"],
  ])("%s in the middle of a call: how it ended is said, once", async (trait, how) => {
    const { code, left, result } = await conformance(trait);
    expect(result.incompleteReason).toMatch(
      new RegExp(`^5 of 8 checks did not run: blocked by the end of the server process ${how} during tools/call`),
    );
    expect(result.incompleteReason?.split("\n")).toHaveLength(1);
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });
});

describe("a server that lives and says nothing any more", () => {
  test("because it has stopped itself", async () => {
    const { code, left, result } = await conformance("stops-itself", ["--timeout", "2000"]);
    expect(result.incompleteReason).toContain("no response within 2000 ms (a limit of mcptest)");
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });

  test("because it has closed its stdout", async () => {
    const { code, left, result } = await conformance("closes-stdout");
    expect(result.incompleteReason).toContain("blocked by the end of the server's stdout during tools/call");
    expect({ code, left }).toEqual({ code: 3, left: [] });
  });
});
