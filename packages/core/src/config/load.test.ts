import { join } from "node:path";
import { expect, test } from "vitest";
import { loadPacks } from "../loader/load.js";
import { nativeImport } from "../loader/testing/native-import.js";
import { installed } from "../loader/testing/packs.js";
import { addFiles, project } from "../loader/testing/project.js";
import { runTypeScript } from "../loader/testing/run.js";
import { defineConfig } from "./define.js";
import { selectSuite } from "./select.js";
import { load } from "./testing/config.js";

test("a pack resolves from the configuration that names it, wherever the tool stands and runs", async () => {
  const folder = project({
    "package.json": {},
    "packages/a/package.json": {},
    "packages/a/mcptest.config.yaml": "packs: { plugin-x: 1.x }",
    "packages/a/src/deep/x": "",
  });
  addFiles(folder, installed("plugin-x", "1.0.0"));
  addFiles(join(folder, "packages/a"), installed("plugin-x", "1.1.0"));
  const seen = new Set<string>();
  for (const cwd of ["packages/a", "packages/a/src/deep"]) {
    const config = await load(join(folder, cwd));
    const { packs } = await loadPacks(selectSuite(config).packs ?? [], {
      bundledFrom: folder,
      importModule: nativeImport,
    });
    expect(packs).toHaveLength(1);
    for (const { manifest, origin } of packs) seen.add(`${manifest.version} ${origin}`);
  }
  expect([...seen]).toEqual([`1.1.0 ${join(folder, "packages/a/node_modules/plugin-x/index.js")}`]);
});

test("without a configuration nothing heavy is loaded, and with JSON no reader of other forms", async () => {
  const folder = project({
    "none/package.json": {},
    "json/mcptest.config.json": { packs: { p: "1.x" } },
    "json/package.json": {},
  });
  const run = await runTypeScript(`
    import { createRequire } from "node:module";
    import { loadConfig } from ${JSON.stringify(join(import.meta.dirname, "load.ts"))};
    const { cache } = createRequire(import.meta.url);
    const heavy = ["cosmiconfig", "semver", "jsonc-parser", "yaml", "jiti"];
    const loaded = () => heavy.filter((name) => Object.keys(cache).some((file) => file.includes("/node_modules/" + name + "/")));
    for (const folder of ["none", "json"]) {
      const config = await loadConfig({ cwd: ${JSON.stringify(folder)} + "/" + folder, env: {} });
      console.log(config === undefined, loaded().join());
    }`);
  expect(run).toEqual({ code: 0, stderr: "", stdout: "true \nfalse cosmiconfig,semver,jsonc-parser\n" });
});

test("defineConfig gives back what it is given", () => {
  const config = { servers: { a: { command: "a" } }, packs: { p: "1.x" } };
  expect(defineConfig(config)).toBe(config);
});
