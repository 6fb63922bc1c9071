import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserAccess } from "@mcptest/pack";
import { describe, test } from "vitest";
import { findBrowser, thisPlace } from "../../packages/core/src/host/find-browser.js";
import { NO_BROWSER } from "./no-browser.mjs";

/** The browser of this machine, as a run takes it: `RunRequest.browser`, or the same in code. */
export interface BrowserOfTests {
  path: string;
  /** Root has none. */
  sandbox: boolean;
}

/** The browser that a run on this machine finds; undefined where there is none. */
export function browserOfTests(): BrowserOfTests | undefined {
  const sandbox = process.getuid?.() !== 0;
  const found = findBrowser({ sandbox }, thisPlace({ path: "", noSandbox: "" }));
  return "executablePath" in found ? { path: found.executablePath, sandbox } : undefined;
}

/** The flags of `mcptest` that name it. */
export function browserFlags({ path, sandbox }: BrowserOfTests): string[] {
  return ["--browser", path, ...(sandbox ? [] : ["--browser-no-sandbox"])];
}

/**
 * `describe` for tests that need a browser. Where there is none they are skipped, which `npm test` tells in its last lines; with
 * `MCPTEST_BROWSER=required` they fail.
 */
export function describeWithBrowser(name: string, tests: (browser: BrowserOfTests) => void): void {
  const browser = browserOfTests();
  if (browser !== undefined) describe(name, () => tests(browser));
  else if (process.env.MCPTEST_BROWSER === "required") {
    describe(name, () => {
      test("needs a browser", () => {
        throw new Error("there is no browser, and MCPTEST_BROWSER=required");
      });
    });
  } else describe.skip(`${name} ${NO_BROWSER}`, () => tests({ path: "", sandbox: true }));
}

/** Access to it for a pack, with a folder of its own. */
export function accessTo({ path, sandbox }: BrowserOfTests): BrowserAccess & { remove(): void } {
  const folder = path === "" ? "" : mkdtempSync(join(tmpdir(), "mcptest-views-"));
  return { executablePath: path, sandbox, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
