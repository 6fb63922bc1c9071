import { dirname } from "node:path";
import { McptestError } from "@mcptest/core/errors";
import { nearestPackageJson } from "@mcptest/core/loader";

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
