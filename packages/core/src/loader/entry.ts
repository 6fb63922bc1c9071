import { McptestError } from "../errors/index.js";
import { BUNDLED_PACKS } from "./bundled.js";
import { calledIn, installOf, missingError } from "./missing.js";
import { namedPackageAbove, type PackageJson, packageOf } from "./package-json.js";
import { prereleaseNote, satisfies } from "./pin.js";
import { resolvePack } from "./resolve.js";
import { isPathSpecifier, packageNameOf, pathOf } from "./specifier.js";
import type { LoadOptions, PackRequest } from "./types.js";

/** The entry file of a pack, found and not yet run. */
export interface PackEntry {
  /** Real path. */
  file: string;
  url: string;
  /** The last place to look gave it: the packs that this program brings along. */
  bundled: boolean;
  /** It is the very file that this program brings along, wherever it was found: our own code. */
  own: boolean;
  /** That of the package; for packs named by a path it is looked up after the import. */
  packageJson?: PackageJson;
}

/**
 * Finds the entry of a pack. For a pack named by a package name its pin is checked here, before any of its code runs.
 * Throws a {@link McptestError}.
 */
export async function findEntry(request: PackRequest, options: LoadOptions): Promise<PackEntry> {
  const { specifier } = request;
  let resolution = await resolvePack(specifier, request.from);
  let bundled = false;
  if (resolution.status === "missing" && request.orBundled && BUNDLED_PACKS.includes(specifier)) {
    bundled = true;
    resolution = await resolvePack(specifier, pathOf(options.bundledFrom));
  }
  if (resolution.status === "missing") throw missingError(request, resolution.message);
  if (resolution.status === "broken") {
    const { message, cause } = resolution;
    throw new McptestError("PACK_BROKEN", `${calledIn(request)} has no usable entry: ${message}`, { cause });
  }
  const { file, url } = resolution;
  if (isPathSpecifier(specifier)) return { file, url, bundled, own: false };
  const own = bundled || (await isOwn(specifier, file, options));
  const name = request.packageName ?? packageNameOf(specifier);
  const packageJson = packageOf(file, name);
  if (packageJson === undefined) checkAlias(request, file);
  await checkPin(request, name, packageJson, file);
  return { file, url, bundled, own, ...(packageJson ? { packageJson } : {}) };
}

async function isOwn(specifier: string, file: string, { bundledFrom }: LoadOptions): Promise<boolean> {
  if (!BUNDLED_PACKS.includes(specifier)) return false;
  const resolution = await resolvePack(specifier, pathOf(bundledFrom));
  return resolution.status === "found" && resolution.file === file;
}

/** Throws when what is installed under an alias is another package than the one that the request says. */
function checkAlias(request: PackRequest, file: string): void {
  const { name, specifier, packageName } = request;
  const there = packageName === undefined ? undefined : namedPackageAbove(file);
  if (there?.name === undefined) return;
  const what = `installed as ${packageNameOf(specifier)} is ${there.name} ${there.version ?? "without a version"}, at ${file}`;
  throw new McptestError("PACK_NOT_FOUND", `${calledIn(request)} is to be an alias of ${packageName}; ${what}`, {
    fix: `Install the package under that name: ${installOf(request)}; or correct the pack that ${name} is said to be.`,
  });
}

/** Throws when the pack is pinned and `packageJson` does not show a version inside the pin; `*` takes what there is. */
export async function checkPin(
  request: PackRequest,
  name: string,
  packageJson: Pick<PackageJson, "version"> | undefined,
  file: string,
): Promise<void> {
  const { range } = request;
  if (range === undefined || range.trim() === "*") return;
  const version = packageJson?.version;
  if (version === undefined) {
    const isInstalled = request.object === undefined && !isPathSpecifier(request.specifier);
    const above = isInstalled ? namedPackageAbove(file)?.name : undefined;
    const alias =
      above === undefined || above === name
        ? { text: "" }
        : {
            text: ` The package there is ${above}.`,
            fix: `If ${name} is an npm alias of it, write { pack: ${JSON.stringify(above)}, version: ${JSON.stringify(range)} }.`,
          };
    const what = `${calledIn(request)} is pinned to ${range}, and no package.json above ${file} gives a version of ${name}.`;
    throw new McptestError(
      "PACK_VERSION_UNKNOWN",
      what + alias.text,
      alias.fix === undefined ? {} : { fix: alias.fix },
    );
  }
  if (await satisfies(version, range)) return;
  const note = await prereleaseNote(version, range);
  throw new McptestError(
    "PACK_PIN_UNSATISFIED",
    `${calledIn(request)} is pinned to ${range}; installed is ${name} ${version}, at ${file}${note}`,
    request.object !== undefined
      ? { fix: "Change the pin, or the pack that the configuration holds." }
      : isPathSpecifier(request.specifier)
        ? {}
        : { fix: `Change the pin, or install a version inside it: ${installOf(request)}` },
  );
}
