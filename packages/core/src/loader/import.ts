import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { containedImport } from "../host/containment.js";
import type { ImportModule } from "./types.js";

/** Codes with which a Node says that it cannot run this TypeScript itself. jiti tells the place of a syntax error. */
const NO_TYPESCRIPT: readonly (string | undefined)[] = [
  "ERR_UNKNOWN_FILE_EXTENSION",
  "ERR_INVALID_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX",
  "ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING",
];

/** Imports a module with Node's own `import()`, and with jiti where that cannot run a TypeScript file. */
export async function importFile(url: string, importModule: ImportModule = importNative): Promise<unknown> {
  try {
    return await containedImport(() => importModule(url));
  } catch (error) {
    if (!isTypeScript(url) || !isForJiti(error)) throw error;
    return await importTypeScript(fileURLToPath(url));
  }
}

/** Also a Node that runs TypeScript does not find the `x.ts` that TypeScript means by `./x.js`, or by `./x`. */
function isForJiti(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  return (
    NO_TYPESCRIPT.includes(code) || (code === "ERR_MODULE_NOT_FOUND" && /^Cannot find module /.test(message ?? ""))
  );
}

async function importNative(url: string): Promise<unknown> {
  return await import(/* @vite-ignore */ url);
}

/**
 * Runs a TypeScript file and gives its exports, in folders with and without `"type": "module"`. Keeps nothing in a cache
 * and writes nothing. A syntax error is a `ParseError` whose message ends with file, line and column.
 */
export async function importTypeScript(file: string): Promise<unknown> {
  const { createJiti } = await import("jiti");
  const jiti = createJiti(import.meta.url, { moduleCache: false, fsCache: false, interopDefault: false });
  return await containedImport(() => jiti.import(file));
}

/** True for the names of TypeScript files. */
export function isTypeScript(name: string): boolean {
  return /\.[cm]?ts$/.test(name);
}

/** How a failed import is told: what was thrown, the place, and the module that is missing. */
export interface ImportFailure {
  /** One line. */
  message: string;
  /** `file:line` or `file:line:column` of the failure, where it is known. */
  place?: string;
  /** The module that the import could not find. */
  missing?: string;
}

/** Tells a failed import of `file`, whatever was thrown. Never throws. */
export function importFailure(thrown: unknown, file: string): ImportFailure {
  try {
    return tellFailure(thrown, file);
  } catch {
    return { message: "it threw something that cannot be read" };
  }
}

function tellFailure(thrown: unknown, file: string): ImportFailure {
  if (!(thrown instanceof Error)) return { message: `it threw ${printed(thrown)}, which is no Error` };
  const message = firstLine(thrown.message).replace(/^ParseError: /, "");
  const missing = missingModule(thrown);
  const place = missing === undefined ? placeOf(thrown, file) : undefined;
  const name = /ParseError/.test(thrown.message) ? "SyntaxError" : thrown.name;
  return {
    message: name === "Error" ? message : `${name}: ${message}`,
    ...(place === undefined ? {} : { place }),
    ...(missing === undefined ? {} : { missing }),
  };
}

function missingModule(error: Error): string | undefined {
  const code = (error as { code?: unknown }).code;
  if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") return undefined;
  const [, name, pnpName] =
    /^Cannot find (?:package|module) '([^']+)'|tried to access ([^\s,]+)/.exec(error.message) ?? [];
  return name ?? pnpName;
}

function placeOf(error: Error, file: string): string | undefined {
  const parsed = /ParseError[\s\S]*?\n\s*(\S.*:\d+:\d+)\s*$/.exec(error.message)?.[1];
  if (parsed !== undefined) return parsed;
  if (error instanceof SyntaxError) return syntaxErrorPlace(file);
  for (const line of (error.stack ?? "").split("\n").slice(1)) {
    const frame = /^\s+at (?:.*\()?((?:file:\/\/|\/|[A-Za-z]:\\).*:\d+:\d+)\)?$/.exec(line)?.[1];
    if (frame !== undefined && !frame.startsWith(import.meta.url)) return readable(frame);
  }
  return undefined;
}

/** Where the syntax error of a file is. `undefined` also where no process may be started, as in that of a pack. */
export function syntaxErrorPlace(file: string): string | undefined {
  try {
    return checkedPlace(file);
  } catch {
    return undefined;
  }
}

/** Node tells the line of a syntax error only when it prints the error itself; `--check` makes it do so and runs nothing. */
function checkedPlace(file: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ["--check", file], { encoding: "utf8", timeout: 10_000 });
  const place = /^((?:file:\/\/|\/|[A-Za-z]:\\).*:\d+)$/m.exec(stderr ?? "")?.[1];
  return place === undefined ? undefined : readable(place);
}

function readable(place: string): string {
  if (!place.startsWith("file://")) return place;
  const [, url = "", position = ""] = /^(.*?)((?::\d+)+)$/.exec(place) ?? [];
  try {
    return fileURLToPath(url) + position;
  } catch {
    return place;
  }
}

function printed(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 200));
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "function" ? "a function" : String(value);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.trim().slice(0, 500) ?? "";
}
