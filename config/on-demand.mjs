// Folders with a package.json of their own, outside of the workspace: what only some tests need.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Installs the lockfile of `folder` with npm, once for each state of it. Throws with npm's output. */
export function installOnDemand(folder) {
  const mark = join(folder, "node_modules", ".installed");
  const hash = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(mark) && readFileSync(mark, "utf8") === hash) return;
  const { status, stdout, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${folder} could not be installed.\n${stdout}${stderr}`);
  writeFileSync(mark, hash);
}
