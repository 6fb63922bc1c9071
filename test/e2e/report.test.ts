import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readReport } from "@mcptest/core/runner";
import { type RunningServer, startHttpServer } from "@mcptest/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";

const folder = emptyFolder();
const OPTIONS = ["--options", '{"roles": {"task": {"tool": "job"}}}'];
const FORMS = ["terminal", "json", "json-summary", "junit", "markdown", "github", "sarif", "tap"];
let server: RunningServer;

beforeAll(async () => {
  server = await startHttpServer({ jobMs: 100, faults: ["ttl-string"] });
});
afterAll(() => server.close());

const text = (name: string) => readFileSync(join(folder, name), "utf8");

test("a saved report gives the same bytes as the run, in every form", async () => {
  const of = (prefix: string) => FORMS.flatMap((name) => ["--reporter", `${name}=${prefix}/${name}`]);
  const ran = await mcptest(["run", server.url, ...OPTIONS, ...of("run")], { cwd: folder });
  const shown = await mcptest(["report", "run/json", ...of("again")], { cwd: folder });
  expect([ran.code, shown.code, shown.stderr]).toEqual([1, 1, ""]);
  expect(shown.stdout).toBe(ran.stdout);
  for (const name of FORMS) expect(text(`again/${name}`), name).toBe(text(`run/${name}`));
  await expect(readReport(join(folder, "run/json"))).resolves.toMatchObject({ exitCode: 1 });
});

test("several reports are one", async () => {
  const flags = (name: string) => ["--reporter", `json=${name}`, "--quiet"];
  await mcptest(["run", server.url, ...OPTIONS, "--pack", "@mcptest/pack-tasks", ...flags("a.json")], { cwd: folder });
  await mcptest(["run", server.url, "--pack", "@mcptest/pack-negotiation", ...flags("b.json")], { cwd: folder });
  const merged = await mcptest(["report", "merge", "a.json", "b.json", "--format", "json"], { cwd: folder });
  const { servers, exitCode } = JSON.parse(merged.stdout);
  expect(servers).toHaveLength(1);
  expect(servers[0].packs.map(({ name }: { name: string }) => name)).toEqual([
    "@mcptest/pack-tasks",
    "@mcptest/pack-negotiation",
  ]);
  expect([exitCode, merged.code]).toEqual([1, 1]);
});

test.each([
  [["report"], "No report is named."],
  [["report", "nowhere.json"], "nowhere.json is no report of mcptest: there is no such file."],
  [["report", "merge"], "No report is named."],
])("%j is refused", async (words, message) => {
  const ended = await mcptest(words, { cwd: folder });
  expect([ended.code, ended.stdout]).toEqual([2, ""]);
  expect(ended.stderr).toContain(message);
});
