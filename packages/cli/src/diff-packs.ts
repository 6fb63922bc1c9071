import { requirePackVariables } from "@mcptest/core/config";
import { McptestError, throwAll } from "@mcptest/core/errors";
import {
  isPathSpecifier,
  type LoadedPack,
  loadPacks,
  type PackRequest,
  parsePackArgument,
  pinError,
} from "@mcptest/core/loader";
import type { JsonObject } from "@mcptest/core/report";
import { installTemporarily, type Temporary } from "./install-temporarily.js";
import type { Invocation } from "./invocation.js";
import { findPack, loading, mergedOptions, type PackPlace } from "./packs.js";

/** Two packs that are loaded, in the order in which they are named. */
export interface ComparedPacks {
  packs: readonly [LoadedPack, LoadedPack];
  /** What leads to them again, with their options. */
  requests: readonly PackRequest[];
  /** Ends their processes and takes away what was installed for them. */
  dispose(): void;
}

/**
 * Loads two versions of a pack. One with a range is installed into a temporary folder; a name without one, an alias and a
 * path are what is installed here. Both have the options that the configuration has for the pack, below `layers`.
 */
export async function versionsToCompare(
  words: readonly [string, string],
  place: PackPlace,
  layers: readonly JsonObject[],
  invocation: Invocation,
): Promise<ComparedPacks> {
  const wanted = words.map((word) => parsePackArgument(word, { cwd: place.cwd, namedIn: invocation.name }));
  await checkRanges(wanted);
  const temporary = await installTemporarily(wanted.filter(isToInstall), place, invocation);
  try {
    const requests = await Promise.all(
      wanted.map((request, index) => requestFor(request, words[index] as string, temporary, place, invocation)),
    );
    const { packs, complete } = await loadAll(requests, place, layers);
    return {
      packs,
      requests: complete,
      dispose() {
        for (const pack of packs) pack.close?.();
        temporary.dispose();
      },
    };
  } catch (error) {
    temporary.dispose();
    throw error;
  }
}

function isToInstall({ specifier, range }: PackRequest): boolean {
  return range !== undefined && !isPathSpecifier(specifier);
}

async function checkRanges(wanted: readonly PackRequest[]): Promise<void> {
  const problems = await Promise.all(
    wanted.map(({ name, range, namedIn }) => (range === undefined ? undefined : pinError(name, range, namedIn))),
  );
  throwAll(problems.flatMap((problem) => problem ?? []));
}

/** The request for the version that was installed, with what the configuration says about the pack; else as `--pack`. */
async function requestFor(
  request: PackRequest,
  word: string,
  temporary: Temporary,
  place: PackPlace,
  { name }: Invocation,
): Promise<PackRequest> {
  if (!isToInstall(request)) return (await findPack(word, place, name)).request;
  const { options, profile } = configured(request, place) ?? {};
  return {
    ...temporary.requestFor(request, word),
    ...(options === undefined ? {} : { options }),
    ...(profile === undefined ? {} : { profile }),
  };
}

/** The entry of the configuration for the package of a request: the one under its own name first. */
function configured({ specifier, packageName, name }: PackRequest, { config }: PackPlace): PackRequest | undefined {
  const packs = config?.packs ?? [];
  const wanted = packageName ?? specifier;
  return (
    [name, wanted].map((one) => packs.find((pack) => pack.name === one)).find((pack) => pack !== undefined) ??
    packs.find((pack) => pack.packageName === wanted)
  );
}

async function loadAll(
  requests: readonly PackRequest[],
  place: PackPlace,
  layers: readonly JsonObject[],
): Promise<{ packs: readonly [LoadedPack, LoadedPack]; complete: PackRequest[] }> {
  const complete = requests.map((request) => ({ ...request, options: mergedOptions(request, layers) }));
  for (const request of complete) {
    const known = configured(request, place);
    if (place.config && known) requirePackVariables(place.config, known.name, request.options);
  }
  const { packs, errors } = await loadPacks(complete, loading(place));
  if (errors.length > 0) {
    for (const pack of packs) pack.close?.();
    throwAll(errors);
  }
  const [one, other] = packs as [LoadedPack, LoadedPack];
  if (one.manifest.extension === other.manifest.extension) return { packs: [one, other], complete };
  for (const pack of packs) pack.close?.();
  const ids = [one, other].map(({ manifest }) => `${manifest.name} for ${manifest.extension}`).join(", ");
  throw new McptestError("USAGE_BAD_VALUE", `These are packs for different extensions: ${ids}.`, {
    fix: "Name two versions of one pack, or two packs for one extension.",
  });
}
