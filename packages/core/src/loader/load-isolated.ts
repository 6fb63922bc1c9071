import { McptestError } from "../errors/index.js";
import { checkPin, type PackEntry } from "./entry.js";
import { syntaxErrorPlace } from "./import.js";
import { importError, neverImported, notAPack } from "./import-errors.js";
import { IMPORT_TIMEOUT_MS, type ImportedPack } from "./imported.js";
import type { LoadRefusal } from "./isolate/messages.js";
import { type PackProcess, startPackProcess } from "./isolate/pack-process.js";
import { foldersOfPackage, foldersOfProject } from "./isolate/readable.js";
import { standInFor } from "./isolate/stand-in.js";
import { calledIn } from "./missing.js";
import { namedPackageAbove, packageOf, wantsBrowser } from "./package-json.js";
import { isPathSpecifier } from "./specifier.js";
import { TIME_OVER, withinTime } from "./time-limit.js";
import type { LoadOptions, PackRequest } from "./types.js";

/** Packs whose manifest was read and that are loaded with their options next, by URL: one process serves both. */
const waiting = new Map<string, ImportedPack>();

/** A pack in a process of its own: the one that served its manifest before, or a new one. Throws a {@link McptestError}. */
export async function isolatedPack(
  entry: PackEntry,
  request: PackRequest,
  options: LoadOptions,
): Promise<ImportedPack> {
  const { url } = entry;
  const known = waiting.get(url);
  waiting.delete(url);
  if (known && options.withoutOptions !== true && !known.process?.ended()) {
    await checkPathPin(known, request);
    return known;
  }
  known?.process?.close();
  const imported = await started(entry, request, options);
  if (!options.withoutOptions) return imported;
  waiting.get(url)?.process?.close();
  waiting.set(url, imported);
  return imported;
}

async function started(
  { file, url, packageJson }: PackEntry,
  request: PackRequest,
  { importTimeoutMs: limit = IMPORT_TIMEOUT_MS }: LoadOptions,
): Promise<ImportedPack> {
  const isPath = isPathSpecifier(request.specifier);
  let process: PackProcess | undefined;
  try {
    const may = {
      readable: isPath ? foldersOfProject(file) : foldersOfPackage(file),
      startsBrowser: wantsBrowser(packageJson ?? namedPackageAbove(file)),
    };
    process = startPackProcess(request.name, may);
    const named = packageJson && { name: packageJson.name ?? "", version: packageJson.version ?? "" };
    const loaded = await withinTime(process.load(url, named), limit);
    if (loaded === TIME_OVER) throw neverImported(request, file, limit);
    if ("refused" in loaded) throw refusedImport(loaded.refused, request, file);
    const pack = standInFor(loaded, process);
    const around = isPath ? packageOf(file, pack.name) : packageJson;
    const { problems } = loaded;
    const imported: ImportedPack = {
      pack,
      origin: file,
      file,
      process,
      ...(around ? { packageJson: around } : {}),
      ...(problems.length > 0 ? { problems } : {}),
    };
    await checkPathPin(imported, request);
    return imported;
  } catch (error) {
    process?.close();
    if (error instanceof McptestError) throw error;
    throw new McptestError("PACK_BROKEN", `${calledIn(request)} cannot be loaded (${file}): ${messageOf(error)}`);
  }
}

/** The pin of a pack that a path names: its version is known only once it was imported. */
async function checkPathPin({ pack, packageJson, file }: ImportedPack, request: PackRequest): Promise<void> {
  if (isPathSpecifier(request.specifier)) await checkPin(request, pack.name, packageJson, file);
}

function refusedImport(refused: LoadRefusal, request: PackRequest, file: string): McptestError {
  if (refused.what === "no-pack") return notAPack(request, file, refused.message);
  const { place, message } = refused;
  const found = place ?? (message.startsWith("SyntaxError: ") ? syntaxErrorPlace(file) : undefined);
  return importError({ ...refused, ...(found === undefined ? {} : { place: found }) }, request, file);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
