import { APPS_OPTIONS } from "@mcptest/testkit";
import { expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeWithBrowser } from "../testing/browser.js";
import { runApps, withServer } from "./testing/run-apps.js";
import { describeViewFaults } from "./testing/view-table.js";

const TEST_MS = 120_000;

describeViewFaults(["apps-view-teardown", "apps-view-ping", "apps-view-unknown-method", "apps-view-app-tools"]);

describeWithBrowser("tools of a view, which the draft has", (browser) => {
  it(
    "are a must where the draft is asked for",
    async () => {
      const report = await withServer("http", { era: "modern", faults: ["apps-view-tools-refused"] }, (target) =>
        runApps({
          target,
          options: { ...APPS_OPTIONS, faultyHosts: false, draft: true },
          selection: { checkIds: ["apps-view-app-tools"], categories: undefined },
          request: { browser },
        }),
      );
      expect(packOf(report).checks.map(({ id, status }) => [id, status])).toEqual([["apps-view-app-tools", "failed"]]);
    },
    TEST_MS,
  );
});
