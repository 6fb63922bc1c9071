import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { member } from "@mcptest/pack";
import { McptestError, nearest } from "../errors/index.js";
import { BUNDLED_PACKS } from "./bundled.js";
import { folderOf, installCommand } from "./install-command.js";
import { namedPackageAbove } from "./package-json.js";
import { isPathSpecifier, packageNameOf } from "./specifier.js";
import type { PackRequest } from "./types.js";

/** How messages name a pack: its key, and where that stands. */
export function calledIn({ name, namedIn }: PackRequest): string {
  return `the pack ${name}, named in ${namedIn},`;
}

/** The error for a pack that is nowhere. `message` is what the resolver said. */
export function missingError(request: PackRequest, message: string): McptestError {
  const { text, fix } = hintFor(request);
  return new McptestError("PACK_NOT_FOUND", `cannot find ${calledIn(request)} because ${message}${text}`, { fix });
}

/** The command that installs what `request` asks for, with its range and, for an alias, the package behind it. */
export function installOf({ specifier, packageName, range, from }: PackRequest): string {
  const name = packageNameOf(specifier);
  const version = range === undefined || range.trim() === "*" ? "" : `@${range}`;
  const behind = packageName === undefined || packageName === name ? "" : `@npm:${packageName}`;
  return installCommand(from, [`${name}${behind}${version}`]);
}

/** What to do about a module that the import of a pack, whose entry is `file`, could not find. */
export function fixForInner(missing: string, request: PackRequest, file: string): string {
  const isName = /^[\w@][\w@./-]*$/.test(missing) && !isPathSpecifier(missing);
  if (!isName) return `Build ${request.name} or install it again: a file of its own is missing.`;
  const command = installCommand(request.from, [packageNameOf(missing)]);
  const peers = member(namedPackageAbove(file)?.content, "peerDependencies");
  return member(peers, packageNameOf(missing)) === undefined
    ? `The author of ${request.name} has to declare it; until then: ${command}`
    : `Install it beside ${request.name}, which wants it of its user: ${command}`;
}

function hintFor(request: PackRequest): { text: string; fix: string } {
  const { specifier, from, orBundled } = request;
  if (isPathSpecifier(specifier)) {
    return { text: "", fix: `Correct the path; a relative one counts from ${folderOf(from)}.` };
  }
  if (existsSync(resolve(folderOf(from), specifier))) {
    return { text: "; a path begins with ./", fix: `Write ./${specifier}` };
  }
  const near = orBundled ? nearest(specifier, BUNDLED_PACKS) : undefined;
  if (near !== undefined) return { text: `; did you mean ${near}?`, fix: `Write ${near}` };
  const isBundled = !orBundled && BUNDLED_PACKS.includes(specifier);
  return {
    text: isBundled ? "; the copy that comes with mcptest is used only where no configuration names packs" : "",
    fix: `Install it as a direct dependency: ${installOf(request)}`,
  };
}
