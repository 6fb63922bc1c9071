import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeWithBrowser } from "../testing/browser.js";
import { runApps } from "./testing/run-apps.js";

const TEST_MS = 300_000;
const program = fileURLToPath(new URL("servers/sdk.mjs", import.meta.url));

describeWithBrowser("a view on the official SDK", (browser) => {
  it.each(["modern", "legacy"] as const)(
    "passes under either policy and with every host, in the %s era",
    async (era) => {
      const target = { kind: "stdio" as const, name: "sdk", command: "node", args: [program], env: {} };
      const request = { browser };
      const report = await runApps({ target, era, options: {}, selection: { categories: undefined }, request });
      const { checks } = packOf(report);
      const said = checks.flatMap(({ id, status, warnings = [], skipReason }) =>
        status === "failed" || warnings.length > 0 || skipReason === "could-not-run" ? [id] : [],
      );
      // The SDK advertises no extension by itself.
      expect(said).toEqual(["apps-ext-id"]);
    },
    TEST_MS,
  );
});
