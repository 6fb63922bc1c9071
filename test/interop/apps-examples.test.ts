import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CheckResult } from "@mcptest/core/report";
import { beforeAll, describe, expect, it } from "vitest";
import { installOnDemand } from "../../config/on-demand.mjs";
import { runApps } from "../apps/testing/run-apps.js";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeWithBrowser } from "../testing/browser.js";
import { EXAMPLES } from "./apps/expectations.js";
import { everyServer } from "./testing/servers.js";

const folder = fileURLToPath(new URL("apps", import.meta.url));
const TEST_MS = 300_000;

function said({ status, skipReason, warnings = [] }: CheckResult): string | undefined {
  if (status === "failed") return "failed";
  if (skipReason === "could-not-run") return "could-not-run";
  return warnings.length > 0 ? "warning" : undefined;
}

describe.runIf(everyServer)("over stdio", () => {
  describeWithBrowser("the published examples of MCP Apps", (browser) => {
    beforeAll(() => installOnDemand(folder), TEST_MS);

    it.concurrent.each(EXAMPLES)(
      "$name: what the table says, and nothing else",
      async ({ name, calls, expected, notes }) => {
        const program = join(folder, `node_modules/@modelcontextprotocol/server-${name}/dist/index.js`);
        const target = { kind: "stdio" as const, name, command: "node", args: [program, "--stdio"], env: {} };
        const options = { calls, faultyHosts: false };
        const report = await runApps({ target, options, selection: { categories: undefined }, request: { browser } });
        const { checks } = packOf(report);
        const seen = new Map(checks.flatMap((check) => (said(check) ? [[check.id, said(check)] as const] : [])));
        // What hangs on the browser or on the network may be there or not.
        for (const { check, hangsOn } of expected) if (hangsOn) seen.delete(check);
        const firm = expected.filter(({ hangsOn }) => hangsOn === undefined);
        expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(firm.map(({ check, says }) => [check, says])));
        const noted = checks.filter((check) => check.notes?.length).map(({ id }) => id);
        expect(noted).toEqual(expect.arrayContaining(notes));
      },
      TEST_MS,
    );
  });
});
