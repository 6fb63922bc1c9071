import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PackResult, Report } from "@mcptest/core/report";
import type { RunRequest } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target, type WireLimits } from "@mcptest/core/wire";
import type { Era, Exchange, Transport } from "@mcptest/pack";
import { afterAll, expect } from "vitest";
import { leftovers, newMark } from "../../e2e/testing/leftovers.js";
import { runTasks } from "../../tasks/testing/run-tasks.js";
import { LIES } from "./lies.mjs";
import { type Asked, lyingHttp } from "./lying-http.js";
import { expectWellFormed } from "./well-formed.js";

/** Milliseconds of one job of the reference server. */
const JOB_MS = 60;
const LYING_STDIO = fileURLToPath(new URL("../fixtures/lying-stdio.mjs", import.meta.url));

/** A way to talk to a server. */
export interface Lane {
  transport: Transport;
  era: Era;
}

/** Limits of one run. */
export interface HostileLimits {
  /** For a request, a later probe and the rest; milliseconds. Default 10 000. */
  requestMs?: number;
  /** For the first probe and `initialize`. Default 10 000. */
  firstMs?: number;
  /** For following the task. Default 10 000. */
  pollMs?: number;
  wire?: Partial<WireLimits>;
}

/** A run that has ended. */
export interface HostileRun {
  report: Report;
  /** The entry of the Tasks pack. */
  pack: PackResult;
  /** The saved transcript. */
  transcript: Exchange[];
}

/** A folder that goes away after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-hostile-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes the runner of one test file. */
export function hostileRuns() {
  const folder = temporaryFolder();
  let runs = 0;

  /**
   * Runs the Tasks pack on a server and expects what holds for every server: the run reaches its end, its report is
   * well-formed in every format, one cause is one finding, the transcript can be read, nothing is left running.
   */
  async function run(
    target: Target,
    era: Era | "auto" | "all",
    { requestMs = 10_000, firstMs = 10_000, pollMs = 10_000, wire = {} }: HostileLimits = {},
    request: Partial<RunRequest> = {},
  ): Promise<HostileRun> {
    const mark = newMark();
    const saved = join(folder, `transcript-${++runs}.jsonl`);
    const report = await runTasks({
      target: target.kind === "stdio" ? { ...target, env: { ...target.env, ...mark } } : target,
      era: era as Era,
      options: { roles: { task: { tool: "job" } }, pollTimeoutMs: pollMs },
      request: {
        cloneHostValues: false,
        saveTranscript: saved,
        limits: { ...DEFAULT_LIMITS, requestTimeoutMs: requestMs, shutdownGraceMs: 300, ...wire },
        negotiation: {
          firstMs,
          nextMs: Math.min(firstMs, requestMs),
          initializeMs: firstMs,
          clientInfo: { name: "mcptest", version: "0.0.0" },
        },
        ...request,
      },
    });
    expect(leftovers(mark)).toEqual([]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(report.complete).toBe(true);
    expectWellFormed(report);
    const pack = report.servers[0]?.packs[0];
    if (pack === undefined) throw new Error("the Tasks pack has no entry");
    expect(causesOf(pack)).toHaveLength(Math.min(1, causesOf(pack).length));
    return { report, pack, transcript: readTranscript(saved) };
  }

  /** The same on a server with one of the lies. `sent` are the hashes and sizes of its messages, `asked` what it got. */
  async function lied(
    name: string,
    { transport, era }: Lane,
    limits?: HostileLimits,
  ): Promise<HostileRun & { sent: string[]; asked: Asked[] }> {
    const lie = LIES[name];
    if (lie === undefined) throw new Error(`there is no lie ${name}`);
    if (transport === "stdio") {
      const log = join(folder, `sent-${runs}.txt`);
      const args = [LYING_STDIO, JSON.stringify(name), era, String(JOB_MS), log];
      const target: Target = { kind: "stdio", name: "liar", command: process.execPath, args };
      const ended = await run(target, era, limits);
      const sent = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
      return { ...ended, sent, asked: [] };
    }
    const server = await lyingHttp({ lie: lie() }, era, JOB_MS);
    const target: Target = { kind: "http", name: "liar", url: server.url, headers: [] };
    const ended = await run(target, era, limits).finally(() => server.close());
    return { ...ended, sent: server.sent, asked: server.asked };
  }

  return { run, lied };
}

/** The reasons for which checks did not run. */
export function causesOf({ checks }: PackResult): string[] {
  const reasons = checks.filter(({ skipReason }) => skipReason === "could-not-run").map(({ error }) => error?.message);
  return [...new Set(reasons)].map(String);
}

/** Hashes and sizes of all messages of a transcript. */
export function receivedIn(transcript: readonly Exchange[]): Set<string> {
  return new Set(
    transcript.flatMap(({ messages }) => messages.map(({ sha256, byteLength }) => `${sha256} ${byteLength}`)),
  );
}

function readTranscript(file: string): Exchange[] {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const [_header, ...exchanges] = lines;
  return exchanges.map((line) => JSON.parse(line) as Exchange);
}
