import { readArguments } from "./arguments.js";
import { ask } from "./ask.js";
import { createPack } from "./create.js";
import { HELP, nextSteps } from "./help.js";
import { planOf } from "./plan.js";
import { isRefusal } from "./refusal.js";

/** Makes the pack that the command line, or a person at a terminal, asks for. Gives the exit code. */
async function run(args: string[]): Promise<number> {
  const given = readArguments(args);
  if (given.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const { stdin: input, stdout: output } = process;
  const isTerminal = input.isTTY === true && output.isTTY === true;
  const cwd = process.cwd();
  const plan = isTerminal ? await ask(given.wishes, cwd, { input, output }) : planOf(given.wishes, cwd);
  const paths = createPack(plan);
  process.stdout.write(nextSteps(plan, paths, process.env.npm_config_user_agent));
  return 0;
}

function report(error: unknown): number {
  if (isAbort(error)) {
    process.stderr.write("\nNothing was made.\n");
    return 130;
  }
  const { message } = error as Error;
  process.stderr.write(`create-mcptest-pack: ${message}\n${isRefusal(error) ? `  fix: ${error.fix}\n` : ""}`);
  return isRefusal(error) ? 2 : 1;
}

/** The person at the terminal has ended the input. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

process.exitCode = await run(process.argv.slice(2)).catch(report);
