import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { McptestError } from "@mcptest/core/errors";
import { nearestPackageJson } from "@mcptest/core/loader";
import { at } from "@mcptest/core/report";

/** The folder of the project around `folder`, for its package manager. Throws `PACKAGE_MANAGER_FAILED` where there is none. */
export function projectFolder(folder: string, calledAs: string): string {
  const found = nearestPackageJson(folder);
  if (found !== undefined) return dirname(found.file);
  throw new McptestError(
    "PACKAGE_MANAGER_FAILED",
    `${calledAs}: neither ${folder} nor a folder above has a package.json`,
    {
      fix: "Make one first, with npm init -y, or go into the folder of your project.",
    },
  );
}

/** True where Yarn keeps packages in no node_modules, and this process does not know its map of them. */
export function hidesPackages(folder: string): boolean {
  if (process.versions.pnp !== undefined) return false;
  return existsSync(join(folder, ".pnp.cjs")) || (dirname(folder) !== folder && hidesPackages(dirname(folder)));
}

/** The range that the package.json of a project has for a development dependency. */
export function declaredRange(name: string, folder: string): string | undefined {
  const range = at(nearestPackageJson(folder)?.content, "devDependencies", name);
  return typeof range === "string" ? range.replace(/^npm:.+@/, "") : undefined;
}

/** The package that the package.json of a project has under a name: the name itself, or what it is an alias of. */
export function declaredPackage(name: string, folder: string): string | undefined {
  const content = nearestPackageJson(folder)?.content;
  const members = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];
  const range = members.map((key) => at(content, key, name)).find((found) => typeof found === "string");
  return typeof range === "string" ? (/^npm:(@?[^@]+)/.exec(range)?.[1] ?? name) : undefined;
}
