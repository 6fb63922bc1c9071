// mcptest as a user gets it: the packed packages, installed by npm in an empty project.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { installIn } from "../../config/consumer.mjs";
import { packAll } from "../../config/packed.mjs";

/** Packs and installs in `folder`: `{ project (folder), program (path), packages (how many were added) }`. */
export function installPacked(folder) {
  const tarballs = Object.fromEntries(packAll(folder).map(({ name, tarball }) => [name, `file:${tarball}`]));
  const project = join(folder, "project");
  mkdirSync(project);
  const packages = installIn(project, { mcptest: tarballs.mcptest }, tarballs);
  return { project, program: join(project, "node_modules/mcptest/bin/mcptest.js"), packages };
}
