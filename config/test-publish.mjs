// Runs the suite publish, which needs an install (npm test makes one). Usage: node config/test-publish.mjs [--offline]
// --offline: where there is no network but loopback. An earlier run has to have fetched what it needs.
import { spawnSync } from "node:child_process";
import { loopbackOnly } from "./loopback.mjs";
import { root } from "./workspace.mjs";

const isOffline = process.argv.includes("--offline");
const network = isOffline ? loopbackOnly() : [];
if (network === undefined) {
  console.log("skipped: this system gives no network of its own (unshare --net)");
} else {
  const [program, ...args] = [...network, process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project"];
  const { status } = spawnSync(program, [...args, "test-publish"], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
