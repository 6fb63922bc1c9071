import type { BrowserAccess } from "@mcptest/pack";
import type { FoundBrowser } from "./find-browser.js";
import { temporaryFolder } from "./temporary-folder.js";

/** What a run gives packs that want a browser. */
export interface OpenAccess {
  access: BrowserAccess;
  /** Removes the folder and all that is in it. */
  remove(): void;
}

/** Makes the folder of a run for its browser. */
export function openAccess(found: FoundBrowser): OpenAccess {
  const { folder, remove } = temporaryFolder("mcptest-browser-");
  return { access: { ...found, folder }, remove };
}
