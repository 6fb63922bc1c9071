import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { packageOf } from "./package-json.js";
import { resolvePack } from "./resolve.js";
import { type Files, project, without } from "./testing/project.js";
import { runTypeScript } from "./testing/run.js";

const esm = "export default 1;";

/** [what, files, specifier, from (a folder ends with a slash), entry file or the message] */
const situations: [what: string, files: Files, specifier: string, from: string, expected: string][] = [
  [
    "ESM only, package.json hidden",
    { "node_modules/p/package.json": { exports: { ".": { import: "./i.js" } } }, "node_modules/p/i.js": esm },
    "p",
    "c.yaml",
    "node_modules/p/i.js",
  ],
  [
    "import and require",
    {
      "node_modules/p/package.json": { exports: { import: "./i.mjs", require: "./r.cjs" } },
      "node_modules/p/i.mjs": esm,
      "node_modules/p/r.cjs": "",
    },
    "p",
    "c.yaml",
    "node_modules/p/i.mjs",
  ],
  [
    "CommonJS by main",
    { "node_modules/p/package.json": { main: "lib/m" }, "node_modules/p/lib/m.js": "" },
    "p",
    "c.yaml",
    "node_modules/p/lib/m.js",
  ],
  ["index.js", { "node_modules/p/index.js": "" }, "p", "c.yaml", "node_modules/p/index.js"],
  ["a scope", { "node_modules/@s/p/index.js": "" }, "@s/p", "c.yaml", "node_modules/@s/p/index.js"],
  [
    "a path inside a package",
    { "node_modules/p/package.json": { exports: { "./old": "./old.mjs" } }, "node_modules/p/old.mjs": esm },
    "p/old",
    "c.yaml",
    "node_modules/p/old.mjs",
  ],
  ["from a folder", { "node_modules/p/index.js": "", "a/x": "" }, "p", "a/", "node_modules/p/index.js"],
  [
    "the nearer of two",
    { "node_modules/p/index.js": "", "a/node_modules/p/index.js": "" },
    "p",
    "a/c.yaml",
    "a/node_modules/p/index.js",
  ],
  [
    "the package around, by its own name",
    { "package.json": { name: "p", exports: "./i.mjs" }, "i.mjs": esm, "test/x": "" },
    "p",
    "test/c.yaml",
    "i.mjs",
  ],
  ["a file", { "packs/p.mjs": esm }, "./packs/p.mjs", "c.yaml", "packs/p.mjs"],
  ["a file above", { "p.mjs": esm, "a/x": "" }, "../p.mjs", "a/c.yaml", "p.mjs"],
  ["a folder with index.js", { "packs/p/index.js": "" }, "./packs/p", "c.yaml", "packs/p/index.js"],
  [
    "a folder with main",
    { "packs/p/package.json": { main: "m.cjs" }, "packs/p/m.cjs": "" },
    "./packs/p",
    "c.yaml",
    "packs/p/m.cjs",
  ],
  [
    "a folder with exports for import only",
    { "packs/p/package.json": { name: "p", exports: { import: "./i.js" } }, "packs/p/i.js": esm },
    "./packs/p",
    "c.yaml",
    "packs/p/i.js",
  ],
  ["nothing", { "package.json": {} }, "p", "c.yaml", "missing: p is not installed for <project>"],
  [
    "only a dependency of a dependency",
    { "node_modules/q/node_modules/p/index.js": "" },
    "p",
    "c.yaml",
    "missing: p is not installed for <project>",
  ],
  ["a module of Node", {}, "fs", "c.yaml", 'missing: "fs" is no package name'],
  ["a text that is no name", {}, "a b", "c.yaml", 'missing: "a b" is no package name'],
  ["no such file", {}, "./p.mjs", "c.yaml", "missing: there is no file or folder <project>/p.mjs"],
  [
    "a file URL of another host",
    {},
    "file://host/p.mjs",
    "c.yaml",
    "missing: file://host/p.mjs is no file URL of this machine",
  ],
  [
    "main names nothing",
    { "node_modules/p/package.json": { main: "gone.js" } },
    "p",
    "c.yaml",
    "broken: Cannot find module '<project>/node_modules/p/gone.js'",
  ],
  [
    "exports without an entry",
    { "node_modules/p/package.json": { exports: { "./x": "./x.js" } } },
    "p",
    "c.yaml",
    'broken: No "exports" main defined in <project>/node_modules/p/package.json imported from <project>',
  ],
  [
    "package.json that is no JSON",
    { "node_modules/p/package.json": "{" },
    "p",
    "c.yaml",
    'broken: Invalid package config <project>/node_modules/p/package.json while importing "p" from <project>.',
  ],
  [
    "an empty folder",
    { "packs/p/x": "" },
    "./packs/p",
    "c.yaml",
    "broken: <project>/packs/p is a folder without an entry: it has neither a package.json nor an index.js",
  ],
  [
    "a folder whose main names nothing",
    { "p/package.json": { main: "gone" } },
    "./p",
    "c.yaml",
    "broken: <project>/p is a folder without an entry: its package.json names no entry that exists",
  ],
  [
    "main outside of the package",
    { "node_modules/p/package.json": { main: "../../x.js" }, "x.js": "" },
    "p",
    "c.yaml",
    "broken: p leads out of its package to <project>/x.js",
  ],
];

describe.each(["project", "a b#1%20é"])("in a folder %j", (name) => {
  test.each(situations)("%s", async (_what, files, specifier, from, expected) => {
    const folder = project({ "c.yaml": "", ...files }, name);
    const resolution = await resolvePack(specifier, join(folder, from));
    if (resolution.status === "found") {
      expect(without(folder, resolution.file)).toBe(`<project>/${expected}`);
      expect(resolution.url).toBe(pathToFileURL(resolution.file).href);
    } else {
      expect(without(folder, `${resolution.status}: ${resolution.message}`).slice(0, expected.length)).toBe(expected);
    }
  });
});

test("a file URL with encoded characters leads to the file", async () => {
  const folder = project({ "p.mjs": esm }, "a b#1%20é");
  const url = pathToFileURL(join(folder, "p.mjs")).href;
  expect(await resolvePack(url, folder)).toEqual({ status: "found", file: join(folder, "p.mjs"), url });
});

test("a symbolic link, as strict layouts have it, leads to the real path", async () => {
  const folder = project({ "store/p@1.0.0/index.js": "", "node_modules/x": "" });
  symlinkSync(join(folder, "store/p@1.0.0"), join(folder, "node_modules/p"));
  expect(await resolvePack("p", folder)).toMatchObject({ file: join(folder, "store/p@1.0.0/index.js") });
});

test("folders outside of the project are no place to look: NODE_PATH and the home folder", async () => {
  const folder = project({
    "global/p/index.js": "",
    "home/.node_modules/q/index.js": "",
    "app/node_modules/r/index.js": "",
  });
  const script = `
    import { resolvePack } from ${JSON.stringify(join(import.meta.dirname, "resolve.ts"))};
    import { createRequire } from "node:module";
    const from = ${JSON.stringify(join(folder, "app"))};
    const require = createRequire(from + "/noop.js");
    const seen = [];
    for (const name of ["p", "q", "r"]) {
      require.resolve(name);
      seen.push((await resolvePack(name, from)).status);
    }
    console.log(JSON.stringify(seen));`;
  const run = await runTypeScript(script, { NODE_PATH: join(folder, "global"), HOME: join(folder, "home") });
  expect(run.stderr).toBe("");
  expect(JSON.parse(run.stdout)).toEqual(["missing", "missing", "found"]);
});

test("the package.json of a pack: the nearest with its name, past those of build output, inside its node_modules", () => {
  const folder = project({
    "package.json": { name: "app", version: "9.0.0" },
    "node_modules/p/package.json": { name: "p", version: "1.2.3" },
    "node_modules/p/dist/package.json": { type: "module" },
    "node_modules/p/dist/deep/package.json": { name: "p-internal", version: "0.0.0" },
    "node_modules/bare/package.json": { type: "module" },
  });
  const entry = join(folder, "node_modules/p/dist/deep/index.js");
  expect(packageOf(entry, "p")).toMatchObject({ version: "1.2.3", file: join(folder, "node_modules/p/package.json") });
  expect(packageOf(entry, "app")).toBeUndefined();
  expect(packageOf(join(folder, "node_modules/bare/index.js"), "bare")).toBeUndefined();
  expect(packageOf(join(folder, "packs/x.mjs"), "app")).toMatchObject({ version: "9.0.0" });
});
