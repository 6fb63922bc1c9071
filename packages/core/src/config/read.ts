import { basename, extname } from "node:path";
import { McptestError } from "../errors/index.js";
import type { ImportModule } from "../loader/types.js";
import { CONFIG_NAMES } from "./find.js";
import type { ConfigSource } from "./source.js";
import { readCode } from "./source-code.js";
import { readJson } from "./source-json.js";
import { readYaml } from "./source-yaml.js";

/** What reading needs beside the file. */
export interface ReadOptions {
  /** The file as messages name it. */
  shown: string;
  /** Tests only: replaces `import()`. */
  importModule?: ImportModule;
  /** Milliseconds for a configuration that is code. Default 30 000. */
  timeoutMs?: number;
}

/**
 * Reads one configuration by cosmiconfig, with loaders of our own. Throws `CONFIG_NOT_FOUND`, `CONFIG_UNREADABLE`,
 * `CONFIG_EMPTY`, or what a loader throws.
 */
export async function readConfig(file: string, options: ReadOptions): Promise<ConfigSource> {
  const { shown } = options;
  const code = (path: string) => wrapped(readCode(path, shown, options));
  const yaml = (path: string) => wrapped(readYaml(path, shown));
  const loaders = {
    ".yaml": yaml,
    ".yml": yaml,
    ".json": (path: string) =>
      basename(path) === "package.json" ? wrappedKey(path, shown) : wrapped(readJson(path, shown)),
    ".ts": code,
    ".mts": code,
    ".js": code,
    ".mjs": code,
    ".cjs": code,
    noExt: () => refuse(shown, ""),
    default: (path: string) => refuse(shown, extname(path)),
  };
  const result = await load(file, loaders).catch((error: unknown) => {
    throw error instanceof McptestError ? error : asError(error, shown);
  });
  const source = (result?.config as { source?: ConfigSource } | null | undefined)?.source;
  if (source === undefined) throw new McptestError("CONFIG_EMPTY", `${shown}: it holds no configuration`);
  return source;
}

async function load(file: string, loaders: Record<string, (path: string) => unknown>) {
  const { cosmiconfig } = await import("cosmiconfig");
  const searchPlaces = [...CONFIG_NAMES, "package.json"];
  return await cosmiconfig("mcptest", { cache: false, searchStrategy: "none", searchPlaces, loaders }).load(file);
}

/** cosmiconfig follows a key `$import` of what a loader returns; wrapped, it sees none. */
async function wrapped(reading: Promise<ConfigSource | undefined>): Promise<{ source: ConfigSource | undefined }> {
  return { source: await reading };
}

async function wrappedKey(path: string, shown: string): Promise<{ mcptest: { source: ConfigSource | undefined } }> {
  const source = await readJson(path, shown, ["mcptest"]);
  if (source === undefined) throw new McptestError("CONFIG_EMPTY", `${shown}: it has no key mcptest`);
  return { mcptest: { source } };
}

function refuse(shown: string, extension: string): never {
  const what = extension === "" ? "a file without an extension" : `a ${extension} file`;
  throw new McptestError("CONFIG_UNREADABLE", `${shown}: ${what} is no configuration that mcptest reads`, {
    fix: "Use .yaml, .yml, .ts, .mts, .js, .mjs, .cjs or .json.",
  });
}

function asError(error: unknown, shown: string): McptestError {
  const code = (error as { code?: unknown } | null)?.code;
  if (code === "ENOENT") return new McptestError("CONFIG_NOT_FOUND", `there is no file ${shown}`, { cause: error });
  if (code === "EISDIR") {
    return new McptestError("CONFIG_NOT_FOUND", `${shown} is a folder, not a configuration file`, { cause: error });
  }
  if (error instanceof RangeError) return new McptestError("CONFIG_UNREADABLE", `${shown}: it is nested too deeply`);
  const message = error instanceof Error ? error.message.split("\n", 1)[0] : "it cannot be read";
  return new McptestError("CONFIG_UNREADABLE", `${shown}: ${message}`, { cause: error });
}
