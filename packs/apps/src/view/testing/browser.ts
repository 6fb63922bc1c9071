import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserAccess } from "@mcptest/pack";

const PLACES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The browser of this machine, for tests; undefined where there is none, which is said aloud. */
export function browserForTests(): string | undefined {
  const found = [process.env.CHROMIUM_PATH, ...PLACES].find((path) => path !== undefined && existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      "\nSKIPPED: tests of views need a browser, and there is none. Install chromium-headless-shell (Debian: apt-get install " +
        "chromium-headless-shell), or set CHROMIUM_PATH.\n\n",
    );
  }
  return found;
}

/** Access to it with a folder of its own. Root has no sandbox. */
export function accessForTests(executablePath: string): BrowserAccess & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-views-"));
  const isRoot = process.getuid?.() === 0;
  return { executablePath, sandbox: !isRoot, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
