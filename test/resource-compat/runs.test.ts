import type { Report } from "@mcptest/core/report";
import { type JsonObject, LEGACY_VERSIONS, member } from "@mcptest/pack";
import { type Hooks, MAPPED_OPTIONS, type ServerOptions, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { notedVerdictsOf } from "../tasks/testing/owned-faults.js";
import { idsOf, packOf } from "../tasks/testing/run-tasks.js";
import { type CompatRun, runCompat, withServer } from "./testing/run-compat.js";

const TEST_MS = 120_000;

async function runOn(served: ServerOptions, asked: Omit<CompatRun, "target"> = {}): Promise<Report> {
  const server = await startHttpServer({ kind: "mapped", ...served });
  try {
    return await runCompat({ target: { kind: "http", name: "testkit", url: server.url, headers: [] }, ...asked });
  } finally {
    await server.close();
  }
}

/** Answers reads of addresses that end so with a status and nothing else. */
function answering(end: string, status: number): Hooks {
  return {
    async around(call, next) {
      const uri = member(call.params, "uri");
      const isMeant = call.method === "resources/read" && String(uri).includes(end);
      return isMeant ? { status, text: "Not now", contentType: "text/plain" } : await next();
    },
  };
}

describe("where nobody asked for the pack", () => {
  const suite = { selection: { always: false } };
  const outcomes = (report: Report) =>
    report.servers[0]?.packs.map(({ lane, skippedBecause }) => [lane, skippedBecause]) ?? [];

  it("runs where an older revision lists an address of the convention", async () => {
    const report = await runOn({ era: "dual" }, { ...suite, era: "all" });
    expect(outcomes(report)).toEqual([
      ["http-modern-2026-07-28", "it looks at revisions before 2026-07-28 alone, which --era all judges as well"],
      ["http-legacy-2025-11-25", undefined],
    ]);
  });

  it("is skipped elsewhere, and asks little", async () => {
    const seen: string[] = [];
    const recording: Hooks = {
      around(call, next) {
        seen.push(call.method);
        return next();
      },
    };
    const report = await runOn({ kind: "generic", era: "legacy", hooks: [recording] }, suite);
    expect(outcomes(report)).toEqual([["http-legacy-2025-11-25", "it found nothing of what it tests"]]);
    expect(new Set(seen)).toEqual(new Set(["initialize", "resources/list", "resources/templates/list"]));
  });

  it("asks a server that declares no resources for nothing", async () => {
    const seen: string[] = [];
    const recording: Hooks = {
      around(call, next) {
        seen.push(call.method);
        return next();
      },
    };
    const report = await runOn(
      { era: "legacy", faults: ["mapped-no-resources-capability"], hooks: [recording] },
      suite,
    );
    expect(outcomes(report)).toEqual([["http-legacy-2025-11-25", "it found nothing of what it tests"]]);
    expect(seen).toEqual(["initialize"]);
  });
});

it("does not apply to a server without such addresses, also where it is asked for", async () => {
  const report = await runOn({ kind: "generic", era: "legacy" });
  const { checks, notSelected } = packOf(report);
  expect(checks.length + notSelected.length).toBe(21);
  expect(new Set(checks.map(({ skipReason }) => skipReason))).toEqual(new Set(["not-applicable"]));
  expect(new Set(checks.map(({ error }) => error?.message))).toEqual(
    new Set([
      "the server lists no mcp-extensions:// address",
      "nothing was asked for by its native name",
      "no mcp-extensions:// address was read",
    ]),
  );
});

describe("the revisions", () => {
  it.each([["2025-06-18"], ["2024-11-05", "2025-11-25"]])(
    "are those that the server speaks: %s %s",
    async (...versions) => {
      const spoken = versions.filter((version) => version !== undefined);
      const report = await runOn({ era: "legacy", versions: spoken }, { options: {} });
      const looked = packOf(report).checks.find(({ id }) => id === "compat-manifest-shape");
      expect(looked).toMatchObject({ status: "passed", details: { revisions: spoken.sort().reverse() } });
    },
  );

  it("stand in each finding", async () => {
    const report = await runOn({ era: "legacy", faults: ["mapped-manifest-no-name"] });
    const found = packOf(report).checks.find(({ id }) => id === "compat-manifest-shape");
    const failed = found?.subjects?.filter(({ status }) => status === "failed") ?? [];
    expect(failed.map(({ variant }) => variant)).toEqual(LEGACY_VERSIONS);
    expect(failed[0]).toMatchObject({ subject: "mcp-extensions://com.example/clock/manifest.json#name" });
    expect(failed[0]?.message).toMatchInlineSnapshot(`
      "mcp-extensions://com.example/clock/manifest.json, on 2025-11-25: name is absent
      rule of Extension compatibility through resources: the manifest tells name, instructions, capabilities, methods, methodResources, resources and resourceTemplates
      fix: write name as a text"
    `);
  });

  it("on which nothing is mapped are noted", async () => {
    const plain: Hooks = {
      async around(call, next) {
        const isBare = call.session?.version === "2025-03-26" && call.method.endsWith("/list");
        const result: JsonObject = { resources: [], resourceTemplates: [] };
        return isBare ? { status: 200, message: { jsonrpc: "2.0", id: call.id, result } } : await next();
      },
    };
    const report = await runOn({ era: "legacy", hooks: [plain] }, { options: {} });
    expect(notedVerdictsOf(report)).toMatchObject({ failed: [], warning: [], open: [] });
    const listed = packOf(report).checks.find(({ id }) => id === "compat-manifest-listed");
    expect(listed?.notes).toEqual(["on 2025-03-26, which the server speaks, no mcp-extensions:// address is listed"]);
  });
});

describe("who stands before the server", () => {
  it.each([401, 403, 429, 502, 503])("HTTP %i for a call is no violation", async (status) => {
    const { failed, warning, open, exitCode } = notedVerdictsOf(
      await runOn({ era: "legacy", versions: ["2025-06-18"], hooks: [answering("notes/get?", status)] }),
    );
    expect([failed, warning, exitCode]).toEqual([[], [], 3]);
    expect(open.map((text) => text.split(":", 1)[0])).toContain("compat-output-schema");
  });

  it("a URI that is too long for somebody is no violation", async () => {
    const options = { ...MAPPED_OPTIONS, invoke: { "notes/add": { text: "a".repeat(3_000) } } };
    const { failed, open } = notedVerdictsOf(
      await runOn({ era: "legacy", versions: ["2025-06-18"], hooks: [answering("notes/add?", 414)] }, { options }),
    );
    expect(failed).toEqual([]);
    expect(open[0]).toMatch(/HTTP 414; its \d+ characters are too many/);
  });

  it("HTTP 503 for a manifest is no violation", async () => {
    const served = { era: "legacy" as const, versions: ["2025-06-18"], hooks: [answering("manifest.json", 503)] };
    const { failed, open } = notedVerdictsOf(await runOn(served, { options: {} }));
    expect(failed).toEqual([]);
    expect(open.map((text) => text.split(":", 1)[0])).toContain("compat-manifest-readable");
  });
});

describe("names that are no methods", () => {
  it("of invoke are told with what was meant, and what is known is judged all the same", async () => {
    const report = await runOn(
      { era: "legacy", versions: ["2025-06-18"], faults: ["mapped-output-type"] },
      { options: { invoke: { "notes/add": { text: "a" }, "notes/lost": {} } } },
    );
    const { checks } = packOf(report);
    const of = (id: string) => checks.find((check) => check.id === id);
    expect(of("compat-output-schema")?.status).toBe("failed");
    expect(of("compat-repeatable")?.error?.message).toBe(
      'invoke names "notes/lost", which is no method of a manifest. Did you mean "notes/list"? There are: notes/add, notes/drop, notes/echo, notes/get, notes/list, notes/touch, clock/now.',
    );
  });

  it("of echo, and members that do not come back, are told", async () => {
    const messageOf = async (echo: object) => {
      const report = await runOn({ era: "legacy", versions: ["2025-06-18"] }, { options: { echo } });
      return packOf(report).checks.find(({ id }) => id === "compat-decoded-once")?.error?.message;
    };
    expect(await messageOf({ method: "notes/ecko", member: "text" })).toContain('Did you mean "notes/echo"?');
    expect(await messageOf({ method: "notes/echo", member: "other" })).toMatch(
      /^notes\/echo does not give its argument "other" back: error /,
    );
  });
});

it(
  "a process that a native name ends costs the other checks nothing",
  async () => {
    const report = await withServer("stdio", { era: "legacy", versions: ["2025-06-18"] }, async (target) => {
      if (target.kind !== "stdio") throw new Error("no process");
      // The server of a process that ends at what it does not know: a filter of its stdin.
      const filter = `
        const { spawn } = require("node:child_process");
        const child = spawn(process.execPath, JSON.parse(process.argv[1]), { stdio: ["pipe", "inherit", "inherit"] });
        require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
          const { method = "" } = JSON.parse(line);
          if (method === "server/discover" || method.startsWith("notes/")) { child.kill("SIGKILL"); process.exit(1); }
          child.stdin.write(line + "\\n");
        }).on("close", () => child.stdin.end());`;
      const args = ["-e", filter, JSON.stringify(target.args)];
      return await runCompat({ target: { ...target, args, command: process.execPath } });
    });
    const pack = packOf(report);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["compat-native-refused"]);
  },
  TEST_MS,
);
