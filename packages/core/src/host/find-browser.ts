import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { McptestError } from "../errors/index.js";

/** What the operator has said about the browser. */
export interface BrowserChoice {
  /** A Chromium, or its headless shell. */
  path?: string;
  /** `false`: without its sandbox, as root must. Default `true`. */
  sandbox?: boolean;
}

/** What finding a browser looks at. */
export interface BrowserPlace {
  env: NodeJS.ProcessEnv;
  platform: NodeJS.Platform;
  home: string;
  isRoot: boolean;
  /** Whether a file can be executed. */
  isThere(path: string): boolean;
  /** Names in a folder; none where there is no such folder. */
  list(folder: string): string[];
  /** How whoever started the run says a choice, for the advice of a message. */
  words: { path: string; noSandbox: string };
}

/** The browser of a run: either its path, or why there is none and how to get one. */
export type FoundBrowser = { executablePath: string; sandbox: boolean } | { missing: string; sandbox: boolean };

const DEBIAN = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/**
 * The browser that was chosen, else that of `CHROMIUM_PATH`, of Debian's packages, or of Playwright.
 * @throws McptestError `BROWSER_NOT_FOUND` where the one that was chosen cannot be started.
 */
export function findBrowser({ path, sandbox = true }: BrowserChoice, place: BrowserPlace): FoundBrowser {
  if (path !== undefined && !place.isThere(path)) {
    throw new McptestError("BROWSER_NOT_FOUND", `${JSON.stringify(path)} is no program that can be started.`);
  }
  const named = path ?? place.env.CHROMIUM_PATH;
  if (path === undefined && named !== undefined && named !== "" && !place.isThere(named)) {
    const wrong = `CHROMIUM_PATH is no program that can be started: ${JSON.stringify(named)}`;
    return { missing: `${wrong}; set it to a Chromium, or unset it, and one is looked for`, sandbox };
  }
  const executablePath = named || [...DEBIAN, ...ofPlaywright(place)].find(place.isThere);
  if (executablePath === undefined) return { missing: howToGetOne(place), sandbox };
  if (sandbox && place.isRoot) {
    const missing = `root starts no browser in its sandbox: run as another user, or, for servers that you trust, with ${place.words.noSandbox}`;
    return { missing, sandbox };
  }
  return { executablePath, sandbox };
}

/** This machine. */
export function thisPlace(words: BrowserPlace["words"]): BrowserPlace {
  return {
    env: process.env,
    platform: process.platform,
    home: homedir(),
    isRoot: process.getuid?.() === 0,
    isThere(path) {
      try {
        accessSync(path, constants.X_OK);
        return statSync(path).isFile();
      } catch {
        return false;
      }
    },
    list(folder) {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    words,
  };
}

function howToGetOne({ words }: BrowserPlace): string {
  const [debian, playwright] = [
    "apt-get install chromium-headless-shell",
    "npx playwright-core install chromium-headless-shell",
  ];
  return `there is no browser: install one (Debian: ${debian}; elsewhere: ${playwright}), or name a Chromium with ${words.path} or CHROMIUM_PATH`;
}

/** Executables below a folder of Playwright's, by the names that it has given them. */
const EXECUTABLES = [
  "chrome-headless-shell-linux64/chrome-headless-shell",
  "chrome-linux/headless_shell",
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-headless-shell-mac-arm64/chrome-headless-shell",
  "chrome-headless-shell-mac-x64/chrome-headless-shell",
  "chrome-mac/headless_shell",
  "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
  "chrome-headless-shell-win64/chrome-headless-shell.exe",
  "chrome-win/headless_shell.exe",
  "chrome-win/chrome.exe",
];

/** What Playwright may have downloaded: headless shells first, newest first. */
function ofPlaywright(place: BrowserPlace): string[] {
  const folder = playwrightFolder(place);
  const builds = place.list(folder).flatMap((name) => {
    const found = /^chromium(_headless_shell)?-(\d+)$/.exec(name);
    return found ? [{ name, isShell: found[1] !== undefined, number: Number(found[2]) }] : [];
  });
  builds.sort((a, b) => Number(b.isShell) - Number(a.isShell) || b.number - a.number);
  return builds.flatMap(({ name }) => EXECUTABLES.map((file) => join(folder, name, file)));
}

function playwrightFolder({ env, platform, home }: BrowserPlace): string {
  const { PLAYWRIGHT_BROWSERS_PATH: own, XDG_CACHE_HOME, LOCALAPPDATA } = env;
  if (own !== undefined && own !== "" && own !== "0") return own;
  if (platform === "win32") return join(LOCALAPPDATA ?? join(home, "AppData", "Local"), "ms-playwright");
  if (platform === "darwin") return join(home, "Library", "Caches", "ms-playwright");
  return join(XDG_CACHE_HOME ?? join(home, ".cache"), "ms-playwright");
}
