import { writeSync } from "node:fs";
import { errorsOf, renderErrors } from "./errors.js";
import { worse } from "./exit-code.js";
import { type Invocation, splitCommandLine } from "./invocation.js";
import { processOutput } from "./output.js";
import { runProgram } from "./program.js";

/** How long what packs left open may keep the process after everything is written, in milliseconds. */
const GRACE_MS = 1_000;

const invocation: Invocation = {
  name: "mcptest",
  ...splitCommandLine(process.argv.slice(2)),
  env: process.env,
  output: processOutput(),
  secrets: new Set(),
};

// Until the end is reached, nothing but the end may decide the exit code: not an empty event loop (an import that never
// settles), not a process.exit of somebody else.
let finished = false;
const hold = setInterval(() => {}, 2 ** 30);
process.exitCode = 3;
process.on("exit", onExit);
process.on("uncaughtException", (error) => void breakOff(error));

try {
  finish(await runProgram(invocation));
} catch (error) {
  finish(await report(error));
}

function finish(code: number): void {
  finished = true;
  clearInterval(hold);
  process.exitCode = code;
  setTimeout(() => process.exit(code), GRACE_MS).unref();
}

/** Shows what was thrown and gives the exit code for it. */
async function report(thrown: unknown): Promise<number> {
  const errors = errorsOf(thrown);
  const verbose = invocation.argv.includes("--verbose");
  await invocation.output.err(renderErrors(errors, { verbose, redact: await redactor() }));
  return errors.map(({ exitCode }) => exitCode).reduce<number>(worse, 0);
}

async function redactor(): Promise<(text: string) => string> {
  if (invocation.secrets.size === 0) return (text) => text;
  const { createRedactor } = await import("@mcptest/core/wire");
  return createRedactor(invocation.secrets).text;
}

/** An exception that nobody caught, or a rejection that nobody handled: the state is unknown, so this is the end. */
async function breakOff(thrown: unknown): Promise<void> {
  const code = worse(Number(process.exitCode ?? 0), await report(thrown).catch(() => 3));
  finished = true;
  process.exit(code);
}

function onExit(code: number): void {
  if (finished) return;
  process.exitCode = worse(code, 3);
  writeSync(2, "mcptest: the process was ended before mcptest was done\n  code: INTERNAL\n");
}
