import { McptestError, type McptestError as Problem } from "@mcptest/core/errors";
import { configFor } from "../config.js";
import type { Invocation } from "../invocation.js";
import { type FoundPack, knownPacks } from "../packs.js";
import { judge } from "./conformance.js";

const HELP: ReadonlySet<string> = new Set(["help", "--help", "-h"]);

/**
 * `mcptest NAME conformance TARGET`, where NAME is the command that a pack declares. `unknown` makes the error for a NAME
 * that no pack declares, from the names that there are.
 */
export async function runPackCommand(
  name: string,
  invocation: Invocation,
  unknown: (declared: string[]) => Problem,
): Promise<number> {
  const [verb, ...rest] = invocation.argv;
  const found = await declaring(name, verb === "conformance" ? invocation : { ...invocation, argv: ["--no-config"] });
  if (!("loaded" in found)) throw unknown(found.declared);
  if (verb === "conformance") {
    return await judge(found, { ...invocation, name: `mcptest ${name} conformance`, argv: rest });
  }
  if (verb === undefined || HELP.has(verb)) {
    return await judge(found, { ...invocation, name: `mcptest ${name} conformance`, argv: ["--help"] });
  }
  throw new McptestError("USAGE_UNKNOWN_COMMAND", `mcptest ${name} has no command ${JSON.stringify(verb)}.`, {
    fix: `Write: mcptest ${name} conformance TARGET`,
  });
}

async function declaring(name: string, invocation: Invocation): Promise<FoundPack | { declared: string[] }> {
  const config = await configFor(configFlagsIn(invocation.argv), invocation);
  const { packs } = await knownPacks({ cwd: process.cwd(), config });
  const found = packs.find(({ loaded }) => loaded.manifest.command?.name === name);
  return found ?? { declared: packs.flatMap(({ loaded }) => loaded.manifest.command?.name ?? []) };
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
