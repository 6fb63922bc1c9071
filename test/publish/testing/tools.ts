import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../../../config/workspace.mjs";

/** Holds the package.json that pins the registry and the package managers. */
export const TOOLS_FOLDER = join(root, "test/publish/tools");

/** Programs of package managers, by the name of the folder that {@link writeShims} makes for them. */
const PROGRAMS = {
  pnpm: { command: "pnpm", file: "pnpm/bin/pnpm.cjs" },
  "yarn-classic": { command: "yarn", file: "yarn/bin/yarn.js" },
  "yarn-berry": { command: "yarn", file: "@yarnpkg/cli-dist/bin/yarn.js" },
};

/** A package manager that is not part of Node. */
export type Shim = keyof typeof PROGRAMS;

/** Writes a command for each package manager into a folder of its own below `folder`, for a PATH. */
export function writeShims(folder: string): void {
  for (const [name, { command, file }] of Object.entries(PROGRAMS)) {
    const shim = join(folder, name, command);
    mkdirSync(dirname(shim), { recursive: true });
    writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${programFile(file)}" "$@"\n`);
    chmodSync(shim, 0o755);
  }
}

/** The program of pnpm. */
export const PNPM = programFile(PROGRAMS.pnpm.file);

function programFile(file: string): string {
  return join(TOOLS_FOLDER, "node_modules", file);
}
