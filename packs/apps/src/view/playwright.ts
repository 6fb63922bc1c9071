import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unavailable } from "@mcptest/pack";

/** The part of playwright-core that is used. */
export type Playwright = typeof import("playwright-core");

const INSTALL = "npm install --save-dev playwright-core";

/**
 * playwright-core as this package sees it, else as the project in the current folder does.
 * @throws Unavailable where neither has it.
 */
export async function loadPlaywright(): Promise<Playwright> {
  try {
    return await import("playwright-core");
  } catch (error) {
    if (!isMissing(error)) throw broken(error);
  }
  let file: string;
  try {
    file = createRequire(join(process.cwd(), "package.json")).resolve("playwright-core");
  } catch {
    throw unavailable(`playwright-core, which drives the browser, is not installed: ${INSTALL}`, {
      origin: "environment",
    });
  }
  try {
    const loaded = (await import(pathToFileURL(file).href)) as { default: Playwright };
    return loaded.default;
  } catch (error) {
    throw broken(error);
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND";
}

function broken(error: unknown): Error {
  const why = error instanceof Error ? error.message.split("\n", 1)[0] : String(error);
  return unavailable(`playwright-core cannot be loaded (${why}): ${INSTALL}`, { origin: "environment" });
}
