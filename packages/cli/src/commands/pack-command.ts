import type { Config } from "@mcptest/core/config";
import { McptestError, McptestErrors } from "@mcptest/core/errors";
import { configFor } from "../config.js";
import type { Invocation } from "../invocation.js";
import { type FoundPack, knownPacksFor } from "../packs.js";
import { judge } from "./conformance.js";

const HELP: ReadonlySet<string> = new Set(["help", "--help", "-h"]);

/**
 * `mcptest NAME conformance TARGET`, where NAME is the command that a pack declares. `unknown` makes the error for a NAME
 * that no pack declares, from the names that there are.
 */
export async function runPackCommand(
  name: string,
  invocation: Invocation,
  unknown: (declared: readonly string[]) => McptestError,
): Promise<number> {
  const [verb, ...rest] = invocation.argv;
  // A configuration can run code: it is read only for what is this command for certain.
  const config = verb === "conformance" ? await configFor(configFlagsIn(rest), invocation) : undefined;
  const found = await declaring(name, config, unknown);
  const called = { ...invocation, name: `mcptest ${name} conformance` };
  if (verb === "conformance") return await judge(found, config, { ...called, argv: rest });
  if (verb === undefined) {
    // As mcptest alone: its help, and it was no command.
    const { output } = called;
    await judge(found, config, { ...called, output: { ...output, out: (text) => output.err(text) }, argv: ["--help"] });
    return 2;
  }
  if (HELP.has(verb)) return await judge(found, config, { ...called, argv: ["--help"] });
  throw new McptestError("USAGE_UNKNOWN_COMMAND", `mcptest ${name} has no command ${JSON.stringify(verb)}.`, {
    fix: `Write: mcptest ${name} conformance TARGET`,
  });
}

async function declaring(
  name: string,
  config: Config | undefined,
  unknown: (declared: readonly string[]) => McptestError,
) {
  const isMeant = ({ loaded }: FoundPack) => loaded.manifest.command?.name === name;
  const { packs, errors } = await knownPacksFor(name, { cwd: process.cwd(), config }, isMeant);
  const found = packs.find(isMeant);
  if (found) return found;
  if (errors.length > 0) throw new McptestErrors(errors);
  throw unknown(packs.flatMap(({ loaded }) => loaded.manifest.command?.name ?? []));
}

/** `--config FILE`, `--config=FILE` and `--no-config`, before the other flags are known. */
function configFlagsIn(argv: readonly string[]): { config?: string | false } {
  let config: string | false | undefined;
  for (const [index, word] of argv.entries()) {
    if (word === "--no-config") config = false;
    if (word === "--config") config = argv[index + 1];
    if (word.startsWith("--config=")) config = word.slice("--config=".length);
  }
  return { config };
}
