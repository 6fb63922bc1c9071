import { join } from "node:path";
import { build } from "esbuild";
import { root } from "../../../config/workspace.mjs";

/** The example server as one file: what a process of it costs to start matters where hundreds are. */
export const EXAMPLE_PROGRAM = join(root, "test/node_modules/.cache/watched-example.mjs");

/** These tests start the example server over and over: bundles it from the source as it is now. */
export default async function setup(): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, "watched-example.mjs")],
    outfile: EXAMPLE_PROGRAM,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["@mcptest/source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
}
