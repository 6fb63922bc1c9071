import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { survivors, testMark } from "../wire/testing/processes.js";

const program = fileURLToPath(new URL("./testing/exit-program.ts", import.meta.url));

/** Runs the program of a case to its end. */
function end(name: string): Promise<{ code: number; report: unknown; left: string[] }> {
  const mark = testMark();
  const args = ["--conditions=@mcptest/source", "--import", "tsx", program, name];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { ...process.env, ...mark } }, (_, stdout) => {
      resolve({ code: child.exitCode ?? -1, report: JSON.parse(stdout || "null"), left: survivors(mark) });
    });
  });
}

describe("the exit code is that of the report, whatever pack and server do at the end (C06)", () => {
  it.each([
    ["fails", 1, "failed"],
    ["exits", 3, "incomplete"],
    ["exits-by-import", 3, "incomplete"],
    ["hangs", 3, "incomplete"],
    ["rejects-late", 0, "passed"],
    ["exits-late", 1, "failed"],
  ])("a pack that %s, on a server that ignores the end of stdin and SIGTERM", async (name, code, outcome) => {
    expect(await end(name)).toEqual({ code, report: { complete: true, outcome }, left: [] });
  });
});
