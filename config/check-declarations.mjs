// Type-checks the built declarations of every package as a stranger's strict project would, without skipping libraries,
// with the TypeScript that builds them and with the newest one. Usage: node config/check-declarations.mjs
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { compilers, typeCheck, writeConsumer } from "./consumer.mjs";
import { publishedPackages, root, specifiersOf } from "./workspace.mjs";

// Below test/, because every package of the workspace resolves from there.
const folder = join(root, "test/node_modules/.mcptest-declarations");
const specifiers = publishedPackages().flatMap(({ manifest }) => specifiersOf(manifest));

mkdirSync(folder, { recursive: true });
try {
  writeConsumer(folder, specifiers);
  const failed = compilers.filter((compiler) => !typeCheck(folder, compiler));
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
