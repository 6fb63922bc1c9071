import { readFileSync } from "node:fs";

/** The version of this package, from its package.json, wherever in the package this module stands. */
export function toolVersion(): string {
  for (let folder = new URL(".", import.meta.url); ; folder = new URL("..", folder)) {
    const found = read(new URL("package.json", folder));
    if (found !== undefined) return found;
    if (folder.pathname === "/") throw new Error("the package.json of mcptest is missing");
  }
}

function read(file: URL): string | undefined {
  try {
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    return name === "mcptest" && typeof version === "string" ? version : undefined;
  } catch {
    return undefined;
  }
}
