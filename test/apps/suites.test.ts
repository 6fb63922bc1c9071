import type { Report } from "@mcptest/core/report";
import { DEFAULT_TIMES, type PackSelection, type RunRequest, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Era } from "@mcptest/pack";
import { type Hooks, type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { loadPack, packOf } from "../tasks/testing/run-tasks.js";
import { WIRE } from "./testing/run-apps.js";

const TEST_MS = 60_000;
const APPS = "io.modelcontextprotocol/ui";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(options: ServerOptions): Promise<Target> {
  const server = await startHttpServer({ kind: "apps", ...options });
  closing.push(() => server.close());
  return { kind: "http", name: "main", url: server.url, headers: [] };
}

async function suite(
  target: Target,
  names: string[],
  request: Partial<RunRequest> & Pick<RunRequest, "era">,
): Promise<Report> {
  const packs: PackSelection[] = [];
  for (const name of names)
    packs.push({ loaded: await loadPack(name, {}), ...(name.endsWith("apps") ? { categories: WIRE } : {}) });
  return await run({
    tool: { version: "0.0.0" },
    servers: [target],
    packs,
    require: [],
    limits: DEFAULT_LIMITS,
    ...DEFAULT_TIMES,
    negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version: "0.0.0" } },
    ...request,
  });
}

const apps = (report: Report) => report.servers[0]?.packs.find(({ name }) => name === "@mcptest/pack-apps");
const statusOf = (report: Report, id: string) => apps(report)?.checks.find((check) => check.id === id);

describe("in a suite, the pack", () => {
  const eras: Era[] = ["modern", "legacy"];

  it.each(eras)(
    "runs on a %s server that does not advertise the extension and has a view",
    async (era) => {
      const target = await serve({ era, faults: ["apps-not-advertised"] });
      const report = await suite(target, ["@mcptest/pack-apps"], { era });
      expect(apps(report)?.outcome).toBe("passed");
      expect(statusOf(report, "apps-ext-id")?.warnings).toHaveLength(1);
    },
    TEST_MS,
  );

  it.each(eras)(
    "runs on a %s server that shows its views to clients with the extension alone",
    async (era) => {
      const target = await serve({ era, faults: ["apps-not-advertised"], hooks: [declaredOnly()] });
      const report = await suite(target, ["@mcptest/pack-apps"], { era });
      expect(statusOf(report, "apps-present")?.status).toBe("passed");
    },
    TEST_MS,
  );

  it.each(eras)(
    "is skipped on a %s server without apps, and fails where the extension is required",
    async (era) => {
      const target = await serve({ kind: "generic", era });
      const skipped = await suite(target, ["@mcptest/pack-apps"], { era });
      expect([apps(skipped)?.outcome, apps(skipped)?.checks]).toEqual(["skipped", []]);
      const required = await suite(target, ["@mcptest/pack-apps"], { era, require: [APPS] });
      expect([statusOf(required, "apps-present")?.status, required.exitCode]).toEqual(["failed", 1]);
    },
    TEST_MS,
  );

  it(
    "leaves an id that looks like its own to the negotiation pack, where that runs, and its own id to nobody",
    async () => {
      const both = ["@mcptest/pack-apps", "@mcptest/pack-negotiation"];
      const dotted = await serve({ era: "modern", faults: ["apps-id-dotted"] });
      const alone = await suite(dotted, both.slice(0, 1), { era: "modern" });
      expect(statusOf(alone, "apps-ext-id-misspelt")?.status).toBe("failed");
      const together = await suite(dotted, both, { era: "modern" });
      expect(failures(together)).toEqual(["ext-id-grammar"]);
      const settings = await serve({ era: "modern", faults: ["apps-settings-true"] });
      expect(failures(await suite(settings, both, { era: "modern" }))).toEqual(["apps-ext-settings-object"]);
    },
    TEST_MS,
  );

  it(
    "reads the views on the other target too",
    async () => {
      const target = await serve({ era: "modern" });
      const also = await serve({ era: "modern", faults: ["apps-board-not-found"] });
      const report = await suite(target, ["@mcptest/pack-apps"], { era: "modern", also });
      const found = statusOf(report, "apps-resource-exists-per-transport");
      expect([found?.status, found?.error?.message]).toEqual([
        "failed",
        expect.stringContaining("on the other target"),
      ]);
      expect(packOf(report).checks.filter(({ status }) => status === "failed")).toHaveLength(1);
    },
    TEST_MS,
  );
});

/** Checks of every pack that failed. */
function failures(report: Report): string[] {
  const all = report.servers.flatMap(({ packs }) => packs.flatMap(({ checks }) => checks));
  return all.filter(({ status }) => status === "failed").map(({ id }) => id);
}

/** Leaves out whatever belongs to views for clients that do not declare the extension. */
function declaredOnly(): Hooks {
  return {
    async around(call, next) {
      const outcome = await next();
      const isHidden = !JSON.stringify(call.declared ?? {}).includes(APPS);
      const isList = call.method === "tools/list" || call.method === "resources/list";
      if (!isHidden || !isList) return outcome;
      const text = JSON.stringify(outcome);
      return JSON.parse(text, (_key, value: unknown) =>
        Array.isArray(value) ? value.filter((item) => !JSON.stringify(item).includes("ui://")) : value,
      ) as typeof outcome;
    },
  };
}
