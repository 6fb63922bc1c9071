import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserAccess } from "@mcptest/pack";
import type { FoundBrowser } from "./find-browser.js";

/** What a run gives packs that want a browser. */
export interface OpenAccess {
  access: BrowserAccess;
  /** Removes the folder and all that is in it. */
  remove(): void;
}

/** Makes the folder of a run for its browser. It goes at the end of this program too, whatever ends that. */
export function openAccess(found: FoundBrowser): OpenAccess {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-browser-"));
  const remove = () => {
    process.off("exit", remove);
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } catch {
      // A browser that has not ended yet still writes; nothing can be done about what is left.
    }
  };
  process.on("exit", remove);
  return { access: { ...found, folder }, remove };
}
