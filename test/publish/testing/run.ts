import { type Ended, type StartOptions, startProgram } from "../../e2e/testing/mcptest.js";

/** Runs a program to its end. Throws with its output when it fails. */
export async function run(program: string, args: readonly string[], options: StartOptions): Promise<Ended> {
  const ended = await startProgram(program, args, options).ended;
  if (ended.code === 0) return ended;
  throw new Error(`${[program, ...args].join(" ")} ended with ${ended.code}\n${ended.stdout}${ended.stderr}`);
}
