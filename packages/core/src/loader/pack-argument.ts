import { McptestError } from "../errors/index.js";
import { absolutePath, isNpmName, isPathSpecifier } from "./specifier.js";
import type { PackRequest } from "./types.js";

/** From where the packs of the command line resolve. */
export interface ArgumentPlace {
  /** The working directory, absolute: paths count from it. */
  cwd: string;
  /** The configuration, when one is loaded: names resolve from it. */
  configFile?: string;
  /** For messages. Default `--pack`. */
  namedIn?: string;
}

/**
 * Reads an argument such as `NAME`, `NAME@RANGE`, `@scope/name@^1`, `./path` or `file:///…`. Throws `USAGE_BAD_VALUE` for
 * what is neither a package name nor a path; whether the range is one is checked when the pack is loaded.
 */
export function parsePackArgument(text: string, { cwd, configFile, namedIn = "--pack" }: ArgumentPlace): PackRequest {
  if (isPathSpecifier(text)) return { name: text, specifier: pathIn(text, cwd, namedIn), from: cwd, namedIn };
  const at = text.indexOf("@", 1);
  const name = at === -1 ? text : text.slice(0, at);
  if (!isNpmName(name)) throw unreadable(text, namedIn);
  const range = at === -1 ? {} : { range: text.slice(at + 1) };
  return { name, specifier: name, ...range, from: configFile ?? cwd, namedIn, orBundled: true };
}

function pathIn(text: string, cwd: string, namedIn: string): string {
  try {
    return absolutePath(text, cwd);
  } catch {
    throw unreadable(text, namedIn);
  }
}

function unreadable(text: string, namedIn: string): McptestError {
  return new McptestError("USAGE_BAD_VALUE", `${namedIn} ${JSON.stringify(text)} names no pack`, {
    fix: "Write an npm name (my-pack, @scope/my-pack), a name with a range (my-pack@^1.2), or a path (./my-pack.mjs).",
  });
}
