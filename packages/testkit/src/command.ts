import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerOptions } from "./server/options.js";
import { packageFolder } from "./server/package-info.js";

/** How to start a process. */
export interface Command {
  command: string;
  args: string[];
  /** To be added to the inherited environment. */
  env: Record<string, string>;
}

/** What a stdio server can be told on its command line. */
export type CommandOptions = Pick<ServerOptions, "kind" | "era" | "versions" | "faults" | "variants" | "jobMs">;

/** The command that serves the reference server over stdio: the built program, or the source where this is source. */
export function stdioCommand(options: CommandOptions = {}): Command {
  return program(["serve", "--stdio", ...flags(options)]);
}

/** The command of this package with these arguments. */
export function program(args: string[]): Command {
  const folder = packageFolder();
  const source = join(folder, "src", "main.ts");
  const fromSource = import.meta.url.endsWith(".ts") && existsSync(source);
  const start = fromSource
    ? [
        "--conditions=@mcptest/source",
        "--import",
        pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href,
        source,
      ]
    : [join(folder, "bin", "mcptest-testkit.js")];
  return { command: process.execPath, args: [...start, ...args], env: {} };
}

function flags(options: CommandOptions): string[] {
  const { kind, era, versions = [], faults = [], variants = [], jobMs } = options;
  return [
    ...(kind === undefined ? [] : ["--kind", kind]),
    ...versions.flatMap((version) => ["--revision", version]),
    ...(era === undefined ? [] : ["--era", era]),
    ...faults.flatMap((name) => ["--fault", name]),
    ...variants.flatMap((name) => ["--variant", name]),
    ...(jobMs === undefined ? [] : ["--job-ms", String(jobMs)]),
  ];
}
