import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFolder } from "./package-folder.js";

/**
 * The range of each of our packages with which this one was released, by name. In a clone, where they are linked, there is
 * none.
 */
export function testedRanges(): Map<string, string> {
  const manifest = JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  return new Map(Object.entries(manifest.devDependencies).filter(([, range]) => !range.startsWith("workspace:")));
}
