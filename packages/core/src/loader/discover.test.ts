import { join } from "node:path";
import { expect, test } from "vitest";
import { discoverPacks } from "./discover.js";
import { nativeImport } from "./testing/native-import.js";
import { installed } from "./testing/packs.js";
import { addFiles, type Files, project } from "./testing/project.js";

const TASKS = "io.modelcontextprotocol/tasks";

/** The bundled packs besides that for tasks, and their extensions: nothing of these tests takes their place. */
const OTHERS = new Map([
  ["@mcptest/pack-apps", "io.modelcontextprotocol/ui"],
  ["@mcptest/pack-negotiation", "*"],
  ["@mcptest/pack-resource-compat", "*"],
  ["@mcptest/pack-skills", "io.modelcontextprotocol/skills"],
]);
const ANY = [...OTHERS.keys()].map((name) => `${name} 0.1.0 bundled`);

/** A project `app`, and beside it a program with the bundled packs. */
function workspace(packageJson: object, files: Files) {
  const folder = project({ "app/package.json": packageJson, "app/deep/x": "" });
  addFiles(join(folder, "tool"), installed("@mcptest/pack-tasks", "0.1.0", { more: { extension: TASKS } }));
  for (const [name, extension] of OTHERS) {
    addFiles(join(folder, "tool"), installed(name, "0.1.0", { more: { extension } }));
  }
  addFiles(join(folder, "app"), files);
  return folder;
}

async function discovered(folder: string) {
  const { packs, errors } = await discoverPacks({
    cwd: join(folder, "app/deep"),
    bundledFrom: join(folder, "tool"),
    importModule: nativeImport,
  });
  return {
    packs: packs.map(({ manifest, origin, range, named }) => {
      expect({ range, named }).toEqual({ range: "*", named: false });
      return `${manifest.name} ${manifest.version} ${origin === "bundled" ? "bundled" : origin.slice(folder.length)}`;
    }),
    errors: errors.map((error) => error.code),
  };
}

test("packs among the direct dependencies run beside the bundled ones", async () => {
  const folder = workspace(
    { dependencies: { "pack-w": "1", plain: "1" }, devDependencies: { "pack-v": "1", gone: "1" } },
    {
      ...installed("pack-w", "1.0.0"),
      ...installed("pack-v", "2.0.0", { more: { extension: "com.example/v" } }),
      ...installed("transitive", "1.0.0", { more: { extension: "com.example/t" } }),
      "node_modules/plain/index.js": "throw new Error('ran')",
      "node_modules/plain/package.json": { name: "plain" },
    },
  );
  expect(await discovered(folder)).toEqual({
    packs: [
      "pack-v 2.0.0 /app/node_modules/pack-v/index.js",
      "pack-w 1.0.0 /app/node_modules/pack-w/index.js",
      ...ANY,
      "@mcptest/pack-tasks 0.1.0 bundled",
    ],
    errors: [],
  });
});

test("a dependency takes the place of the bundled pack, by its name and by its extension", async () => {
  const more = { extension: TASKS };
  const own = workspace(
    { devDependencies: { "@mcptest/pack-tasks": "1" } },
    installed("@mcptest/pack-tasks", "1.4.0", { more }),
  );
  expect((await discovered(own)).packs).toEqual([
    "@mcptest/pack-tasks 1.4.0 /app/node_modules/@mcptest/pack-tasks/index.js",
    ...ANY,
  ]);
  const other = workspace({ devDependencies: { "other-tasks": "1" } }, installed("other-tasks", "1.0.0", { more }));
  expect((await discovered(other)).packs).toEqual(["other-tasks 1.0.0 /app/node_modules/other-tasks/index.js", ...ANY]);
  const same = installed("@mcptest/pack-negotiation", "0.3.0", { more: { extension: "*" } });
  const named = workspace({ devDependencies: { "@mcptest/pack-negotiation": "0.x" } }, same);
  expect((await discovered(named)).packs).toEqual([
    "@mcptest/pack-negotiation 0.3.0 /app/node_modules/@mcptest/pack-negotiation/index.js",
    "@mcptest/pack-apps 0.1.0 bundled",
    "@mcptest/pack-resource-compat 0.1.0 bundled",
    "@mcptest/pack-skills 0.1.0 bundled",
    "@mcptest/pack-tasks 0.1.0 bundled",
  ]);
});

test("an alias never takes the place of the package itself", async () => {
  const more = { extension: TASKS };
  const folder = workspace(
    { devDependencies: { "a-next": "npm:@mcptest/pack-tasks@2", "@mcptest/pack-tasks": "1" } },
    {
      ...installed("@mcptest/pack-tasks", "2.0.0", { as: "a-next", more }),
      ...installed("@mcptest/pack-tasks", "1.4.0", { more }),
    },
  );
  expect(await discovered(folder)).toEqual({
    packs: [
      "@mcptest/pack-tasks 1.4.0 /app/node_modules/@mcptest/pack-tasks/index.js",
      "@mcptest/pack-tasks 2.0.0 /app/node_modules/a-next/index.js",
      ...ANY,
    ],
    errors: [],
  });
});

test("a broken dependency is an error, and the bundled pack does not hide it", async () => {
  const folder = workspace(
    { devDependencies: { "@mcptest/pack-tasks": "1" } },
    installed("@mcptest/pack-tasks", "1.4.0", { code: "throw new Error('no')" }),
  );
  expect(await discovered(folder)).toEqual({ packs: [...ANY], errors: ["PACK_BROKEN"] });
});

test("the keyword alone, or the key alone, makes no pack", async () => {
  const folder = workspace(
    { dependencies: { a: "1", b: "1", c: "1" } },
    {
      "node_modules/a/package.json": { name: "a", keywords: ["mcptest-pack"] },
      "node_modules/b/package.json": { name: "b", mcptestPack: { contract: 1 } },
      "node_modules/c/package.json": { name: "c", keywords: "mcptest-pack", mcptestPack: { contract: "1" } },
    },
  );
  expect(await discovered(folder)).toEqual({ packs: [...ANY, "@mcptest/pack-tasks 0.1.0 bundled"], errors: [] });
});

test("a dependency that is a pack by its name and is not installed is told, unless it is optional", async () => {
  const folder = workspace(
    {
      dependencies: { "mcptest-pack-gone": "1", plain: "1", there: "npm:mcptest-pack-w@1" },
      devDependencies: { next: "npm:@a/mcptest-pack-w@2", "@mcptest/pack-tasks": "1" },
      optionalDependencies: { "mcptest-pack-perhaps": "1" },
    },
    installed("mcptest-pack-w", "1.0.0", { as: "there" }),
  );
  const { packs, errors, notInstalled } = await discoverPacks({
    cwd: join(folder, "app"),
    bundledFrom: join(folder, "tool"),
    importModule: nativeImport,
  });
  expect(packs.map(({ key }) => key)).toEqual(["there", ...OTHERS.keys(), "@mcptest/pack-tasks"]);
  expect(errors).toEqual([]);
  expect(notInstalled).toEqual(["@mcptest/pack-tasks", "mcptest-pack-gone", "next"]);
});

test("a dependency that says it was made for another contract is refused before its code runs", async () => {
  const folder = workspace(
    { dependencies: { "pack-w": "1" } },
    {
      ...installed("pack-w", "1.0.0", { code: "throw new Error('ran')" }),
      "node_modules/pack-w/package.json": {
        name: "pack-w",
        version: "1.0.0",
        type: "module",
        exports: "./index.js",
        keywords: ["mcptest-pack"],
        mcptestPack: { contract: 2 },
      },
    },
  );
  expect(await discovered(folder)).toEqual({
    packs: [...ANY, "@mcptest/pack-tasks 0.1.0 bundled"],
    errors: ["PACK_CONTRACT"],
  });
});
