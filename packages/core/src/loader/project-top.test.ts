import { join } from "node:path";
import { expect, test } from "vitest";
import { topOfProject } from "./project-top.js";
import { type Files, project } from "./testing/project.js";

const PACKAGE = { "app/package.json": {} };

/** [what, files, the folder that asks, the top] */
const rows: [what: string, files: Files, from: string, top: string | undefined][] = [
  ["a workspace of npm or Yarn", { "package.json": { workspaces: [] }, "app/.git": "", ...PACKAGE }, "app/sub", "."],
  ["a workspace of pnpm", { "pnpm-workspace.yaml": "", "app/pnpm-lock.yaml": "", ...PACKAGE }, "app", "."],
  ["a repository", { "package.json": {}, "app/.git": "", "app/sub/package.json": {} }, "app/sub", "app"],
  ["a lockfile", { "package.json": {}, "app/yarn.lock": "", "app/sub/package.json": {} }, "app/sub", "app"],
  ["a package.json alone", { "package.json": {}, ...PACKAGE, "app/sub/x": "" }, "app/sub", "app"],
  ["no trace", { "app/sub/x": "" }, "app/sub", undefined],
  [
    "what is installed itself: the project that holds it",
    { "package.json": {}, "node_modules/.store/tool/node_modules/tool/package.json": {} },
    "node_modules/.store/tool/node_modules/tool",
    ".",
  ],
  [
    "what is installed where nothing tells of a project",
    { "node_modules/tool/package.json": {} },
    "node_modules/tool",
    undefined,
  ],
];

test.each(rows)("%s", (_what, files, from, top) => {
  const folder = project(files);
  expect(topOfProject(join(folder, from))).toBe(top === undefined ? undefined : join(folder, top));
});
