import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import buildIfStale from "../../e2e/testing/global-setup.js";
import { SERVERS_FOLDER } from "./published.js";

/** Builds the command if needed and installs the published servers in the pinned versions, once for each lock file. */
export default function setup(): void {
  buildIfStale();
  const mark = join(SERVERS_FOLDER, "node_modules", ".installed");
  const hash = createHash("sha256")
    .update(readFileSync(join(SERVERS_FOLDER, "package-lock.json")))
    .digest("hex");
  if (existsSync(mark) && readFileSync(mark, "utf8") === hash) return;
  const { status, stdout, stderr } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: SERVERS_FOLDER,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The published servers could not be installed.\n${stdout}${stderr}`);
  writeFileSync(mark, hash);
}
