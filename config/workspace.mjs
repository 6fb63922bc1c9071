// What the scripts in this folder know about the workspace. Node's own modules only: this runs before an install.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository's root folder. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The name of the export condition under which packages run from source. */
export const sourceCondition = "@mcptest/source";

/** Every published package: `{ folder (absolute), path (from the root), manifest }`, ordered by path. */
export function publishedPackages() {
  return ["packages", "packs"]
    .flatMap((parent) =>
      readdirSync(join(root, parent), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => `${parent}/${entry.name}`),
    )
    .sort()
    .map((path) => {
      const folder = join(root, path);
      return { folder, path, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
    })
    .filter((found) => found.manifest.private !== true);
}

/** The import specifiers that a package offers, such as `@mcptest/core` and `@mcptest/core/report`. */
export function specifiersOf(manifest) {
  return Object.keys(manifest.exports).map((subpath) => manifest.name + subpath.slice(1));
}
