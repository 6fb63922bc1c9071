import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserAccess, Pack } from "@mcptest/pack";
import { expect, it } from "vitest";
import { run } from "./run.js";
import { check, httpTarget, OFFERS_WIDGETS, packOf, requestFor, select } from "./testing/setup.js";

/** Any program stands for a browser: core starts none. */
const PROGRAM = process.execPath;

function looking(seen: (BrowserAccess | undefined)[], more: Partial<Pack> = { wants: ["browser"] }) {
  const looks = check("looks", (_verdict, { browser }) => {
    seen.push(browser);
    if (browser) writeFileSync(join(browser.folder, "left"), "");
  });
  return packOf([looks], more);
}

it("gives a pack that wants one the browser and a folder, which goes with the run, and reports it", async () => {
  const seen: (BrowserAccess | undefined)[] = [];
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  const browser = { path: PROGRAM, sandbox: false };
  const report = await run(requestFor([target], [select(looking(seen))], { browser }));
  expect(seen).toMatchObject([{ executablePath: PROGRAM, sandbox: false }]);
  expect(existsSync(seen[0]?.folder ?? "")).toBe(false);
  expect(report.browser).toEqual(browser);
});

it("looks for none where no pack wants one", async () => {
  const seen: (BrowserAccess | undefined)[] = [];
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  const browser = { path: PROGRAM, sandbox: false };
  const report = await run(requestFor([target], [select(looking(seen, {}))], { browser }));
  expect(seen).toEqual([undefined]);
  expect(report).not.toHaveProperty("browser");
});

it("reports none where the pack that wants one does not run", async () => {
  const target = await httpTarget({ modern: {} });
  const browser = { path: PROGRAM, sandbox: false };
  const report = await run(requestFor([target], [select(looking([]))], { browser }));
  expect(report.servers[0]?.packs[0]?.ran).toBe(false);
  expect(report).not.toHaveProperty("browser");
});

it("refuses a path that is none before a server is contacted, whatever the packs want", async () => {
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  const request = requestFor([target], [select(looking([], {}))], { browser: { path: "/none" } });
  await expect(run(request)).rejects.toMatchObject({ code: "BROWSER_NOT_FOUND", exitCode: 2 });
});
