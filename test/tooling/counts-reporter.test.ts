import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { NO_BROWSER } from "../testing/no-browser.mjs";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "counts-")));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function countsOf(files: Record<string, string>): unknown {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const countsFile = join(folder, "counts.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporter = join(root, "config/counts-reporter.mjs");
  spawnSync(process.execPath, [vitest, "run", "--globals", "--root", folder, `--reporter=${reporter}`], {
    env: { ...process.env, MCPTEST_COUNTS_FILE: countsFile },
  });
  return JSON.parse(readFileSync(countsFile, "utf8"));
}

test.each([
  [
    "a file that does not load",
    'import "./nowhere.js"; test("a", () => {});',
    { passed: 0, failed: 1, skipped: 0, withoutBrowser: 0 },
  ],
  ["a file without tests", "export {};", { passed: 0, failed: 1, skipped: 0, withoutBrowser: 0 }],
  [
    "a hook that throws",
    'describe("a", () => { beforeAll(() => { throw new Error("x"); }); test("b", () => {}); });',
    { passed: 0, failed: 1, skipped: 1, withoutBrowser: 0 },
  ],
  [
    "an error outside of any test",
    'test("a", async () => { Promise.reject(new Error("x")); });',
    { passed: 1, failed: 1, skipped: 0, withoutBrowser: 0 },
  ],
  [
    "tests of every kind",
    'test("a", () => {}); test("b", () => {}); test("c", () => { throw new Error("x"); }); test.skip("d", () => {}); test.todo("e");',
    { passed: 2, failed: 1, skipped: 2, withoutBrowser: 0 },
  ],
])("%s is counted", (_, text, counts) => {
  expect(countsOf({ "one.test.mjs": text })).toEqual(counts);
});

test("what is skipped for want of a browser is counted apart", () => {
  const skipped = `describe.skip("views ${NO_BROWSER}", () => { test("a", () => {}); test("b", () => {}); }); test.skip("c", () => {});`;
  expect(countsOf({ "one.test.mjs": `${skipped} test("d", () => {});` })).toEqual({
    passed: 1,
    failed: 0,
    skipped: 3,
    withoutBrowser: 2,
  });
});

test("the counts of several files are added", () => {
  const passing = 'test("a", () => {});';
  expect(countsOf({ "one.test.mjs": passing, "two.test.mjs": passing, "three.test.mjs": "throw 1;" })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    withoutBrowser: 0,
  });
});
