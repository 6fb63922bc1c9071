import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { PageScripts } from "./page-scripts.js";

let made: Promise<PageScripts> | undefined;

/** The scripts of the pages, bundled from their sources. What is built and published has them ready made. */
export function pageScripts(): Promise<PageScripts> {
  made ??= bundle();
  return made;
}

async function bundle(): Promise<PageScripts> {
  const [host, guard, look] = await Promise.all([bundled("host"), bundled("guard"), bundled("look", "look")]);
  return { host, guard, look };
}

async function bundled(name: string, globalName?: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`./page/${name}.ts`, import.meta.url))],
    bundle: true,
    format: "iife",
    platform: "browser",
    target: "chrome120",
    minify: true,
    write: false,
    logLevel: "warning",
    ...(globalName ? { globalName } : {}),
  });
  return outputFiles[0]?.text ?? "";
}
