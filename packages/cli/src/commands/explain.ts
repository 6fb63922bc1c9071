import { didYouMean, McptestError, McptestErrors } from "@mcptest/core/errors";
import { HOST_CHECKS } from "@mcptest/core/runner";
import { jsonText } from "@mcptest/reporters";
import type { Command } from "commander";
import { addConfigFlags, createCommand, flagGroup, jsonFormatFlag, parseCommand, repeatable } from "../command.js";
import { type ConfigFlags, configFor } from "../config.js";
import { type ExplainDocument, type ExplainedCheck, explainedChecks } from "../explain-document.js";
import { LIST_CODES } from "../help-text.js";
import type { Invocation } from "../invocation.js";
import { findPack, knownPacks, type PackPlace } from "../packs.js";
import { renderExplained } from "../render-explained.js";
import { isJsonFormat } from "../reporters.js";
import { toolVersion } from "../version.js";

interface ExplainFlags extends ConfigFlags {
  pack?: string[];
  format?: string;
}

/** `mcptest explain CHECK-ID`. */
export async function explain(invocation: Invocation): Promise<number> {
  const command = explainCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<ExplainFlags>();
  const ids = command.args;
  const asJson = isJsonFormat(flags.format);
  if (ids.length === 0) {
    throw new McptestError("USAGE_BAD_VALUE", "No check is named.", {
      fix: "Write its id: mcptest explain tasks-ttl-shape",
    });
  }
  const place = { cwd: process.cwd(), config: await configFor(flags, invocation) };
  const checks = await checksNamed(ids, await checksOf(place, flags.pack, invocation.name));
  const document: ExplainDocument = { schemaVersion: 1, checks };
  await invocation.output.out(asJson ? jsonText(document) : renderExplained(checks));
  return 0;
}

interface KnownChecks {
  checks: ExplainedCheck[];
  errors: McptestError[];
}

/** The checks of the packs that are meant, and those of mcptest itself. */
async function checksOf(place: PackPlace, words: string[] | undefined, name: string): Promise<KnownChecks> {
  const { packs, errors } = words
    ? { packs: await Promise.all(words.map((word) => findPack(word, place, name))), errors: [] }
    : await knownPacks(place);
  const own = explainedChecks({ name: "mcptest", version: toolVersion(), checks: HOST_CHECKS }, "bundled");
  const others = packs.flatMap(({ loaded }) => explainedChecks(loaded.manifest, loaded.origin));
  return { checks: [...others, ...own], errors };
}

/** Several packs may have a check of the same id: each is meant. A pack that cannot be loaded may have what is not found. */
async function checksNamed(ids: readonly string[], { checks, errors }: KnownChecks): Promise<ExplainedCheck[]> {
  const known = new Set(checks.map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return ids.flatMap((id) => checks.filter((check) => check.id === id));
  const missing = unknown.map((id) => {
    const message = `there is no check ${JSON.stringify(id)} in the packs that are named, installed or bundled here.`;
    return new McptestError("CHECK_UNKNOWN", `${message}${didYouMean(id, known)}`, {
      fix: "Use an id that the message lists, or name the pack that has the check with --pack.",
    });
  });
  throw new McptestErrors([...errors, ...missing]);
}

function explainCommand(): Command {
  const command = createCommand("mcptest explain", {
    description:
      "What a check asks, why, and how to fix what it finds: from the pack that has it, among those that the configuration or --pack names, or that are installed or bundled. No server is contacted.",
    usage: "[options] CHECK-ID...",
    examples: ["mcptest explain tasks-ttl-shape", "mcptest explain tasks-ttl-shape --format json"],
    exitCodes: LIST_CODES,
  });
  flagGroup(command, "Where checks are looked for:", [
    repeatable("--pack <name[@range]>", "a pack, by package name or path, in place of those that are known"),
  ]);
  addConfigFlags(command);
  flagGroup(command, "Output:", [jsonFormatFlag()]);
  return command;
}
