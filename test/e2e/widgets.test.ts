import { join } from "node:path";
import { startHttpServer } from "@mcptest/testkit";
import { afterEach, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { faults } from "../../packs/widgets/src/testing/faults.js";
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
