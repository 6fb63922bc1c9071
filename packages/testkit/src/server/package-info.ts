import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of this package, from source and from the built bundle alike. */
export function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

let version: string | undefined;

/** Version of this package. */
export function packageVersion(): string {
  version ??= String(JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")).version);
  return version;
}
