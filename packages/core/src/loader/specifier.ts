import { isAbsolute, resolve, win32 } from "node:path";
import { fileURLToPath } from "node:url";

/** An npm name, with an optional path inside the package. */
const NPM_NAME = /^(?:@[^\s/@%]+\/)?[^\s./@%:\\][^\s/@%:\\]*(?:\/.*)?$/;

/** True for what names a file or folder: `./x`, `../x`, an absolute path (also of Windows), a file URL. */
export function isPathSpecifier(text: string): boolean {
  return /^\.{1,2}(?:[/\\]|$)/.test(text) || /^file:/i.test(text) || isAbsolute(text) || win32.isAbsolute(text);
}

/** True for what npm takes as a package name, with or without a path inside the package. */
export function isNpmName(text: string): boolean {
  return NPM_NAME.test(text);
}

/** The name of the package in `@scope/name/path` or `name/path`. */
export function packageNameOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The absolute path behind a path or file URL; a relative one counts from `folder`. Throws on a URL of another host. */
export function absolutePath(text: string, folder: string): string {
  return /^file:/i.test(text) ? fileURLToPath(text) : resolve(folder, text);
}

/** The path in a path or a file URL, as `import.meta.url` gives it. */
export function pathOf(pathOrUrl: string): string {
  return absolutePath(pathOrUrl, ".");
}
