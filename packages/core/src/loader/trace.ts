import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { BUNDLED_PACKS } from "./bundled.js";
import { folderOf } from "./install-command.js";
import { readPackageJson } from "./package-json.js";
import { candidatePlaces, resolvePack } from "./resolve.js";
import { absolutePath, isPathSpecifier, pathOf } from "./specifier.js";
import type { LoadOptions, PackRequest } from "./types.js";

/** A place where a pack was looked for. */
export interface PackCandidate {
  /** The folder of the package, or the path that names the pack. */
  place: string;
  /** How it comes to be looked at. */
  kind: "path" | "node_modules" | "plug-and-play" | "bundled";
  found: boolean;
  /** Of the package.json there. */
  version?: string;
}

/** Where a request leads, step by step. */
export interface PackTrace {
  /** The folder from which the name resolves. */
  from: string;
  /** In the order in which they are looked at. The first that was found is the one. */
  candidates: PackCandidate[];
}

/** Looks for a pack as the loader does and tells every place. Runs nothing of what it finds. */
export async function tracePack(
  { specifier, from, orBundled }: PackRequest,
  { bundledFrom }: Pick<LoadOptions, "bundledFrom">,
): Promise<PackTrace> {
  const folder = folderOf(from);
  if (isPathSpecifier(specifier)) {
    const place = absolutePath(specifier, folder);
    return { from: folder, candidates: [candidate(place, "path")] };
  }
  const candidates = await namedCandidates(specifier, folder);
  const isBundled = orBundled === true && BUNDLED_PACKS.includes(specifier);
  return {
    from: folder,
    candidates: isBundled ? [...candidates, await bundledCandidate(specifier, bundledFrom)] : candidates,
  };
}

async function namedCandidates(specifier: string, folder: string): Promise<PackCandidate[]> {
  if (isBuiltin(specifier)) return [];
  if (process.versions.pnp === undefined) {
    return candidatePlaces(specifier, folder).map((place) => candidate(place, "node_modules"));
  }
  const resolution = await resolvePack(specifier, folder);
  const found = resolution.status === "found";
  return [{ place: found ? resolution.file : specifier, kind: "plug-and-play", found }];
}

async function bundledCandidate(specifier: string, bundledFrom: string): Promise<PackCandidate> {
  const resolution = await resolvePack(specifier, pathOf(bundledFrom));
  return resolution.status === "found"
    ? { place: resolution.file, kind: "bundled", found: true }
    : { place: pathOf(bundledFrom), kind: "bundled", found: false };
}

function candidate(place: string, kind: PackCandidate["kind"]): PackCandidate {
  const found = existsSync(place);
  const version = found ? readPackageJson(place)?.version : undefined;
  return { place, kind, found, ...(version === undefined ? {} : { version }) };
}
