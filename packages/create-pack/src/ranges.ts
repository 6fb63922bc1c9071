import { readFileSync } from "node:fs";

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  devDependencies: Record<string, string>;
};

/**
 * The range of each of our packages with which this one was released, by name. In a clone, where they are linked, there is
 * none.
 */
export function testedRanges(): Map<string, string> {
  return new Map(Object.entries(manifest.devDependencies).filter(([, range]) => !range.startsWith("workspace:")));
}
