import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../config/workspace.mjs";

/** The testkit's program as one file: what a process of it costs to start matters where hundreds are. */
export const TESTKIT_PROGRAM = join(root, "packages/testkit/node_modules/.cache/mcptest-testkit.mjs");

/** These tests start a server for each fault: bundles its program from the source as it is now. */
export default async function setup(): Promise<void> {
  await build({
    entryPoints: [join(root, "packages/testkit/src/main.ts")],
    outfile: TESTKIT_PROGRAM,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@mcptest/source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
}
