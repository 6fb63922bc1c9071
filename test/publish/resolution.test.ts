import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, inject, test } from "vitest";
import { environment, startProgram } from "../e2e/testing/mcptest.js";
import { linkFolders, writeFiles } from "./testing/project.js";
import { SITUATIONS, type Situation } from "./testing/situations/index.js";

const rows = SITUATIONS.map((situation) => [situation.what, situation] as const);

test.concurrent.each(rows)("%s", async (_what, situation) => {
  const project = create(situation);
  const within = (text: string) => text.replaceAll("PROJECT", project);
  const { cwd = ".", argument, config } = situation;
  const env = Object.fromEntries(Object.entries(situation.env ?? {}).map(([name, value]) => [name, within(value)]));
  const question = { cwd: join(project, cwd), config, pack: argument, tool: join(project, "tool") };
  const program = join(import.meta.dirname, "testing/locate.mjs");
  const { stdout, stderr } = await startProgram(process.execPath, [program, JSON.stringify(question)], {
    cwd: join(project, cwd),
    env: environment(env),
  }).ended;
  expect(stderr).toBe("");
  const [here, isolated] = JSON.parse(stdout) as [string, string];
  const expected = within(situation.found);
  expect(/^[A-Z_]+: /.test(expected) ? here.slice(0, expected.length) : here).toBe(expected);
  expect(isolated).toBe(here);
});

function create({
  folder = "project",
  files,
  links = {},
  packs = { p: "*" },
  configIn = ".",
  config,
}: Situation): string {
  const parent = join(inject("published").folder, "situations");
  mkdirSync(parent, { recursive: true });
  const project = join(realpathSync(mkdtempSync(join(parent, "s-"))), folder);
  writeFiles(project, files);
  linkFolders(project, links);
  const named = JSON.stringify({ packs }).replace("FILE_URL", pathToFileURL(project).href);
  if (!config?.endsWith(".ts")) writeFiles(project, { [join(configIn, "mcptest.config.json")]: named });
  return project;
}
