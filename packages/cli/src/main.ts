import { writeSync } from "node:fs";
import { errorsOf, renderErrors } from "./errors.js";
import { decide, decidedCode, worse } from "./exit-code.js";
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

// Until the end is reached nothing else may decide the exit code: not an empty event loop (an import that never settles
// would end the process with 13), not a process.exit of somebody else.
let finished = false;
const hold = setInterval(() => {}, 2 ** 30);
process.on("exit", onExit);
process.on("uncaughtException", (error) => void breakOff(error));

try {
  finish(await runProgram(invocation));
} catch (error) {
  finish(await report(error));
}

function finish(code: number): void {
  decide(code);
  finished = true;
  clearInterval(hold);
  process.exitCode = decidedCode();
  setTimeout(() => process.exit(decidedCode()), GRACE_MS).unref();
}

/** Shows what was thrown and gives the exit code for it. */
async function report(thrown: unknown): Promise<number> {
  const errors = errorsOf(thrown);
  const verbose = invocation.argv.includes("--verbose");
  await invocation.output.err(renderErrors(errors, { verbose, redact: await redactor() }));
  return errors.map(({ exitCode }) => exitCode).reduce<number>(worse, 0);
}

/** Masks what the user gave, also where an error comes before the command has read it. */
async function redactor(): Promise<(text: string) => string> {
  const [{ createRedactor }, { secretsInWords }] = await Promise.all([
    import("@mcptest/core/wire"),
    import("./command-line-secrets.js"),
  ]);
  return createRedactor([...invocation.secrets, ...secretsInWords(invocation.argv, process.env)]).text;
}

/** An exception that nobody caught, or a rejection that nobody handled: the state is unknown, so this is the end. */
async function breakOff(thrown: unknown): Promise<void> {
  decide(3);
  await report(thrown).catch(() => {});
  finished = true;
  process.exit(decidedCode());
}

/** Somebody else ended the process. */
function onExit(code: number): void {
  process.exitCode = worse(worse(code, decidedCode()), finished ? 0 : 3);
  if (finished) return;
  try {
    writeSync(2, "mcptest: the process was ended before mcptest was done\n");
  } catch {
    // Nobody reads stderr.
  }
}
