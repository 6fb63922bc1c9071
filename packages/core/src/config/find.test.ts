import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, project, without } from "../loader/testing/project.js";
import { findConfigFile, searchFolders } from "./find.js";
import { linesOf, load, refusal, thrownBy } from "./testing/config.js";

function found(files: Files, cwd: string, home = "/nowhere"): string | undefined {
  const folder = project(files);
  const file = findConfigFile(join(folder, cwd), { HOME: home.replace("<project>", folder) });
  return file === undefined ? undefined : without(folder, file);
}

const config = "servers: {}";

test.each(["yaml", "yml", "ts", "mts", "js", "mjs", "cjs", "json"])("mcptest.config.%s is found", (extension) => {
  const name = `mcptest.config.${extension}`;
  expect(found({ "package.json": {}, [name]: "" }, ".")).toBe(`<project>/${name}`);
});

test("the key mcptest of a package.json is a configuration; a dependency of that name is none", () => {
  expect(found({ "package.json": { mcptest: {} } }, ".")).toBe("<project>/package.json");
  expect(found({ "package.json": { devDependencies: { mcptest: "1" } } }, ".")).toBeUndefined();
  expect(found({ "package.json": '{ "mcptest": ' }, ".")).toBe("<project>/package.json");
});

test("the search goes up to the nearest package.json, and no further", () => {
  const files = {
    "package.json": {},
    "mcptest.config.yaml": config,
    "packages/a/package.json": {},
    "packages/a/src/x": "",
    "docs/x": "",
  };
  expect(found(files, "docs")).toBe("<project>/mcptest.config.yaml");
  expect(found(files, "packages/a/src")).toBeUndefined();
  expect(found({ ...files, "packages/a/mcptest.config.ts": "" }, "packages/a/src")).toBe(
    "<project>/packages/a/mcptest.config.ts",
  );
});

test("the search goes up to a repository's root, also where .git is a file, and no further", () => {
  const files = { "mcptest.config.yaml": config, "repository/.git": "gitdir: x", "repository/src/x": "" };
  expect(found(files, "repository/src")).toBeUndefined();
  expect(found({ ...files, "repository/mcptest.config.json": "{}" }, "repository/src")).toBe(
    "<project>/repository/mcptest.config.json",
  );
});

test("without package.json and repository only the working directory counts", () => {
  const files = { "mcptest.config.yaml": config, "a/b/mcptest.config.yaml": config };
  expect(found(files, "a")).toBeUndefined();
  expect(found(files, "a/b")).toBe("<project>/a/b/mcptest.config.yaml");
});

test("neither the home folder nor one above it is ever a project that was found on the way up", () => {
  const files = {
    "package.json": {},
    "mcptest.config.yaml": config,
    "home/mcptest.config.js": "",
    "home/package.json": {},
    "home/work/x": "",
  };
  expect(found(files, "home/work", "<project>/home")).toBeUndefined();
  expect(found(files, "home", "<project>/home/deeper")).toBe("<project>/home/mcptest.config.js");
  expect(found({ ...files, "home/package.json": "" }, "home/work", "<project>/home/work/user")).toBeUndefined();
});

test("a symbolic link to the home folder is the home folder", () => {
  const folder = project({ "real/package.json": {}, "real/mcptest.config.yaml": config, "real/work/x": "" });
  symlinkSync(join(folder, "real"), join(folder, "link"));
  expect(findConfigFile(join(folder, "real/work"), { HOME: join(folder, "link") })).toBeUndefined();
});

test("the nearest folder wins", () => {
  const folder = project({
    "package.json": {},
    "mcptest.config.yaml": config,
    "a/mcptest.config.json": "{}",
    "a/b/x": "",
  });
  expect(findConfigFile(join(folder, "a/b"), {})).toBe(join(folder, "a/mcptest.config.json"));
  expect(searchFolders(join(folder, "a/b"), {})).toEqual([join(folder, "a/b"), join(folder, "a"), folder]);
});

test("two configurations in one folder are an error, and so is a form that is not read", async () => {
  expect(
    await refusal({ "mcptest.config.ts": "", "mcptest.config.json": "{}", "package.json": { mcptest: {} } }),
  ).toMatchInlineSnapshot(
    `"CONFIG_INVALID <project>: there are 3 configurations: mcptest.config.json, mcptest.config.ts, package.json (key mcptest)"`,
  );
  expect(await refusal({ "mcptest.config.toml": "x = 1" })).toMatchInlineSnapshot(
    `"CONFIG_UNREADABLE mcptest.config.toml: a .toml file is no configuration that mcptest reads"`,
  );
});

test("a named file is read wherever it is, and nothing is searched", async () => {
  const folder = project({ "package.json": {}, "mcptest.config.yaml": "oops", "ci/other.yaml": config });
  expect(await load(folder, { file: "ci/other.yaml" })).toMatchObject({ file: join(folder, "ci/other.yaml") });
  expect(await load(join(folder, "ci"), { file: join(folder, "ci/other.yaml") })).toBeDefined();
  mkdirSync(join(folder, "folder.yaml"));
  const lines: string[] = [];
  for (const file of ["gone.yaml", "folder.yaml", "package.json"]) {
    lines.push(linesOf(await thrownBy(() => load(folder, { file }))));
  }
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "CONFIG_NOT_FOUND there is no file gone.yaml
    CONFIG_NOT_FOUND folder.yaml is a folder, not a configuration file
    CONFIG_EMPTY package.json: it has no key mcptest"
  `);
});

test("--no-config reads nothing", async () => {
  const folder = project({ "package.json": {}, "mcptest.config.yaml": "oops" });
  expect(await load(folder, { noConfig: true })).toBeUndefined();
});
