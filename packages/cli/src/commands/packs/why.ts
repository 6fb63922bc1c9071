import type { McptestError } from "@mcptest/core/errors";
import { type PackRequest, tracePack } from "@mcptest/core/loader";
import { jsonText } from "@mcptest/reporters";
import type { Command } from "commander";
import { addConfigFlags, createCommand, flagGroup, jsonFormatFlag, parseCommand } from "../../command.js";
import { type ConfigFlags, configFor } from "../../config.js";
import { LIST_CODES } from "../../help-text.js";
import type { Invocation } from "../../invocation.js";
import { loadNamed, type Naming, namingsOf, skipOf, suitesThatSearch } from "../../named-packs.js";
import { discoveredPacks, findPack, loading, namesOf, type PackPlace, requestOf } from "../../packs.js";
import type { PackReason, WhyDocument } from "../../packs-document.js";
import { renderWhy } from "../../render-why.js";
import { isJsonFormat } from "../../reporters.js";
import { expectWords } from "../../words.js";

interface WhyFlags extends ConfigFlags {
  format?: string;
}

/** `mcptest packs why NAME`. */
export async function why(invocation: Invocation): Promise<number> {
  const command = whyCommand();
  if (!(await parseCommand(command, invocation))) return 0;
  const flags = command.opts<WhyFlags>();
  expectWords(command.args, ["NAME"], invocation);
  const [name = ""] = command.args;
  const asJson = isJsonFormat(flags.format);
  const config = await configFor(flags, invocation);
  const document: WhyDocument = {
    schemaVersion: 1,
    name,
    ...(config ? { configFile: config.file } : {}),
    reasons: await reasonsFor(name, { cwd: process.cwd(), config }, invocation.name),
  };
  await invocation.output.out(asJson ? jsonText(document) : renderWhy(document));
  return document.reasons.some(({ problem }) => problem !== undefined) ? 2 : 0;
}

/** Every way in which the pack is named here; else what `--pack` would find. Throws `PACK_NOT_FOUND` for neither. */
async function reasonsFor(name: string, place: PackPlace, calledAs: string): Promise<PackReason[]> {
  const named = await namingsFor(name, place);
  if (named.length > 0)
    return await Promise.all(named.map((naming) => reasonOf(naming, becauseOf(naming, place), place)));
  const suites = suitesThatSearch(place.config);
  const found = suites === undefined ? [] : (await discoveredPacks(place)).packs;
  const loaded = found.find(({ manifest, key }) => [manifest.name, key, manifest.command?.name].includes(name));
  if (loaded !== undefined) {
    const isBundled = loaded.origin === "bundled";
    const request = { ...requestOf(loaded.key, place, undefined), namedIn: foundIn(isBundled, place) };
    const reason = await reasonOf({ request, suites: suites ?? [] }, isBundled ? "bundled" : "dependency", place);
    return [{ ...reason, ...skipOf(loaded, found) }];
  }
  const { request } = await findPack(name, place, calledAs);
  return [await reasonOf({ request, suites: [] }, "not used", place)];
}

/** The entries of that name; where there are none, those whose pack is called so, such as by its short name. */
async function namingsFor(name: string, place: PackPlace): Promise<Naming[]> {
  const all = namingsOf(place.config);
  const named = all.filter(({ request }) => isMeant(request, name));
  if (named.length > 0) return named;
  const loaded = await Promise.all(all.map((naming) => loadNamed(naming, place)));
  return all.filter((_naming, index) => {
    const result = loaded[index]?.result;
    return result !== undefined && "loaded" in result && namesOf(result.loaded).includes(name);
  });
}

function isMeant({ name, packageName, specifier }: PackRequest, wanted: string): boolean {
  return [name, packageName, specifier].includes(wanted);
}

function becauseOf({ request }: Naming, { config }: PackPlace): PackReason["because"] {
  return config?.packs?.includes(request) ? "configuration" : "suite";
}

function foundIn(isBundled: boolean, { cwd }: PackPlace): string {
  return isBundled ? "mcptest's own list of packs" : `the dependencies of the project around ${cwd}`;
}

async function reasonOf(naming: Naming, because: PackReason["because"], place: PackPlace): Promise<PackReason> {
  const { request, suites } = naming;
  const [trace, { result }] = await Promise.all([tracePack(request, loading(place)), loadNamed(naming, place)]);
  const isObject = request.object !== undefined;
  return {
    name: request.name,
    because,
    namedIn: request.namedIn,
    suites,
    from: trace.from,
    candidates: isObject ? [] : trace.candidates,
    range: request.range ?? "*",
    ...("error" in result ? { problem: problemOf(result.error) } : {}),
    ...("loaded" in result
      ? {
          loaded: {
            name: result.loaded.manifest.name,
            version: result.loaded.manifest.version,
            origin: result.loaded.origin,
          },
        }
      : {}),
  };
}

function problemOf({ code, message, fix }: McptestError): PackReason["problem"] {
  return { code, message, fix };
}

function whyCommand(): Command {
  const command = createCommand("mcptest packs why", {
    description:
      "Where a pack comes from: the place that names it, the folders that were looked at in their order, the one that was taken, and whether its version is inside the pin. NAME is a package name, an alias, a path or a short name. No server is contacted.",
    usage: "[options] NAME",
    examples: ["mcptest packs why @mcptest/pack-tasks", "mcptest packs why tasks --format json"],
    exitCodes: LIST_CODES,
  });
  addConfigFlags(command);
  flagGroup(command, "Output:", [jsonFormatFlag()]);
  return command;
}
