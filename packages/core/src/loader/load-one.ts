import { existsSync, readFileSync, statSync } from "node:fs";
import { type BrandedPack, manifestOf, member } from "@mcptest/pack";
import { didYouMean, McptestError } from "../errors/index.js";
import { sha256 } from "../wire/message.js";
import { createRedactor } from "../wire/redact.js";
import { packProblems } from "./check-pack.js";
import { contractError } from "./contract.js";
import { checkPin, findEntry } from "./entry.js";
import { fileOptionProblems, folderOf, resolveFileOptions } from "./file-options.js";
import { brandOf, exportsOf, packIn } from "./find-pack.js";
import { importFailure, importFile } from "./import.js";
import { importError, neverImported, notAPack } from "./import-errors.js";
import { IMPORT_TIMEOUT_MS, type ImportedPack } from "./imported.js";
import { isolatedPack } from "./load-isolated.js";
import { calledIn } from "./missing.js";
import { packageOf } from "./package-json.js";
import { pinError } from "./pin.js";
import { takeSecondIdentity } from "./second-identity.js";
import { isPathSpecifier } from "./specifier.js";
import { TIME_OVER, withinTime } from "./time-limit.js";
import type { LoadedPack, LoadOptions, PackRequest } from "./types.js";
import { validateOptions } from "./validate-options.js";

/** Finds, imports and checks one pack. Throws a {@link McptestError} for each thing that can be wrong with it. */
export async function loadOne(request: PackRequest, options: LoadOptions, named: boolean): Promise<LoadedPack> {
  const wrongPin =
    request.range === undefined ? undefined : await pinError(request.name, request.range, request.namedIn);
  if (wrongPin) throw wrongPin;
  const imported = request.object === undefined ? await importPack(request, options) : await heldPack(request);
  try {
    return await checkedPack(imported, request, options, named);
  } catch (error) {
    imported.process?.close();
    throw error;
  }
}

/** The pack once it is known to keep the contract, with its options. */
async function checkedPack(
  { pack, origin, file, packageJson, process, problems: found }: ImportedPack,
  request: PackRequest,
  options: LoadOptions,
  named: boolean,
): Promise<LoadedPack> {
  const wrongContract = contractError(brandOf(pack)?.contract, request, options);
  if (wrongContract) throw wrongContract;
  const problems = found ?? packProblems(pack, packageJson);
  if (problems.length > 0) {
    const lines = problems.map((problem) => `\n  - ${problem}`).join("");
    throw new McptestError("PACK_INVALID", `${calledIn(request)} breaks the pack contract (${file}):${lines}`);
  }
  checkProfile(pack, request);
  const manifest = manifestOf(pack);
  return {
    pack,
    manifest,
    key: request.name,
    range: request.range ?? "*",
    origin,
    contentHash: hashOf(file, manifest),
    isolation: process ? "process" : "none",
    ...(process ? { close: process.close, laneEnded: process.release } : {}),
    ...(await optionsFor(pack, request, options)),
    ...(request.profile === undefined ? {} : { profile: request.profile }),
    named,
  };
}

async function importPack(request: PackRequest, options: LoadOptions): Promise<ImportedPack> {
  const entry = await findEntry(request, options);
  if (options.isolate && !entry.own && request.isolation !== "none") {
    return await isolatedPack(entry, request, options);
  }
  const { file, url, bundled, packageJson } = entry;
  const module = await importEntry(url, file, request, options);
  const pack = packIn(module);
  if (pack === undefined) throw notAPack(request, file, exportsOf(module));
  const origin = bundled ? "bundled" : file;
  if (!isPathSpecifier(request.specifier)) return { pack, origin, file, ...(packageJson ? { packageJson } : {}) };
  const around = packageOf(file, pack.name);
  await checkPin(request, pack.name, around, file);
  return { pack, origin, file, ...(around ? { packageJson: around } : {}) };
}

/** A pack that a configuration holds itself; its own word is all there is about its version. */
async function heldPack(request: PackRequest): Promise<ImportedPack> {
  if (brandOf(request.object) === undefined) {
    throw notAPack(request, request.from, "the object has no mark that definePack sets");
  }
  const pack = request.object as BrandedPack;
  await checkPin(request, pack.name, pack, request.from);
  return { pack, origin: request.from, file: request.from };
}

async function importEntry(url: string, file: string, request: PackRequest, options: LoadOptions): Promise<unknown> {
  const limit = options.importTimeoutMs ?? IMPORT_TIMEOUT_MS;
  let module: unknown;
  try {
    module = await withinTime(importFile(url, options.importModule), limit);
  } catch (thrown) {
    throw importError(importFailure(thrown, file), request, file, thrown);
  }
  if (module !== TIME_OVER) return module;
  throw neverImported(request, file, limit);
}

function checkProfile(pack: BrandedPack, request: PackRequest): void {
  const { profile } = request;
  const names = pack.profiles?.names ?? [];
  if (profile === undefined || names.includes(profile)) return;
  throw new McptestError(
    "PROFILE_UNKNOWN",
    `${calledIn(request)} has no profile "${profile}".${didYouMean(profile, names)}`,
  );
}

async function optionsFor(pack: BrandedPack, request: PackRequest, loading: LoadOptions) {
  const { importTimeoutMs = IMPORT_TIMEOUT_MS, secrets = [], withoutOptions } = loading;
  if (withoutOptions) return { options: {} };
  const { options, secondIdentity, problem } = takeSecondIdentity(request.options);
  const refuse = (problems: readonly string[]) => {
    const lines = problems.map((line) => `\n  - ${line}`).join("");
    return new McptestError(
      "PACK_OPTIONS",
      `${request.namedIn}: ${createRedactor(secrets).text(`the options of ${pack.name} are refused:${lines}`)}`,
    );
  };
  if (problem !== undefined) throw refuse([problem]);
  const given = resolveFileOptions(pack.optionsJsonSchema, options, folderOf(request.from));
  const result = await validateOptions(pack, given, importTimeoutMs);
  if (result.error) {
    const { code, message, fix, cause } = result.error;
    const text = createRedactor(secrets).text(message);
    throw new McptestError(code, `${request.namedIn}: ${text}`, { fix, cause });
  }
  const unreadable = fileOptionProblems(pack.optionsJsonSchema, given);
  if (unreadable.length > 0) throw refuse(unreadable);
  const profile = profileIn(result.options, pack);
  return {
    options: result.options,
    ...(profile === undefined ? {} : { profile }),
    ...(secondIdentity === undefined ? {} : { secondIdentity }),
  };
}

/** The option `profile`, where the pack has options of that name and a profile of that value. */
function profileIn(options: unknown, pack: BrandedPack): string | undefined {
  const profile: unknown = member(options, "profile");
  return typeof profile === "string" && pack.profiles?.names.includes(profile) ? profile : undefined;
}

/** SHA-256 of the file, or of the manifest when a held pack comes from no file. */
function hashOf(file: string, manifest: unknown): string {
  const isFile = existsSync(file) && statSync(file).isFile();
  return sha256(isFile ? readFileSync(file) : JSON.stringify(manifest));
}
