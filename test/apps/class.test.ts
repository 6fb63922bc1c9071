import { appsPack } from "@mcptest/pack-apps";
import { MCPAppsConformanceTest, renderConformanceReportJUnitXml, toConformanceReport } from "@mcptest/sdk";
import { APPS_OPTIONS, type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { WIRE } from "./testing/run-apps.js";

const TEST_MS = 60_000;

/** The checks that need no browser and run by themselves. */
const WIRE_IDS = appsPack.checks
  .filter(({ category, profiles }) => WIRE.includes(category) && profiles === undefined)
  .map(({ id }) => id);
const ALIASES = appsPack.checks.filter(({ profiles }) => profiles?.length === 0).map(({ id }) => id);

async function judge(served: ServerOptions, checkIds: string[]) {
  const server = await startHttpServer(served);
  try {
    return await new MCPAppsConformanceTest({ url: server.url, checkIds, ...APPS_OPTIONS }).run();
  } finally {
    await server.close();
  }
}

const statuses = (checks: readonly { id: string; status: string }[]) =>
  Object.fromEntries(checks.map(({ id, status }) => [id, status]));

describe("the class for MCP Apps", () => {
  it(
    "judges a server, says what it found, and its result makes a report",
    async () => {
      const result = await judge({ kind: "apps", era: "modern" }, WIRE_IDS);
      expect([result.passed, result.outcome]).toEqual([true, "passed"]);
      expect(result.discovery).toMatchObject({
        protocolVersion: "2026-07-28",
        isAdvertised: true,
        uiTools: expect.arrayContaining(["show_board"]),
        viewsRead: expect.any(Number),
      });
      expect(result.discovery.uiToolCount).toBe(result.discovery.uiTools.length);
      const report = toConformanceReport(result);
      expect(report).toMatchObject({ kind: "apps-conformance", name: "MCP Apps Conformance", passed: true });
      expect(report.groups[0]?.cases).toHaveLength(WIRE_IDS.length);
      expect(renderConformanceReportJUnitXml(report)).toContain("apps-read-mime");
    },
    TEST_MS,
  );

  it(
    "says of a server without apps that it offers none, and is incomplete",
    async () => {
      const result = await judge({ kind: "generic", era: "modern" }, WIRE_IDS);
      expect([result.passed, result.outcome]).toEqual([false, "incomplete"]);
      const left = result.checks.filter(({ skipReason }) => skipReason === "could-not-run");
      expect(left.map(({ id, error }) => [id, error?.message])).toEqual([
        ["apps-present", expect.stringMatching(/^the server offers no app/)],
      ]);
      const others = result.checks.filter(({ id }) => id !== "apps-present");
      expect(new Set(others.map(({ status, skipReason }) => `${status} ${skipReason}`))).toEqual(
        new Set(["skipped not-applicable"]),
      );
    },
    TEST_MS,
  );
});

describe("the aliases", () => {
  it("are seven, and stand behind all other checks", () => {
    expect(ALIASES).toMatchInlineSnapshot(`
      [
        "ui-tools-present",
        "ui-tool-metadata-valid",
        "ui-tool-input-schema-valid",
        "ui-listed-resources-valid",
        "ui-resources-readable",
        "ui-resource-contents-valid",
        "ui-resource-meta-valid",
      ]
    `);
    expect(appsPack.checks.slice(-ALIASES.length).map(({ id }) => id)).toEqual(ALIASES);
  });

  it(
    "pass on a server that obeys",
    async () => {
      const { checks } = await judge({ kind: "apps", era: "legacy" }, ALIASES);
      expect(statuses(checks)).toEqual(Object.fromEntries(ALIASES.map((id) => [id, "passed"])));
    },
    TEST_MS,
  );

  it(
    "report the worst of their checks, and which one said it",
    async () => {
      const served: ServerOptions = {
        kind: "apps",
        era: "modern",
        hooks: [
          {
            async around(call, next) {
              const outcome = await next();
              return call.method === "resources/read" ? plainHtml(outcome) : outcome;
            },
          },
        ],
      };
      const { checks, outcome } = await judge(served, ALIASES);
      expect(outcome).toBe("failed");
      expect(statuses(checks)).toEqual({
        ...Object.fromEntries(ALIASES.map((id) => [id, "passed"])),
        "ui-resource-contents-valid": "failed",
      });
      const contents = checks.find(({ id }) => id === "ui-resource-contents-valid");
      expect(contents?.error?.message).toContain("apps-read-mime");
      const listed = checks.find(({ id }) => id === "ui-listed-resources-valid");
      expect(listed?.warnings?.length).toBeGreaterThan(0);
    },
    TEST_MS,
  );

  it(
    "could not run, or do not apply, where the server has no app",
    async () => {
      const { checks, outcome } = await judge({ kind: "generic", era: "modern" }, ALIASES);
      expect(outcome).toBe("incomplete");
      expect(Object.fromEntries(checks.map(({ id, skipReason }) => [id, skipReason]))).toEqual({
        ...Object.fromEntries(ALIASES.map((id) => [id, "not-applicable"])),
        "ui-tools-present": "could-not-run",
      });
    },
    TEST_MS,
  );
});

/** The outcome with `text/html` in place of the type of views. */
function plainHtml<T>(outcome: T): T {
  return JSON.parse(JSON.stringify(outcome).replaceAll("text/html;profile=mcp-app", "text/html")) as T;
}
