import tasks from "@mcptest/pack-tasks";
import { startHttpServer } from "@mcptest/testkit";
import { expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";
import { packSource, project, projectWithPack } from "./testing/project.js";

test("mcptest explain tells what a check asks, why, and how to fix it", async () => {
  const { code, stdout, stderr } = await mcptest(["explain", "tasks-ttl-shape"]);
  expect(stdout).toMatch(/^tasks-ttl-shape {2}Durations in the form of the wire\n/);
  for (const word of ["pack      @mcptest/pack-tasks", "level     must: ", "category  lifecycle", "since     0.1.0"])
    expect(stdout).toContain(`\n  ${word}`);
  expect(stdout).toContain("\n  profiles  baseline, full\n");
  expect(stdout).toContain("\n  applies   where wire is extension or legacy\n");
  expect(stdout).toContain("\n  rule      I12, H11; ext-tasks, Tasks; revision 2026-07-28\n");
  for (const heading of ["What it asks", "Why", "How to fix it"]) expect(stdout).toContain(`\n\n${heading}\n  `);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

interface Explained {
  id: string;
  pack: { name: string };
  docs?: { asks: string; why: string; fix: string; url?: string };
}

test("every check of mcptest and of the Tasks pack has docs of its own, with the page of those of the pack", async () => {
  const ids = [...tasks.checks.map(({ id }) => id), "extension-required"];
  const { code, stdout } = await mcptest(["explain", ...ids, "--format", "json"]);
  const { schemaVersion, checks } = JSON.parse(stdout) as { schemaVersion: number; checks: Explained[] };
  expect({ code, schemaVersion }).toEqual({ code: 0, schemaVersion: 1 });
  expect(checks.map(({ id }) => id)).toEqual(ids);
  for (const { id, docs, pack } of checks) {
    for (const text of [docs?.asks, docs?.why, docs?.fix]) expect(text?.length, id).toBeGreaterThan(60);
    if (pack.name !== "mcptest") expect(docs?.url).toMatch(new RegExp(`^https://.*/${id}\\.md$`));
  }
});

test("an example in a page stands as it was written", async () => {
  const { stdout } = await mcptest(["explain", "tasks-cancel-ack"]);
  expect(stdout).toMatch(/\n\n {6}\{"resultType": "complete"\}\n$/);
});

test("an id that nobody has is answered with the one that was meant", async () => {
  const { code, stdout, stderr } = await mcptest(["explain", "tasks-ttl-shap"]);
  expect(stderr).toContain(
    'there is no check "tasks-ttl-shap" in the packs that are named, installed or bundled here.',
  );
  expect(stderr).toContain('Did you mean "tasks-ttl-shape"? There are: ');
  expect(stderr).toContain("code: CHECK_UNKNOWN");
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("without an id it says how to name one", async () => {
  const { code, stderr } = await mcptest(["explain"]);
  expect(stderr).toContain("fix: Write its id: mcptest explain tasks-ttl-shape");
  expect(code).toBe(2);
});

test("a pack that is installed is known, and one that --pack names", async () => {
  const installed = await mcptest(["explain", "widget-made"], { cwd: projectWithPack("") });
  expect(installed.stdout).toContain("What it asks\n  The tool makes a widget.\n");
  const cwd = project({ "pack.mjs": packSource("") });
  const named = await mcptest(["explain", "widget-made", "--pack", "./pack.mjs"], { cwd });
  expect(named.stdout).toContain(`  pack      mcptest-pack-widgets 1.0.0 (${cwd}/pack.mjs)\n`);
  const unknown = await mcptest(["explain", "tasks-ttl-shape", "--pack", "./pack.mjs"], { cwd });
  expect(unknown.stderr).toContain('there is no check "tasks-ttl-shape"');
  expect([installed.code, named.code, unknown.code]).toEqual([0, 0, 2]);
});

test("a failed check names the command that explains it, and its page where it has one", async () => {
  const server = await startHttpServer({ jobMs: 100, faults: ["ttl-string"] });
  const cwd = emptyFolder();
  const words = ["tasks", "conformance", server.url, "--tool-name", "job"];
  const { stdout } = await mcptest(words, { cwd });
  const [, command = ""] = /\n {6}explain: mcptest (.*)\n/.exec(stdout) ?? [];
  expect(command).toBe("explain tasks-ttl-shape");
  expect((await mcptest(command.split(" "), { cwd })).code).toBe(0);
  const pack = packSource('verdict.fail("none");').replace(
    "since:",
    'docs: { asks: "a", why: "w", fix: "f", url: "https://example.com/w" }, since:',
  );
  const folder = project({ "pack.mjs": pack });
  const flags = ["--pack", "./pack.mjs", "--options", '{"tool": "t"}', "--format", "json"];
  const ended = await mcptest(["run", server.url, ...flags], { cwd: folder });
  expect(JSON.parse(ended.stdout).servers[0].packs[0].checks).toMatchObject([{ docsUrl: "https://example.com/w" }]);
  expect(ended.stderr).toContain(`      explain: mcptest explain widget-made --pack ${folder}/pack.mjs\n`);
  await server.close();
});
