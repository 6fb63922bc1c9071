/**
 * The browser that a run may use, for packs that say `wants: ["browser"]`. The pack starts it and ends it: nothing of it may
 * be left when the last fixture is torn down.
 */
export interface BrowserAccess {
  /** A Chromium, or its headless shell. Absent where there is none. */
  executablePath?: string;
  /** Where there is none: why, and how to get one. */
  missing?: string;
  /** False where the operator has said `--browser-no-sandbox`. */
  sandbox: boolean;
  /** An empty folder for whatever it writes. The host removes it after the run. */
  folder: string;
}
