// Builds and publishes every version that the registry does not have yet, and tags each. Usage: node config/release.mjs
// [options of pnpm publish]
import { pnpm, runNode } from "./steps.mjs";

process.exitCode =
  (await runNode(["config/build.mjs"])) ||
  (await pnpm(["publish", "--recursive", "--report-summary", ...process.argv.slice(2)])) ||
  // The next release of a pack is compared with its newest tag.
  (process.argv.includes("--dry-run") ? 0 : await runNode(["node_modules/@changesets/cli/bin.js", "tag"]));
