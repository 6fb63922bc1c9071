import { APPS_OPTIONS, type ServerOptions } from "@mcptest/testkit";
import { expect, it } from "vitest";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeWithBrowser } from "../testing/browser.js";
import { runApps, withServer } from "./testing/run-apps.js";
import { describeViewVariants } from "./testing/view-table.js";

const TEST_MS = 180_000;
const GREEN = { failed: [], warning: [], open: [], exitCode: 0 };
const LANES: [name: string, transport: "http" | "stdio", served: ServerOptions][] = [
  ["2026-07-28 over stdio", "stdio", { era: "modern" }],
  ["2025-11-25 over http", "http", { era: "legacy", versions: ["2025-11-25"] }],
];

describeWithBrowser("views that obey", (browser) => {
  it.concurrent.each(LANES)(
    "pass on %s under either policy and with every host, with every check decided",
    async (_name, transport, served) => {
      const report = await withServer(transport, served, (target) =>
        runApps({ target, selection: { categories: ["view"] }, request: { browser } }),
      );
      expect(notedVerdictsOf(report)).toMatchObject(GREEN);
      const { checks, notSelected } = packOf(report);
      expect([checks.filter(({ status }) => status !== "passed").map(({ id }) => id), notSelected]).toEqual([[], []]);
      const variants = checks.flatMap(({ subjects = [] }) => subjects.map(({ variant }) => variant));
      expect([...new Set(variants)].sort()).toEqual(["reference", "strict"]);
    },
    TEST_MS,
  );

  it.concurrent(
    "are told from those that work in lenient hosts alone",
    async () => {
      const noted = async (fault: string) => {
        const report = await withServer("http", { era: "modern", faults: [fault] }, (target) =>
          runApps({
            target,
            options: { ...APPS_OPTIONS, faultyHosts: false },
            selection: { checkIds: ["apps-view-csp-reference-only"], categories: undefined },
            request: { browser },
          }),
        );
        return packOf(report).checks.flatMap(({ notes = [] }) => notes).length;
      };
      expect([await noted("apps-view-eval"), await noted("apps-view-undeclared-fetch")]).toEqual([1, 0]);
    },
    TEST_MS,
  );
});

describeViewVariants();
