import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { root } from "../../../config/workspace.mjs";
import { leftovers, newMark } from "./leftovers.js";

/** The built command. */
export const MCPTEST = join(root, "packages/cli/bin/mcptest.js");
const TESTKIT = join(root, "packages/testkit/bin/mcptest-testkit.js");

/** How a command ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
  /** Command lines of processes that it left running. */
  left: string[];
}

export interface StartOptions {
  env?: Record<string, string>;
  cwd?: string;
}

/** A running command. */
export interface Started {
  child: ChildProcess;
  ended: Promise<Ended>;
}

/** An empty folder that goes away after the tests of the file. Nothing above it is a project. */
export function emptyFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-e2e-")));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The environment of a command: none of ours but PATH and a home folder. */
export function environment(more: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? "", HOME: tmpdir(), TERM: "xterm", ...more };
}

/** Starts mcptest without a terminal. */
export function startMcptest(args: readonly string[], options: StartOptions = {}): Started {
  return startProgram(process.execPath, [MCPTEST, ...args], options);
}

/** Starts any program in the same surroundings. */
export function startProgram(program: string, args: readonly string[], { env = {}, cwd }: StartOptions = {}): Started {
  const mark = newMark();
  const child = spawn(program, args, {
    cwd: cwd ?? tmpdir(),
    env: environment({ ...env, ...mark }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stdout = collected(child.stdout);
  const stderr = collected(child.stderr);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout: stdout(), stderr: stderr(), left: leftovers(mark) });
    });
  });
  return { child, ended };
}

/** Runs mcptest to its end. */
export function mcptest(args: readonly string[], options: StartOptions = {}): Promise<Ended> {
  return startMcptest(args, options).ended;
}

/** The words after `--` that start the reference server over stdio. */
export function stdioServer(...flags: string[]): string[] {
  return [process.execPath, TESTKIT, "serve", "--stdio", ...flags];
}

function collected(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}
