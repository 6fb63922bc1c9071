import { join } from "node:path";
import { McptestError } from "../errors/index.js";
import { checkPin, type PackEntry } from "./entry.js";
import { importError, neverImported, notAPack } from "./import-errors.js";
import { folderOf } from "./install-command.js";
import type { LoadRefusal } from "./isolate/messages.js";
import { startPackProcess } from "./isolate/pack-process.js";
import { standInFor } from "./isolate/stand-in.js";
import { rootsOf } from "./isolate/start.js";
import { IMPORT_TIMEOUT_MS, type ImportedPack } from "./load-one.js";
import { calledIn } from "./missing.js";
import { packageOf } from "./package-json.js";
import { isPathSpecifier } from "./specifier.js";
import { TIME_OVER, withinTime } from "./time-limit.js";
import type { LoadOptions, PackRequest } from "./types.js";

/** Packs whose manifest was read and that are loaded with their options next, by URL: one process serves both. */
const waiting = new Map<string, ImportedPack>();

/** Starts a process for a pack and has it imported there within `limit` milliseconds. Throws a {@link McptestError}. */
export async function isolatedPack(
  { file, url, packageJson }: PackEntry,
  request: PackRequest,
  { importTimeoutMs: limit = IMPORT_TIMEOUT_MS, withoutOptions }: LoadOptions,
): Promise<ImportedPack> {
  const known = waiting.get(url);
  waiting.delete(url);
  if (known && withoutOptions !== true) return known;
  const process = startPackProcess(request.name, [
    ...rootsOf(file),
    ...rootsOf(join(folderOf(request.from), "noop.js")),
  ]);
  try {
    const named = packageJson && { name: packageJson.name ?? "", version: packageJson.version ?? "" };
    const loaded = await withinTime(process.load(url, named), limit);
    if (loaded === TIME_OVER) throw neverImported(request, file, limit);
    if ("refused" in loaded) throw refusedImport(loaded.refused, request, file);
    const pack = standInFor(loaded, process);
    const isPath = isPathSpecifier(request.specifier);
    const around = isPath ? packageOf(file, pack.name) : packageJson;
    if (isPath) await checkPin(request, pack.name, around, file);
    const { problems } = loaded;
    const imported: ImportedPack = {
      pack,
      origin: file,
      file,
      process,
      ...(around ? { packageJson: around } : {}),
      ...(problems.length > 0 ? { problems } : {}),
    };
    if (withoutOptions) waiting.set(url, imported);
    return imported;
  } catch (error) {
    process.close();
    if (error instanceof McptestError) throw error;
    throw new McptestError("PACK_BROKEN", `${calledIn(request)} cannot be loaded (${file}): ${messageOf(error)}`);
  }
}

function refusedImport(refused: LoadRefusal, request: PackRequest, file: string): McptestError {
  if (refused.what === "no-pack") return notAPack(request, file, refused.message);
  return importError(refused, request, file);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
