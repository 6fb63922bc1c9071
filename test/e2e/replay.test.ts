import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "@mcptest/core/report";
import { startHttpServer } from "@mcptest/testkit";
import { expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";
import { packSource, project } from "./testing/project.js";

const READS = `
  const listed = await context.host.transcript({ method: "server/discover" });
  verdict.detail("tool", context.options.tool);
  if (listed.length > LIMIT) verdict.fail("asked too often", [listed[0].number]);`;

/** The pack, allowing so many requests. */
function pack(limit: number): string {
  return packSource(READS.replace("LIMIT", String(limit))).replace("since:", 'reads: "transcript", since:');
}

test("mcptest replay judges a saved transcript again when the server is gone", async () => {
  const server = await startHttpServer({ jobMs: 100 });
  const cwd = project({ "pack.mjs": pack(9), "stricter.mjs": pack(0) });
  const flags = ["--pack", "./pack.mjs", "--options", '{"tool": "job"}', "--save-transcript", "t.jsonl"];
  const first = await mcptest(["run", server.url, ...flags, "--format", "json"], { cwd });
  await server.close();
  const replayed = await mcptest(["replay", "t.jsonl", "--pack", "./pack.mjs", "--format", "json"], { cwd });
  const [was, is] = [first, replayed].map(({ stdout }) => JSON.parse(stdout) as Report) as [Report, Report];
  expect(is.servers[0]?.packs[0]?.checks).toMatchObject([
    { id: "widget-made", status: "passed", details: { tool: "job" } },
  ]);
  expect(is.servers[0]?.lanes).toEqual(was.servers[0]?.lanes);
  expect(Object.keys(is).sort()).toEqual(Object.keys(was).sort());
  const stricter = await mcptest(["replay", "t.jsonl", "--pack", "./stricter.mjs", "--reporter", "junit=j.xml"], {
    cwd,
  });
  expect(stricter.stdout).toContain("| asked too often\n");
  expect(readFileSync(join(cwd, "j.xml"), "utf8")).toContain("<failure");
  expect([first, replayed, stricter].map(({ code, left }) => [code, left])).toEqual([
    [0, []],
    [0, []],
    [1, []],
  ]);
});

test("the packs are those of the transcript", async () => {
  const server = await startHttpServer({ jobMs: 100 });
  const cwd = emptyFolder();
  const pack = ["--pack", "@mcptest/pack-tasks"];
  const recorded = await mcptest(["run", server.url, ...pack, "--save-transcript", "t.jsonl"], { cwd });
  await server.close();
  const { code, stdout, stderr } = await mcptest(["replay", "t.jsonl", "--format", "json"], { cwd });
  expect(JSON.parse(stdout).servers[0].packs).toMatchObject([{ name: "@mcptest/pack-tasks", ran: true }]);
  expect(recorded.code).toBe(3);
  expect([0, 3]).toContain(code);
  expect(stderr).not.toContain("mcptest:");
});

test("a pack that is not there any more is to be named, and no other is suggested", async () => {
  const server = await startHttpServer({ jobMs: 100 });
  const cwd = project({ "pack.mjs": pack(9) });
  const flags = ["--pack", "./pack.mjs", "--options", '{"tool": "job"}', "--save-transcript", "t.jsonl"];
  await mcptest(["run", server.url, ...flags], { cwd });
  await server.close();
  const { code, stderr } = await mcptest(["replay", "t.jsonl"], { cwd });
  expect(code).toBe(2);
  expect(stderr.replaceAll(cwd, "FOLDER")).toMatchInlineSnapshot(`
    "mcptest: t.jsonl was recorded with the pack mcptest-pack-widgets, which is not installed for FOLDER
      why: Node cannot find the pack from the place that names it.
      fix: Add --pack PATH, with the path or the name of the pack that is to judge it.
      code: PACK_NOT_FOUND
    "
  `);
  const slip = await mcptest(["replay", "t.jsonl", "--pack", "mcptest-pack-taks"], { cwd });
  expect(slip.stderr.replaceAll(cwd, "FOLDER")).toMatchInlineSnapshot(`
    "mcptest: cannot find the pack mcptest-pack-taks, named in mcptest replay, because mcptest-pack-taks is not installed for FOLDER. Did you mean @mcptest/pack-tasks?
      why: Node cannot find the pack from the place that names it.
      fix: Write @mcptest/pack-tasks
      code: PACK_NOT_FOUND
    "
  `);
});

test.each([
  [["replay"], "No file is named."],
  [["replay", "a", "b"], "More than one file is named."],
  [["replay", "missing.jsonl"], "code: TRANSCRIPT_UNREADABLE"],
])("%j is refused", async (words, says) => {
  const { code, stdout, stderr } = await mcptest(words, { cwd: emptyFolder() });
  expect(stderr).toContain(says);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});
