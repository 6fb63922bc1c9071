// Builds and publishes every version that the registry does not have yet. Usage: node config/release.mjs [options of pnpm publish]
import { pnpm, runNode } from "./steps.mjs";

process.exitCode =
  (await runNode(["config/build.mjs"])) ||
  (await pnpm(["publish", "--recursive", "--report-summary", ...process.argv.slice(2)]));
