import { dirname } from "node:path";
import { McptestErrors } from "@mcptest/core/errors";
import { isNewer, isPathSpecifier, type LoadedPack, newestOf } from "@mcptest/core/loader";
import { jsonText } from "@mcptest/reporters";
import type { Command } from "commander";
import { addConfigFlags, createCommand, flagGroup, jsonFormatFlag, parseCommand } from "../../command.js";
import { type ConfigFlags, configFor } from "../../config.js";
import type { Invocation } from "../../invocation.js";
import { type NamedPack, namedPacks } from "../../named-packs.js";
import type { OutdatedDocument, OutdatedPack } from "../../packs-document.js";
import { publishedVersions } from "../../published-versions.js";
import { renderOutdated } from "../../render-outdated.js";
import { isJsonFormat } from "../../reporters.js";
import { expectWords } from "../../words.js";

interface OutdatedFlags extends ConfigFlags {
  format?: string;
}

/** `mcptest packs outdated`: 0 nothing newer, 1 something newer. */
export async function outdated(invocation: Invocation): Promise<number> {
  const command = outdatedCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<OutdatedFlags>();
  expectWords(command.args, [], invocation);
  const asJson = isJsonFormat(flags.format);
  const config = await configFor(flags, invocation);
  const cwd = process.cwd();
  const named = await namedPacks({ cwd, config });
  const folder = config ? dirname(config.file) : cwd;
  const document = await documentOf(named, folder, invocation);
  await invocation.output.out(asJson ? jsonText(document) : renderOutdated(document));
  const errors = named.flatMap(({ result }) => ("error" in result ? [result.error] : []));
  if (errors.length > 0) throw new McptestErrors(errors);
  return document.packs.some(({ canUpdate, canUpgrade }) => canUpdate || canUpgrade) ? 1 : 0;
}

async function documentOf(named: readonly NamedPack[], folder: string, { env }: Invocation): Promise<OutdatedDocument> {
  const document: OutdatedDocument = { schemaVersion: 1, packs: [], notAsked: [] };
  const versions = new Map<string, string[] | undefined>();
  for (const pack of named) {
    if ("error" in pack.result) continue;
    const { loaded } = pack.result;
    const { name } = loaded.manifest;
    const reason = reasonNotToAsk(pack, loaded);
    if (reason !== undefined) {
      document.notAsked.push({ name: loaded.key, reason });
      continue;
    }
    if (!versions.has(name)) versions.set(name, await publishedVersions(name, folder, env));
    document.packs.push(await outdatedPack(loaded, versions.get(name) ?? []));
  }
  return document;
}

function reasonNotToAsk({ request }: NamedPack, { key, origin }: LoadedPack): string | undefined {
  if (origin === "bundled") return "it comes with mcptest";
  if (request?.object !== undefined) return "the configuration holds it itself";
  return isPathSpecifier(request?.specifier ?? key) ? "it is named by a path" : undefined;
}

async function outdatedPack({ manifest, key, range }: LoadedPack, versions: readonly string[]): Promise<OutdatedPack> {
  const { name, version } = manifest;
  const { inside, newest } = await newestOf(versions, range);
  const canUpdate = inside !== undefined && (await isNewer(inside, version));
  const isOutside = newest !== undefined && newest !== inside && (await isNewer(newest, inside ?? version));
  return {
    name,
    ...(key === name ? {} : { alias: key }),
    version,
    range,
    ...(inside === undefined ? {} : { inside }),
    ...(newest === undefined ? {} : { newest }),
    canUpdate,
    canUpgrade: isOutside && (await isNewer(newest, version)),
  };
}

function outdatedCommand(): Command {
  const command = createCommand("mcptest packs outdated", {
    description:
      "Newer versions of the packs that run here: the newest inside the pin of each, and the newest at all. The package manager of the project asks its own registry. No server is contacted.",
    usage: "[options]",
    examples: ["mcptest packs outdated", "mcptest packs outdated --format json"],
    exitCodes: `Exit codes:
  0  there is nothing newer
  1  there is a newer version of a pack
  2  usage, configuration or pack trouble
  3  the registry did not answer`,
  });
  addConfigFlags(command);
  flagGroup(command, "Output:", [jsonFormatFlag()]);
  return command;
}
