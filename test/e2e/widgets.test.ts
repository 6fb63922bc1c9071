import { join } from "node:path";
import { startHttpServer } from "@mcptest/testkit";
import { afterEach, describe, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { WIDGETS } from "../../packs/widgets/src/extension.js";
import { faults } from "../../packs/widgets/src/testing/faults.js";
import { mappedFaults } from "../../packs/widgets/src/testing/mapped-faults.js";
import { startMappedServer } from "../../packs/widgets/src/testing/mapped-server.js";
import { widgets } from "../../packs/widgets/src/testing/server.js";
import { mcptest } from "./testing/mcptest.js";

/** The built package of a third party. It is bundled with nothing. */
const PACK = join(root, "packs/widgets");
const TOOL = JSON.stringify({ tool: "make_widget", waitMs: 500 });
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function serve(...names: string[]): Promise<string> {
  const hooks = faults.filter(({ name }) => names.includes(name)).map((fault) => fault.hooks);
  const server = await startHttpServer({ era: "modern", extensions: [widgets], hooks });
  closing.push(server.close);
  return server.url;
}

interface Run {
  servers: {
    extensions: unknown[];
    packs: {
      name: string;
      origin: string;
      isolation: string;
      outcome: string;
      checks: { id: string; status: string; advisory?: boolean }[];
    }[];
  }[];
}

async function run(url: string) {
  const { code, stdout, left } = await mcptest(["run", url, "--pack", PACK, "--options", TOOL, "--format", "json"]);
  const [pack] = (JSON.parse(stdout) as Run).servers[0]!.packs;
  return { code, pack: pack!, left };
}

test("it runs in a process of its own, and its checks pass", async () => {
  const { code, pack, left } = await run(await serve());
  expect(pack).toMatchObject({ name: "mcptest-pack-widgets", isolation: "process", outcome: "passed" });
  expect(pack.origin).toBe(join(PACK, "dist/index.js"));
  expect(pack.checks.filter(({ status }) => status === "passed")).toHaveLength(11);
  expect({ code, left }).toEqual({ code: 0, left: [] });
});

test("from there a check blames the server as any other does", async () => {
  const { code, pack } = await run(await serve("made-is-not-told"));
  expect(pack.checks.filter(({ status }) => status !== "passed").map(({ id }) => id)).toEqual([
    "widgets-made-notified",
  ]);
  expect(code).toBe(1);
});

test("a check that is newer than the major is advisory: it turns nothing red", async () => {
  const { code, pack } = await run(await serve("name-is-empty"));
  expect(pack.checks.find(({ id }) => id === "widgets-names-shown")).toMatchObject({
    status: "failed",
    advisory: true,
  });
  expect({ code, outcome: pack.outcome }).toEqual({ code: 0, outcome: "passed" });
});

test("its command has its flags", async () => {
  const { stdout } = await mcptest(["conformance", PACK, await serve(), "--tool", "make_widget"]);
  expect(stdout).toContain("tools called: make_widget 1x");
  expect(stdout).toContain("10/10 checks passed");
});

describe("an older server that offers widgets through resources", () => {
  async function serveMapped(fault?: string): Promise<string> {
    const server = await startMappedServer(fault === undefined ? undefined : mappedFaults[fault]?.());
    closing.push(server.close);
    return server.url;
  }

  test("is tested by that route, which its report shows", async () => {
    const url = await serveMapped();
    const { code, stdout, left } = await mcptest(["run", url, "--pack", PACK, "--format", "json"]);
    const [server] = (JSON.parse(stdout) as Run).servers;
    const pack = server?.packs.find(({ name }) => name === "mcptest-pack-widgets");
    expect(pack).toMatchObject({ isolation: "process", outcome: "passed" });
    expect(pack?.checks.filter(({ status }) => status === "passed").map(({ id }) => id)).toEqual([
      ...new Set(Object.values(mappedFaults).map((fault) => fault().check)),
    ]);
    expect(server?.extensions).toMatchObject([{ id: WIDGETS, advertised: false, throughResources: true }]);
    expect({ code, left }).toEqual({ code: 0, left: [] });
    const text = await mcptest(["run", url, "--pack", PACK, "--require", WIDGETS]);
    expect(text.stdout).toContain(`  extension: ${WIDGETS}  (through resources)\n`);
    expect(text.code).toBe(0);
  });

  test("is blamed as any other", async () => {
    const { code, stdout } = await mcptest(["run", await serveMapped("get-gives-another"), "--pack", PACK]);
    expect(stdout).toContain('widget.id is "w5"; the list has "w1"');
    expect(code).toBe(1);
  });

  test("shows them in capabilities and inspect", async () => {
    const url = await serveMapped();
    const { stdout } = await mcptest(["capabilities", url]);
    expect(stdout).toContain(`Extensions:\n  extension: ${WIDGETS}  (through resources on 2025-06-18, 2 methods)\n`);
    expect(stdout).not.toContain("in use, not advertised");
    const json = await mcptest(["inspect", url, "--format", "json"]);
    expect((JSON.parse(json.stdout) as { eras: unknown[] }).eras).toMatchObject([
      { throughResources: [{ id: WIDGETS, methods: ["widgets/get", "widgets/list"], capabilities: { version: "1" } }] },
    ]);
  });
});
