import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { McptestError } from "../errors/index.js";

/** The names of a configuration in a folder, beside the key `mcptest` of a package.json. */
export const CONFIG_NAMES: readonly string[] = ["yaml", "yml", "ts", "mts", "js", "mjs", "cjs", "json"].map(
  (extension) => `mcptest.config.${extension}`,
);

/** Names that look like a configuration and are none: they must not be passed over in silence. */
const OTHER_NAMES: readonly string[] = ["cts", "jsonc", "json5", "toml"].map(
  (extension) => `mcptest.config.${extension}`,
);

/**
 * The folders in which a configuration is looked for: `cwd`, and those above it up to the nearest one with a package.json
 * or a `.git`, whichever comes first. Without such a folder, or when it is the home folder or above, `cwd` alone: a
 * configuration can run code, so it is never taken from outside of the project.
 */
export function searchFolders(cwd: string, env: NodeJS.ProcessEnv): string[] {
  const home = realPath(env.HOME ?? env.USERPROFILE ?? homedir());
  const folders: string[] = [];
  for (let folder = realPath(cwd); ; folder = dirname(folder)) {
    if (folders.length > 0 && (folder === home || home.startsWith(folder.endsWith(sep) ? folder : folder + sep))) break;
    folders.push(folder);
    if (existsSync(join(folder, "package.json")) || existsSync(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) break;
  }
  return folders.slice(0, 1);
}

/**
 * The configuration for `cwd`: an absolute path, or `undefined`. Reads folder listings and the project's package.json,
 * nothing else. Throws when a folder holds two, or one in a form that mcptest does not read.
 */
export function findConfigFile(cwd: string, env: NodeJS.ProcessEnv): string | undefined {
  for (const folder of searchFolders(cwd, env)) {
    const names = configNames(folder);
    if (names.length > 1) throw twoConfigs(folder, names, cwd);
    if (names[0] !== undefined) return join(folder, names[0]);
  }
  return undefined;
}

/** `file` as messages name it: relative when it is below `cwd`. */
export function shownFile(file: string, cwd: string): string {
  const below = relative(cwd, file);
  return below === "" || below.startsWith("..") ? file : below;
}

function configNames(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const found = names.filter((name) => CONFIG_NAMES.includes(name) || OTHER_NAMES.includes(name));
  if (names.includes("package.json") && hasConfigKey(join(folder, "package.json"))) found.push("package.json");
  return found;
}

/** A package.json with the text `"mcptest"` that is no JSON counts too: reading it then says what is wrong. */
function hasConfigKey(file: string): boolean {
  try {
    const text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
    if (!text.includes('"mcptest"')) return false;
    return Object.hasOwn(Object(parsed(text)), "mcptest");
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { mcptest: undefined };
  }
}

function twoConfigs(folder: string, names: string[], cwd: string): McptestError {
  const list = names.map((name) => (name === "package.json" ? "package.json (key mcptest)" : name));
  return new McptestError(
    "CONFIG_INVALID",
    `${shownFile(folder, cwd)}: there are ${names.length} configurations: ${list.join(", ")}`,
    {
      fix: "Keep one of them, or name the one to use with --config.",
    },
  );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
