import { dirname } from "node:path";
import { member } from "@mcptest/pack";
import type { McptestError } from "../errors/index.js";
import { BUNDLED_PACKS } from "./bundled.js";
import { contractError } from "./contract.js";
import { loadEach } from "./load.js";
import { nearestPackageJson, type PackageJson } from "./package-json.js";
import { installedPackageJson } from "./resolve.js";
import { pathOf } from "./specifier.js";
import type { LoadOptions, PackLoading, PackRequest } from "./types.js";

/** The members of a package.json that name direct dependencies. */
const DEPENDENCY_MEMBERS = ["dependencies", "devDependencies", "optionalDependencies"] as const;

/**
 * The packs of a run for which nothing names any: those among the direct dependencies of the nearest package.json of
 * `cwd` or above, and the bundled ones for extension ids that those do not cover. A package says that it is a pack by the
 * keyword `mcptest-pack` and `"mcptestPack": { "contract": 1 }` in its package.json; nothing else is run. Of several for
 * one extension, none of which is named, a run takes the first and says so of the others. `bundled` are the bundled packs
 * that may count; default all of them.
 */
export async function discoverPacks(
  options: LoadOptions & { cwd: string; bundled?: readonly string[] },
): Promise<PackLoading> {
  const { requests, errors, notInstalled } = declaredPacks(options);
  const installed = await loadEach(requests, options, false);
  const named = new Set(requests.map((request) => request.packageName ?? request.name));
  const bundled = await loadEach(
    (options.bundled ?? BUNDLED_PACKS)
      .filter((name) => !named.has(name))
      .map((name) => bundledRequest(name, options.bundledFrom)),
    options,
    false,
  );
  const covered = new Set(installed.packs.map(({ manifest }) => manifest.extension));
  const lacking = bundled.packs.filter(({ manifest: { extension } }) => extension === "*" || !covered.has(extension));
  return {
    packs: [...installed.packs, ...lacking.map((pack) => ({ ...pack, origin: "bundled" }))],
    errors: [...errors, ...installed.errors, ...bundled.errors],
    notInstalled,
  };
}

/** What a package.json says of the packs of its project. */
interface Declared {
  requests: PackRequest[];
  /** Those that say themselves that they were made for a contract which this host does not know. */
  errors: McptestError[];
  notInstalled: string[];
}

/** Aliases stand after packages under their own names, so that an alias never takes the place of the package itself. */
function declaredPacks(options: LoadOptions & { cwd: string }): Declared {
  const declared: Declared = { requests: [], errors: [], notInstalled: [] };
  const project = nearestPackageJson(options.cwd);
  if (project === undefined) return declared;
  const names = new Set(DEPENDENCY_MEMBERS.flatMap((key) => Object.keys(member(project.content, key) ?? {})));
  for (const name of [...names].sort()) {
    const found = installedPackageJson(name, dirname(project.file));
    if (found === undefined && isMissed(name, project)) declared.notInstalled.push(name);
    if (!isPack(found)) continue;
    const request = {
      name,
      specifier: name,
      ...(found.name === undefined || found.name === name ? {} : { packageName: found.name }),
      from: project.file,
      namedIn: project.file,
    };
    const error = contractError(member(member(found.content, "mcptestPack"), "contract"), request, options);
    if (error) declared.errors.push(error);
    else declared.requests.push(request);
  }
  declared.requests.sort((a, b) => Number(a.packageName !== undefined) - Number(b.packageName !== undefined));
  return declared;
}

/** Names that packs have, behind an alias too: `mcptest-pack-x`, `@scope/mcptest-pack-x`, `@mcptest/pack-x`. */
const PACK_NAME = /^(?:npm:)?(?:@mcptest\/pack-|(?:@[^/]+\/)?mcptest-pack-)/;

/** True for a dependency that is a pack by its name; an optional one may be absent. */
function isMissed(name: string, { content }: PackageJson): boolean {
  return (["dependencies", "devDependencies"] as const).some((key) => {
    const range: unknown = member(member(content, key), name);
    return typeof range === "string" && (PACK_NAME.test(name) || PACK_NAME.test(range));
  });
}

function isPack(found: PackageJson | undefined): found is PackageJson {
  const keywords: unknown = member(found?.content, "keywords");
  const isMarked = Array.isArray(keywords) && keywords.includes("mcptest-pack");
  return isMarked && typeof member(member(found?.content, "mcptestPack"), "contract") === "number";
}

function bundledRequest(name: string, bundledFrom: string): PackRequest {
  return { name, specifier: name, from: pathOf(bundledFrom), namedIn: "mcptest's own list of packs" };
}
