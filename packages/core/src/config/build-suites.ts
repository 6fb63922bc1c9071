import { parseExtensionId } from "../extensions/index.js";
import { brandOf } from "../loader/find-pack.js";
import type { PackRequest } from "../loader/types.js";
import type { Target } from "../wire/types.js";
import { buildPacks } from "./build-packs.js";
import { checkName } from "./build-servers.js";
import type { BuildContext } from "./context.js";
import { isPlainObject } from "./keys.js";
import { foundAt, unknownName } from "./problems.js";
import { check, suiteEntry } from "./schema.js";
import type { Suite, Toleration } from "./types.js";

/** What suites refer to. */
export interface SuiteParts {
  servers: ReadonlyMap<string, Target>;
  /** Names under `servers`, those with a problem included. */
  serverNames: readonly string[];
  packs: readonly PackRequest[] | undefined;
  /** Names under `packs`, those with a problem included. */
  packNames: readonly string[];
  tolerate: Toleration[];
}

/** The suites by name. */
export async function buildSuites(
  suites: Record<string, unknown>,
  parts: SuiteParts,
  context: BuildContext,
): Promise<Map<string, Suite>> {
  const built = new Map<string, Suite>();
  for (const [name, entry] of Object.entries(suites)) {
    const suite = await buildSuite(name, entry, parts, context);
    if (suite !== undefined) built.set(name, suite);
  }
  return built;
}

async function buildSuite(
  name: string,
  entry: unknown,
  parts: SuiteParts,
  context: BuildContext,
): Promise<Suite | undefined> {
  const path = ["suites", name];
  checkName(name, path, context);
  const suite = check(suiteEntry, entry, path, context.problems, context.raw);
  if (suite === undefined) return undefined;
  const packs = await packsOf(suite.packs, name, parts, context);
  return {
    name,
    servers: serversOf(suite.servers, name, parts, context),
    packs: withOptions(packs, suite.options ?? {}, name, context),
    require: requiredIds(suite.require ?? [], name, context),
    tolerate: parts.tolerate,
  };
}

function serversOf(
  names: string[] | undefined,
  suite: string,
  parts: SuiteParts,
  { problems }: BuildContext,
): Target[] {
  if (names === undefined) return [...parts.servers.values()];
  for (const [index, name] of names.entries()) {
    if (parts.serverNames.includes(name)) continue;
    problems.push({
      path: ["suites", suite, "servers", index],
      message: unknownName("server", name, parts.serverNames),
    });
  }
  return [...new Set(names)].flatMap((name) => parts.servers.get(name) ?? []);
}

async function packsOf(
  packs: unknown,
  suite: string,
  parts: SuiteParts,
  context: BuildContext,
): Promise<PackRequest[] | undefined> {
  const path = ["suites", suite, "packs"];
  if (packs === undefined) return parts.packs === undefined ? undefined : [...parts.packs];
  if (!Array.isArray(packs)) return await ownPacks(packs as Record<string, unknown>, path, parts, context);
  for (const [index, name] of packs.entries()) {
    if (parts.packNames.includes(name)) continue;
    const message =
      typeof name === "string"
        ? unknownName("pack", name, parts.packNames)
        : `${foundAt(name, false)}; expected the name of a pack`;
    context.problems.push({ path: [...path, index], message });
  }
  return (parts.packs ?? []).filter((request) => packs.includes(request.name));
}

/** A map of pins: each entry is laid over the one of the same name at the top, so that the suite's own pin wins. */
async function ownPacks(
  packs: Record<string, unknown>,
  path: string[],
  parts: SuiteParts,
  context: BuildContext,
): Promise<PackRequest[]> {
  const own = await buildPacks(packs, path, context);
  return own.map((request) => {
    const general = parts.packs?.find(({ name }) => name === request.name);
    if (general === undefined) return request;
    const { specifier: _specifier, packageName: _packageName, object: _object, ...more } = general;
    if (saysWhatItIs(packs[request.name])) return { ...more, ...request };
    return { ...general, ...request, specifier: general.specifier };
  });
}

function saysWhatItIs(entry: unknown): boolean {
  return brandOf(entry) !== undefined || (isPlainObject(entry) && entry.pack !== undefined);
}

/** Options of a suite are laid over those of the pack, member by member. */
function withOptions(
  packs: PackRequest[] | undefined,
  options: Record<string, unknown>,
  suite: string,
  { problems }: BuildContext,
): PackRequest[] | undefined {
  const names = (packs ?? []).map(({ name }) => name);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    problems.push({
      path: ["suites", suite, "options", name],
      message: unknownName("pack", name, names),
    });
  }
  return packs?.map((request) => {
    if (!Object.hasOwn(options, request.name)) return request;
    const own = options[request.name];
    const both = isPlainObject(own) && isPlainObject(request.options) ? { ...request.options, ...own } : own;
    return { ...request, options: both };
  });
}

function requiredIds(ids: string[], suite: string, { problems }: BuildContext): string[] {
  for (const [index, id] of ids.entries()) {
    const { grammar, reasons } = parseExtensionId(id);
    if (grammar !== "bad") continue;
    problems.push({
      path: ["suites", suite, "require", index],
      message: `${JSON.stringify(id)} is no extension id. ${reasons[0] ?? ""}`.trim(),
    });
  }
  return ids;
}
