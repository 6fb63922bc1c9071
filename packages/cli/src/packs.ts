import { type Config, requirePackVariables } from "@mcptest/core/config";
import { McptestError, McptestErrors, nearest } from "@mcptest/core/errors";
import {
  BUNDLED_PACKS,
  discoverPacks,
  type LoadedPack,
  type LoadOptions,
  loadPacks,
  type PackLoading,
  type PackRequest,
  parsePackArgument,
  resolveFileOptions,
} from "@mcptest/core/loader";
import { isObject, type JsonObject, member } from "@mcptest/core/report";
import { visibleLine } from "@mcptest/reporters";
import { type GivenOptions, mergeOptions } from "./pack-options.js";

/** From where packs are looked for. */
export interface PackPlace {
  cwd: string;
  config: Config | undefined;
}

/** A pack with the request that leads to it again. */
export interface FoundPack {
  request: PackRequest;
  loaded: LoadedPack;
}

/** Where a pack is named that nothing but its short name asks for, in messages. */
const COMMAND_LINE = "the command line";

/** What packs are loaded with here. */
export function loading({ config }: PackPlace, more: Partial<LoadOptions> = {}): LoadOptions {
  return { bundledFrom: import.meta.url, isolate: true, secrets: config?.secrets ?? [], ...more };
}

/** Short names of a pack, beside its npm name: the command that it declares, and the key of the configuration. */
export function namesOf({ manifest, key }: LoadedPack): string[] {
  return [manifest.name, key, ...(manifest.command ? [manifest.command.name] : [])];
}

/** The pack that a word means: the one that was named so, else one that is called so. Two versions share their name. */
function meantBy<T>(word: string, packs: readonly T[], loadedOf: (pack: T) => LoadedPack): T | undefined {
  return (
    packs.find((pack) => loadedOf(pack).key === word) ?? packs.find((pack) => namesOf(loadedOf(pack)).includes(word))
  );
}

/** What the command line says of the options of packs. */
export interface OptionsOfRun {
  /** `--options` */
  given: readonly GivenOptions[];
  /** `--second-identity` was given. */
  secondIdentity: boolean;
}

/**
 * The packs of a run: those of `--pack`, else those that the suite or the configuration names, else those that are
 * installed or bundled. Throws all errors at once.
 */
export async function packsOfRun(
  place: PackPlace,
  packArguments: readonly string[],
  configured: readonly PackRequest[] | undefined,
  said: OptionsOfRun,
): Promise<Pick<PackLoading, "packs" | "notInstalled">> {
  const requests =
    packArguments.length > 0 ? packArguments.map((text) => requestOf(text, place, configured)) : configured;
  if (requests === undefined) return await discovered(place, said);
  if (saysNothing(said)) return { packs: allOrThrow(await loadPacks(requests, loading(place))) };
  const bare = allOrThrow(await loadPacks(requests, loading(place, { withoutOptions: true })));
  const merged = withGiven(bare, requests, said);
  return { packs: allOrThrow(await loadPacks(merged, loading(place))) };
}

function saysNothing({ given, secondIdentity }: OptionsOfRun): boolean {
  return given.length === 0 && !secondIdentity;
}

async function discovered(place: PackPlace, said: OptionsOfRun): Promise<Pick<PackLoading, "packs" | "notInstalled">> {
  const loadings = await discoverPacks({ ...loading(place), cwd: place.cwd, withoutOptions: !saysNothing(said) });
  const packs = allOrThrow(loadings);
  const { notInstalled } = loadings;
  if (saysNothing(said)) return { packs, notInstalled };
  const requests = packs.map((pack) => requestOf(pack.key, place, undefined, "--options"));
  const loaded = allOrThrow(await loadPacks(withGiven(packs, requests, said), loading(place)));
  return { packs: loaded.map((pack) => ({ ...pack, named: false })), notInstalled };
}

/** What is told of dependencies that are packs by their names and are not installed: they would be missed in silence. */
export function notInstalledLines({ notInstalled = [] }: Pick<PackLoading, "notInstalled">): string {
  return notInstalled
    .map((name) => `mcptest: note: the dependency ${visibleLine(name)} is not installed, so it is not used as a pack\n`)
    .join("");
}

/**
 * Finds one pack by its npm name, a path, a key of the configuration or a short name that a pack declares. Options of the
 * configuration stay in the request; they are not validated yet.
 */
export async function findPack(word: string, place: PackPlace, namedIn: string): Promise<FoundPack> {
  const configured = place.config?.packs;
  if (!isShortName(word)) return await loadBare(requestOf(word, place, configured, namedIn), place);
  const known = await knownPacksFor(word, place, ({ loaded }) => meantBy(word, [loaded], (pack) => pack) !== undefined);
  const found = meantBy(word, known.packs, ({ loaded }) => loaded);
  if (found) return found;
  try {
    return await loadBare(requestOf(word, place, configured, namedIn), place);
  } catch (error) {
    if (known.errors.length > 0) throw new McptestErrors(known.errors);
    throw withSuggestion(error, word, known.packs, namedIn);
  }
}

/**
 * As {@link knownPacks}, of the bundled packs only the one that is called `word` where there is one and `isMeant` takes a
 * pack: the code of the others need not be loaded then.
 */
export async function knownPacksFor(
  word: string,
  place: PackPlace,
  isMeant: (pack: FoundPack) => boolean,
): Promise<KnownPacks> {
  const bundled = BUNDLED_PACKS.filter((name) => name.endsWith(`/pack-${word}`));
  const known = bundled.length === 0 ? undefined : await knownPacks(place, bundled);
  return known?.packs.some(isMeant) ? known : await knownPacks(place);
}

/** Packs that can be named, and what is wrong with the others. */
export interface KnownPacks {
  packs: FoundPack[];
  errors: McptestError[];
}

/** Every pack that is named, installed or one of `bundled`, without validated options. */
export async function knownPacks(place: PackPlace, bundled = BUNDLED_PACKS): Promise<KnownPacks> {
  const options = loading(place, { withoutOptions: true });
  const configured = place.config?.packs ?? [];
  const fromConfig = await loadPacks(configured, options);
  const found = fromConfig.packs.flatMap((loaded) => {
    const request = configured.find(({ name }) => name === loaded.key);
    return request ? [{ request, loaded }] : [];
  });
  const others =
    place.config?.packs === undefined
      ? await discoverPacks({ ...options, cwd: place.cwd, bundled })
      : await loadPacks(
          bundledBeside(configured, bundled).map((name) => requestOf(name, place, undefined)),
          options,
        );
  const more = others.packs
    .filter((loaded) => !found.some((other) => other.loaded.manifest.name === loaded.manifest.name))
    .map((loaded) => ({ request: requestOf(loaded.key, place, undefined, COMMAND_LINE), loaded }));
  return { packs: [...found, ...more], errors: [...fromConfig.errors, ...others.errors] };
}

/** The packs that are installed or bundled here, without validated options. */
export async function discoveredPacks(place: PackPlace): Promise<PackLoading> {
  return await discoverPacks({ ...loading(place, { withoutOptions: true }), cwd: place.cwd });
}

/** A bundled copy never stands in for a pack that the configuration names: neither its pin nor its options would count. */
function bundledBeside(configured: readonly PackRequest[], bundled: readonly string[]): string[] {
  const named = new Set(configured.map(({ name, packageName }) => packageName ?? name));
  return bundled.filter((name) => !named.has(name));
}

/** The packs that look at a server, with their options; one that cannot be loaded is an error in the list. */
export async function packsThatLook(place: PackPlace): Promise<PackLoading> {
  const configured = place.config?.packs;
  return configured === undefined
    ? await discoverPacks({ ...loading(place), cwd: place.cwd })
    : await loadPacks(configured, loading(place));
}

/**
 * Loads a pack again, now with its options: those of the configuration below those of the command line, and over
 * what lies `below`. Throws `CONFIG_VARIABLE` where they use an environment variable that is not set.
 */
export async function loadWithOptions(
  { request, loaded: loadedPack }: FoundPack,
  place: PackPlace,
  layers: readonly JsonObject[],
  below?: JsonObject,
): Promise<LoadedPack> {
  const own = layers.map((layer) => resolveFileOptions(loadedPack.manifest.optionsJsonSchema, layer, place.cwd));
  const options = mergedOptions(request, own, below);
  if (place.config) requirePackVariables(place.config, request.name, options);
  const [loaded] = allOrThrow(await loadPacks([{ ...request, options }], loading(place)));
  return loaded as LoadedPack;
}

/** The `--options` of a command that runs one pack. Throws `USAGE_BAD_VALUE` for those that name another. */
export function optionsForPack({ loaded }: FoundPack, given: readonly GivenOptions[]): JsonObject[] {
  return given.map(({ pack, options }) => {
    if (pack === undefined || namesOf(loaded).includes(pack)) return options;
    throw unknownOwner(pack, [loaded]);
  });
}

/** `--pack` and the like, with the options that the configuration has for a pack of that name. */
export function requestOf(
  text: string,
  { cwd, config }: PackPlace,
  configured: readonly PackRequest[] | undefined,
  namedIn?: string,
): PackRequest {
  const configFile = config?.file;
  const request = parsePackArgument(text, {
    cwd,
    ...(configFile ? { configFile } : {}),
    ...(namedIn ? { namedIn } : {}),
  });
  const same = configured?.find(({ name }) => name === request.name);
  if (same === undefined) return request;
  return { ...same, ...(request.range === undefined ? {} : { range: request.range }) };
}

async function loadBare(request: PackRequest, place: PackPlace): Promise<FoundPack> {
  const [loaded] = allOrThrow(await loadPacks([request], loading(place, { withoutOptions: true })));
  return { request, loaded: loaded as LoadedPack };
}

/** Gives each `--options` to its pack. Throws `USAGE_BAD_VALUE` where it cannot be told which one is meant. */
function withGiven(
  packs: readonly LoadedPack[],
  requests: readonly PackRequest[],
  { given, secondIdentity }: OptionsOfRun,
): PackRequest[] {
  const layers = new Map<LoadedPack, JsonObject[]>();
  for (const { pack: name, options } of given) {
    const meant = name === undefined ? theOneFor(options, packs) : meantBy(name, packs, (pack) => pack);
    if (meant === undefined) throw unknownOwner(name as string, packs);
    const own = resolveFileOptions(meant.manifest.optionsJsonSchema, options, process.cwd());
    layers.set(meant, [...(layers.get(meant) ?? []), own]);
  }
  return requests.map((request, index) => {
    const pack = packs[index];
    const below = pack && secondIdentity ? identityFor(pack) : undefined;
    return { ...request, options: mergedOptions(request, (pack && layers.get(pack)) ?? [], below) };
  });
}

/** The option that tells a pack which has it that there is a second principal. Its headers no pack is given. */
export function identityFor({ manifest }: LoadedPack): JsonObject | undefined {
  const members = member(manifest.optionsJsonSchema, "properties");
  return isObject(members) && Object.hasOwn(members, "secondIdentity") ? { secondIdentity: true } : undefined;
}

/** The options of a request, with `layers` laid over them, and over what lies `below`. */
export function mergedOptions(request: PackRequest, layers: readonly JsonObject[], below?: JsonObject): unknown {
  if (layers.length === 0 && below === undefined) return request.options;
  return mergeOptions([below, isObject(request.options) ? request.options : undefined, ...layers]);
}

/** The pack that options without a name are for: the only one, or the one that has options of most of these names. */
function theOneFor(options: JsonObject, packs: readonly LoadedPack[]): LoadedPack {
  const known = packs.map(({ manifest }) => {
    const properties = member(manifest.optionsJsonSchema, "properties");
    return Object.keys(options).filter((key) => isObject(properties) && Object.hasOwn(properties, key)).length;
  });
  const most = Math.max(...known);
  const fitting = packs.length === 1 ? packs : packs.filter((_, index) => most > 0 && known[index] === most);
  const [only, other] = fitting;
  if (only !== undefined && other === undefined) return only;
  const names = packs.map(({ manifest }) => manifest.name).join(", ");
  throw new McptestError("USAGE_BAD_VALUE", `--options names no pack, and there are ${packs.length}: ${names}.`, {
    fix: `Write --options NAME=FILE, such as --options ${packs[0]?.manifest.name ?? "NAME"}=options.json`,
  });
}

function unknownOwner(name: string, packs: readonly LoadedPack[]): McptestError {
  const names = packs.map(({ manifest }) => manifest.name).join(", ");
  return new McptestError("USAGE_BAD_VALUE", `--options: there is no pack ${JSON.stringify(name)} in this run.`, {
    fix: `Give the options to one of: ${names}; or write the path of a file that exists.`,
  });
}

/** What may be a short name: a word without scope, path or range. */
function isShortName(word: string): boolean {
  return /^[\w-]+$/.test(word);
}

/**
 * A slip of a known name, or the end of one (`bells` of `mcptest-pack-bells`), is answered with that name, and not with the
 * advice to install whatever has the other one.
 */
function withSuggestion(error: unknown, word: string, known: readonly FoundPack[], namedIn: string): unknown {
  if (!(error instanceof McptestError) || error.code !== "PACK_NOT_FOUND") return error;
  const names = [...new Set(known.flatMap(({ loaded }) => namesOf(loaded)))];
  const meant = names.find((name) => name.endsWith(`-${word}`) || name.endsWith(`/${word}`)) ?? nearest(word, names);
  if (meant === undefined) return error;
  // The loader knows the bundled names alone; one suggestion is enough.
  const what = error.message.replace(/; did you mean \S+\?$/, "");
  return new McptestError("PACK_NOT_FOUND", `${what}. Did you mean ${meant}?`, {
    fix: namedIn === "mcptest conformance" ? `Write: ${namedIn} ${meant} TARGET` : `Write ${meant}`,
    cause: error,
  });
}

function allOrThrow({ packs, errors }: PackLoading): LoadedPack[] {
  if (errors.length === 0) return packs;
  throw errors.length === 1 ? errors[0] : new McptestErrors(errors);
}
