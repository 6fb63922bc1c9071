import type { BrandedPack } from "@mcptest/pack";
import { brandOf } from "../loader/find-pack.js";
import { pinProblem } from "../loader/pin.js";
import { absolutePath, isNpmName, isPathSpecifier } from "../loader/specifier.js";
import type { PackRequest } from "../loader/types.js";
import type { BuildContext } from "./context.js";
import { foundAt } from "./problems.js";
import { check, packEntry } from "./schema.js";
import type { Path } from "./source.js";

/** The requests of a map of packs that stands at `path`. Entries with a problem are left out. */
export async function buildPacks(
  packs: Record<string, unknown>,
  path: Path,
  context: BuildContext,
): Promise<PackRequest[]> {
  const requests: PackRequest[] = [];
  for (const [name, entry] of Object.entries(packs)) {
    const request = await buildPack(name, entry, [...path, name], context);
    if (request !== undefined) requests.push(request);
  }
  return requests;
}

async function buildPack(
  name: string,
  entry: unknown,
  path: Path,
  context: BuildContext,
): Promise<PackRequest | undefined> {
  const long = longForm(entry, path, context);
  if (long === undefined) return undefined;
  const { version, pack, ...more } = long;
  if (version !== undefined) await checkPin(name, version, path, context);
  const what = whatIsImported(name, pack, path, context);
  if (what === undefined) return undefined;
  return {
    name,
    ...what,
    ...(version === undefined ? {} : { range: version }),
    ...more,
    from: context.source.file,
    namedIn: context.source.placeOf(path),
  };
}

interface LongForm {
  version?: string;
  options?: unknown;
  pack?: unknown;
  isolation?: "none";
  profile?: string;
}

function longForm(entry: unknown, path: Path, { problems, raw }: BuildContext): LongForm | undefined {
  if (typeof entry === "string") return { version: entry };
  if (brandOf(entry) !== undefined) return { pack: entry };
  if (typeof entry === "object" && entry !== null && !Array.isArray(entry)) {
    return check(packEntry, entry, path, problems, raw);
  }
  const written = raw.writtenAt(path);
  const found = foundAt(raw.valueAt(path), false, written);
  const quotes =
    typeof entry === "number" && written !== undefined
      ? `. Put it in quotes: "${written}"${written === String(entry) ? "" : `; without them it is the number ${entry}`}`
      : "";
  const message = `${found}; expected a semver range such as "1.x" ("*" for any version), or an object${quotes}`;
  problems.push({ path, message });
  return undefined;
}

async function checkPin(name: string, range: string, path: Path, { problems }: BuildContext): Promise<void> {
  const problem = await pinProblem(range);
  if (problem === undefined) return;
  const { message, fix } = problem;
  const text = `the pin ${JSON.stringify(range)} of ${name}: ${message}`;
  problems.push({ path, code: "PACK_PIN_INVALID", message: text, ...(fix === undefined ? {} : { fix }) });
}

type Imported = Pick<PackRequest, "specifier" | "packageName" | "object">;

/** The key is what is imported, unless `pack` is a path or the pack itself; else `pack` is the name behind an alias. */
function whatIsImported(name: string, pack: unknown, path: Path, context: BuildContext): Imported | undefined {
  if (brandOf(pack) !== undefined) return { specifier: name, object: pack as BrandedPack };
  const behind = pack as string | undefined;
  if (behind !== undefined && isPathSpecifier(behind)) return pathImport(behind, [...path, "pack"], context);
  if (behind !== undefined && !isNpmName(behind)) {
    const message = `found ${JSON.stringify(behind)}; expected the npm name behind the alias ${name}`;
    context.problems.push({ path: [...path, "pack"], message });
    return undefined;
  }
  if (isPathSpecifier(name)) return pathImport(name, path, context);
  if (isNpmName(name)) return { specifier: name, ...(behind === undefined ? {} : { packageName: behind }) };
  context.problems.push({ path, message: "the name is neither that of an npm package nor a path that begins with ./" });
  return undefined;
}

function pathImport(text: string, path: Path, { folder, problems }: BuildContext): Imported | undefined {
  try {
    return { specifier: absolutePath(text, folder) };
  } catch {
    problems.push({ path, message: "it is no file URL of this machine" });
    return undefined;
  }
}
