import type { Output } from "./output.js";

/** One call of a command. */
export interface Invocation {
  /** The command as it was called, for messages and examples: `mcptest run`, `mcptest tasks conformance`. */
  name: string;
  /** The words behind the command, up to `--`. */
  argv: readonly string[];
  /** The words behind `--`, or `undefined` when there is no `--`. */
  serverCommand: readonly string[] | undefined;
  env: Readonly<Record<string, string | undefined>>;
  output: Output;
  /** Values that no output may hold; commands add to it as soon as they know one. */
  secrets: Set<string>;
}

/** Splits the command line at its first `--`. */
export function splitCommandLine(argv: readonly string[]): Pick<Invocation, "argv" | "serverCommand"> {
  const at = argv.indexOf("--");
  return at < 0 ? { argv, serverCommand: undefined } : { argv: argv.slice(0, at), serverCommand: argv.slice(at + 1) };
}
