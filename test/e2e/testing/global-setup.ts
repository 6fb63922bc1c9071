import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { publishedPackages, root } from "../../../config/workspace.mjs";

/** These tests start the built commands: builds what is missing or older than its source, and throws when that fails. */
export default function setup(): void {
  const packages = publishedPackages();
  if (packages.every(({ folder }) => isBuiltSince(folder, newest(join(folder, "src"), /(?<!\.test)\.ts$/) ?? 0)))
    return;
  const now = Date.now();
  const { stdout, stderr } = spawnSync(process.execPath, ["config/build.mjs"], { cwd: root, encoding: "utf8" });
  if (packages.every(({ folder }) => isBuiltSince(folder, now))) return;
  throw new Error(`The build failed; these tests need it (npm run build).\n${stdout}${stderr}`);
}

function isBuiltSince(folder: string, time: number): boolean {
  return (newest(join(folder, "dist"), /\.js$/) ?? 0) >= time;
}

/** Time of the last change below `folder` in files with such names, or `undefined` when there are none. */
function newest(folder: string, names: RegExp): number | undefined {
  if (!existsSync(folder)) return undefined;
  const times = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && names.test(entry.name) && !entry.parentPath.includes("testing"))
    .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return times.length === 0 ? undefined : Math.max(...times);
}
