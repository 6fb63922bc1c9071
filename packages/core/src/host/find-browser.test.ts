import { expect, it } from "vitest";
import { type BrowserPlace, findBrowser } from "./find-browser.js";

const SHELL = "/usr/bin/chromium-headless-shell";

/** A machine with these programs, and folders of Playwright with these names. */
function place(programs: readonly string[], more: Partial<BrowserPlace> = {}): BrowserPlace {
  return {
    env: {},
    platform: "linux",
    home: "/home/me",
    isRoot: false,
    isThere: (path) => programs.includes(path),
    list: () => [],
    words: { path: "--browser PATH", noSandbox: "--browser-no-sandbox" },
    ...more,
  };
}

it("takes the browser that was named, then that of the environment, then Debian's", () => {
  const all = ["/my/chrome", "/env/chrome", SHELL, "/usr/bin/chromium"];
  const env = { CHROMIUM_PATH: "/env/chrome" };
  expect(findBrowser({ path: "/my/chrome" }, place(all, { env }))).toEqual({
    executablePath: "/my/chrome",
    sandbox: true,
  });
  expect(findBrowser({}, place(all, { env }))).toEqual({ executablePath: "/env/chrome", sandbox: true });
  expect(findBrowser({}, place(all, { env: { CHROMIUM_PATH: "" } }))).toEqual({ executablePath: SHELL, sandbox: true });
  expect(findBrowser({}, place(["/usr/bin/chromium"]))).toMatchObject({ executablePath: "/usr/bin/chromium" });
});

it("takes what Playwright has downloaded, headless shells and new ones first", () => {
  const builds = ["chromium-1300", "chromium_headless_shell-1180", "chromium_headless_shell-1200", "ffmpeg-1011"];
  const file = (folder: string, build: string, name: string) => `${folder}/${build}/${name}`;
  const cache = "/home/me/.cache/ms-playwright";
  const there = [
    file(cache, "chromium-1300", "chrome-linux/chrome"),
    file(cache, "chromium_headless_shell-1180", "chrome-linux/headless_shell"),
    file(cache, "chromium_headless_shell-1200", "chrome-headless-shell-linux64/chrome-headless-shell"),
  ];
  const list = (folder: string) => (folder === cache ? builds : []);
  expect(findBrowser({}, place(there, { list }))).toMatchObject({ executablePath: there[2] });
  expect(findBrowser({}, place(there.slice(0, 2), { list }))).toMatchObject({ executablePath: there[1] });
  expect(findBrowser({}, place(there.slice(0, 1), { list }))).toMatchObject({ executablePath: there[0] });
  const env = { PLAYWRIGHT_BROWSERS_PATH: "/elsewhere" };
  const own = file("/elsewhere", "chromium-1300", "chrome-linux64/chrome");
  const elsewhere = { env, list: (folder: string) => (folder === "/elsewhere" ? builds : []) };
  expect(findBrowser({}, place([own, ...there], elsewhere))).toMatchObject({ executablePath: own });
});

it("refuses a path that was named and is none, and says so of the environment", () => {
  expect(() => findBrowser({ path: "/none" }, place([SHELL]))).toThrow(
    expect.objectContaining({ code: "BROWSER_NOT_FOUND", message: '"/none" is no program that can be started.' }),
  );
  expect(findBrowser({}, place([SHELL], { env: { CHROMIUM_PATH: "/none" } }))).toEqual({
    missing:
      'CHROMIUM_PATH is no program that can be started: "/none"; set it to a Chromium, or unset it, and one is looked for',
    sandbox: true,
  });
});

it("says how to get a browser where there is none", () => {
  expect(findBrowser({}, place([]))).toMatchInlineSnapshot(`
    {
      "missing": "there is no browser: install one (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright-core install chromium-headless-shell), or name a Chromium with --browser PATH or CHROMIUM_PATH",
      "sandbox": true,
    }
  `);
});

it("gives root a browser only without its sandbox", () => {
  expect(findBrowser({}, place([SHELL], { isRoot: true }))).toEqual({
    missing:
      "root starts no browser in its sandbox: run as another user, or, for servers that you trust, with --browser-no-sandbox",
    sandbox: true,
  });
  const found = { executablePath: SHELL, sandbox: false };
  expect(findBrowser({ sandbox: false }, place([SHELL], { isRoot: true }))).toEqual(found);
});
