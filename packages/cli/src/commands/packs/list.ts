import type { McptestError } from "@mcptest/core/errors";
import { McptestErrors } from "@mcptest/core/errors";
import { jsonText } from "@mcptest/reporters";
import type { Command } from "commander";
import { addConfigFlags, createCommand, flagGroup, jsonFormatFlag, parseCommand } from "../../command.js";
import { type ConfigFlags, configFor } from "../../config.js";
import { LIST_CODES } from "../../help-text.js";
import type { Invocation } from "../../invocation.js";
import { type NamedPack, namedPacks } from "../../named-packs.js";
import { installedPack, type PacksDocument } from "../../packs-document.js";
import { renderPacks } from "../../render-packs.js";
import { isJsonFormat } from "../../reporters.js";
import { expectWords } from "../../words.js";

interface ListFlags extends ConfigFlags {
  format?: string;
}

/** `mcptest packs list`. */
export async function list(invocation: Invocation): Promise<number> {
  const command = listCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<ListFlags>();
  expectWords(command.args, [], invocation);
  const asJson = isJsonFormat(flags.format);
  const config = await configFor(flags, invocation);
  const found = await namedPacks({ cwd: process.cwd(), config });
  const document: PacksDocument = {
    schemaVersion: 1,
    ...(config ? { configFile: config.file } : {}),
    packs: found.flatMap((named) => installedPack(named) ?? []),
  };
  await invocation.output.out(asJson ? jsonText(document) : renderPacks(document));
  const errors = found.flatMap(errorOf);
  if (errors.length > 0) throw new McptestErrors(errors);
  return 0;
}

function errorOf({ result }: NamedPack): McptestError[] {
  return "error" in result ? [result.error] : [];
}

function listCommand(): Command {
  const command = createCommand("mcptest packs list", {
    description:
      "The packs that would run here: those of the configuration and of its suites, else those that are installed or bundled. No server is contacted. Packs that cannot be loaded are told on standard error.",
    usage: "[options]",
    examples: ["mcptest packs list", "mcptest packs list --format json"],
    exitCodes: LIST_CODES,
  });
  addConfigFlags(command);
  flagGroup(command, "Output:", [jsonFormatFlag()]);
  return command;
}
