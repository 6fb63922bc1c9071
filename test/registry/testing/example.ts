import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { HttpTarget, StdioTarget } from "@mcptest/core/wire";
import { onTestFinished } from "vitest";
import { EXAMPLE_PROGRAM } from "./global-setup.js";

export const JOBS = "mcp-extensions://example.org/jobs/";
export const SKILLS = "mcp-extensions://example.org/skills/";

/** One call of a handler, as it began. */
export interface Call {
  /** Of the method, or the address of the file, as registered. */
  name: string;
  route: "native" | "resources";
  /** The arguments as the handler got them. */
  params: unknown;
}

/** The example server in a process of its own. */
export interface Example<Target> {
  target: Target;
  /** Calls of its handlers so far. */
  calls(): Call[];
}

/** How the example server is started over stdio: by whoever connects. */
export function exampleOverStdio(): Example<StdioTarget> {
  const { file, calls } = callsFile();
  const command = { command: process.execPath, args: [EXAMPLE_PROGRAM], env: { CALLS_FILE: file } };
  return { target: { kind: "stdio", name: "example", ...command }, calls };
}

/** Starts the example server over HTTP; it goes away after the test. */
export async function exampleOverHttp(): Promise<Example<HttpTarget>> {
  const { target, calls } = exampleOverStdio();
  const env = { ...process.env, ...target.env };
  const child = spawn(target.command, [...target.args, "--http", "0"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  for await (const url of createInterface({ input: child.stdout })) {
    return { target: { kind: "http", name: "example", url, headers: [] }, calls };
  }
  throw new Error("The example server ended without a word");
}

/** Starts the example server over either transport. */
export async function startExample(transport: "stdio" | "http"): Promise<Example<StdioTarget | HttpTarget>> {
  return transport === "stdio" ? exampleOverStdio() : await exampleOverHttp();
}

function callsFile(): { file: string; calls(): Call[] } {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-registry-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "calls.jsonl");
  writeFileSync(file, "");
  const calls = () =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Call);
  return { file, calls };
}
