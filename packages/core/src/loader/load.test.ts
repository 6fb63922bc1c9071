import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { loadPacks } from "./load.js";
import { load, refusal, request } from "./testing/load.js";
import { nativeImport } from "./testing/native-import.js";
import { installed, packMembers, packSource } from "./testing/packs.js";
import { addFiles, project } from "./testing/project.js";

test("an installed pack: version, pin, origin, hash, and the key under which it was named", async () => {
  const folder = project(installed("mcptest-pack-w", "1.2.0"));
  const { packs, errors } = await load(folder, [request(folder, "mcptest-pack-w", { range: "^1.1" })]);
  expect(errors).toEqual([]);
  const file = join(folder, "node_modules/mcptest-pack-w/index.js");
  expect(packs).toMatchObject([
    {
      key: "mcptest-pack-w",
      manifest: { name: "mcptest-pack-w", version: "1.2.0", contract: 1, extension: "com.example/widgets" },
      range: "^1.1",
      origin: file,
      contentHash: createHash("sha256").update(readFileSync(file)).digest("hex"),
      isolation: "none",
      options: {},
      named: true,
    },
  ]);
});

test("without a pin any version will do, and the range is *", async () => {
  const folder = project({ ...installed("w", "2.0.0-rc.1"), "p.mjs": packSource("p", "1.0.0-beta.1") });
  const stars = [request(folder, "w", { range: "*" }), request(folder, "./p.mjs", { range: "*" })];
  expect(await load(folder, stars)).toMatchObject({ errors: [], packs: [{ range: "*" }, { range: "*" }] });
  expect((await load(folder, [request(folder, "w")])).packs).toMatchObject([{ range: "*" }]);
});

test("a time limit that no timer can hold is no limit, and not one that has passed", async () => {
  const folder = project({
    "p.mjs": `await new Promise((resolve) => setTimeout(resolve, 20));${packSource("p", "1.0.0")}`,
  });
  const { errors } = await load(folder, [request(folder, "./p.mjs")], { importTimeoutMs: 2 ** 40 });
  expect(errors).toEqual([]);
});

test.each([
  ["CommonJS", "node_modules/w/index.js", { main: "index.js" }, "module.exports = PACK;"],
  [
    "CommonJS of a compiled module",
    "node_modules/w/index.js",
    { main: "index.js" },
    "exports.__esModule = true; exports.default = PACK;",
  ],
  ["a default inside the default", "node_modules/w/index.js", { type: "module" }, "export default { default: PACK };"],
  [
    "top-level await",
    "node_modules/w/index.js",
    { type: "module", exports: "./index.js" },
    "export default await Promise.resolve(PACK);",
  ],
])("%s", async (_what, path, packageJson, source) => {
  const pack = `{ ...${JSON.stringify(packMembers("w", "1.0.0"))}, run() {} }`;
  const folder = project({
    "node_modules/w/package.json": { name: "w", version: "1.0.0", ...packageJson },
    [path]: source.replace("PACK", pack),
  });
  const { packs, errors } = await load(folder, [request(folder, "w", { range: "1.x" })]);
  expect(errors).toEqual([]);
  expect(packs).toMatchObject([{ manifest: { name: "w", version: "1.0.0" } }]);
});

test("paths: a file, a folder, a file URL, TypeScript, and folders with odd characters", async () => {
  const folder = project(
    {
      "packs/one.mjs": packSource("one", "0.1.0"),
      "packs/two/package.json": { name: "two", version: "0.3.1", type: "module", exports: "./src/i.js" },
      "packs/two/src/i.js": packSource("two", "0.3.1"),
      "packs/three.ts": `import { answer } from "./helper";\nenum E { A = "a" }\n${packSource("three", "1.0.0", "pack.title = E.A + answer;")}`,
      "packs/helper.ts": "export const answer: string = '!';",
    },
    "a b#1%20é",
  );
  const { packs, errors } = await load(folder, [
    request(folder, "./packs/one.mjs"),
    request(folder, "./packs/two", { range: "^0.3.0" }),
    request(folder, pathToFileURL(join(folder, "packs/one.mjs")).href),
    request(folder, "./packs/three.ts"),
  ]);
  expect(errors).toEqual([]);
  expect(packs.map(({ key, manifest, origin }) => [key.slice(0, 7), manifest.name, manifest.title, origin])).toEqual([
    ["./packs", "one", undefined, join(folder, "packs/one.mjs")],
    ["./packs", "two", undefined, join(folder, "packs/two/src/i.js")],
    ["file://", "one", undefined, join(folder, "packs/one.mjs")],
    ["./packs", "three", "a!", join(folder, "packs/three.ts")],
  ]);
});

test("two versions of one pack stand side by side under an npm alias", async () => {
  const folder = project({ ...installed("w", "1.5.0"), ...installed("w", "2.0.0-rc.1", { as: "w-next" }) });
  const { packs, errors } = await load(folder, [
    request(folder, "w", { range: "1.x" }),
    request(folder, "w-next", { packageName: "w", range: "^2.0.0-rc.0" }),
  ]);
  expect(errors).toEqual([]);
  expect(packs.map(({ key, manifest }) => `${key} is ${manifest.name} ${manifest.version}`)).toEqual([
    "w is w 1.5.0",
    "w-next is w 2.0.0-rc.1",
  ]);
});

test("a pack that a configuration holds itself", async () => {
  const folder = project({ "mcptest.config.ts": "export default {}" });
  const object = { ...packMembers("w", "1.0.0"), run: () => undefined };
  const { packs, errors } = await load(folder, [
    request(folder, "ours", { object, range: "1.x", from: join(folder, "mcptest.config.ts") }),
    request(folder, "theirs", { object, range: "2.x" }),
    request(folder, "nothing", { object: {} }),
  ]);
  expect(packs).toMatchObject([{ key: "ours", origin: join(folder, "mcptest.config.ts"), range: "1.x" }]);
  expect(packs[0]?.pack).toBe(object);
  expect(errors.map((error) => error.code)).toEqual(["PACK_PIN_UNSATISFIED", "PACK_NOT_A_PACK"]);
  expect(errors[0]?.fix).toBe("Change the pin, or the pack that the configuration holds.");
});

test("all errors are collected, in the order of the requests, and what is well is loaded", async () => {
  const folder = project({ ...installed("w", "1.0.0"), "bad.mjs": "throw new Error('no')" });
  const { packs, errors } = await load(folder, [
    request(folder, "absent"),
    request(folder, "w", { range: "2.x" }),
    request(folder, "./bad.mjs"),
    request(folder, "w", { range: "latest" }),
    request(folder, "w"),
  ]);
  expect(errors.map((error) => error.code)).toEqual([
    "PACK_NOT_FOUND",
    "PACK_PIN_UNSATISFIED",
    "PACK_BROKEN",
    "PACK_PIN_INVALID",
  ]);
  expect(packs).toHaveLength(1);
});

test("a pin is checked before the pack runs", async () => {
  const folder = project(installed("w", "1.0.0", { code: "globalThis.packThatRan = true;" }));
  await load(folder, [request(folder, "w", { range: "2.x" })]);
  expect("packThatRan" in globalThis).toBe(false);
});

test("names of the command line come last from the bundled packs; names of a configuration never do", async () => {
  const folder = project({ "tool/x": "", "app/x": "" });
  addFiles(join(folder, "tool"), installed("@mcptest/pack-tasks", "0.4.0"));
  const options = { bundledFrom: pathToFileURL(join(folder, "tool/main.js")).href, importModule: nativeImport };
  const from = join(folder, "app");
  const named = { name: "@mcptest/pack-tasks", specifier: "@mcptest/pack-tasks", from };
  const argument = { ...named, namedIn: "--pack", orBundled: true };
  const bundled = await loadPacks([{ ...argument, range: "^0.4" }], options);
  expect(bundled).toMatchObject({ errors: [], packs: [{ origin: "bundled", manifest: { version: "0.4.0" } }] });
  const outside = await loadPacks([{ ...argument, range: "1.x" }], options);
  expect(outside.errors.map((error) => error.code)).toEqual(["PACK_PIN_UNSATISFIED"]);
  expect(await refusal(from, request(from, "@mcptest/pack-tasks"), options)).toMatchInlineSnapshot(`
    "cannot find the pack @mcptest/pack-tasks, named in mcptest.config.yaml:3:5, because @mcptest/pack-tasks is not installed for <project>; the copy that comes with mcptest is used only where no configuration names packs
      why: Node cannot find the pack from the place that names it.
      fix: Install it as a direct dependency: npm install --save-dev @mcptest/pack-tasks
      code: PACK_NOT_FOUND"
  `);
  addFiles(from, installed("@mcptest/pack-tasks", "0.3.0"));
  expect(await loadPacks([argument], options)).toMatchObject({
    packs: [{ origin: join(from, "node_modules/@mcptest/pack-tasks/index.js"), manifest: { version: "0.3.0" } }],
  });
});

test("options are validated, their defaults applied, and the headers of a second identity taken out", async () => {
  const code = `pack.options = { "~standard": { version: 1, vendor: "test", validate: (value) => {
    globalThis.optionsSeen = JSON.stringify(value);
    return { value: { tool: "default-tool", ...value } };
  } } };`;
  const folder = project(installed("w", "1.0.0", { code }));
  const secondIdentity = { Authorization: "Bearer CANARY-2", "X-Tenant": "b" };
  const { packs } = await load(folder, [request(folder, "w", { options: { secondIdentity, wait: 3 } })]);
  expect(packs[0]).toMatchObject({
    options: { tool: "default-tool", secondIdentity: true, wait: 3 },
    secondIdentity: [
      ["Authorization", "Bearer CANARY-2"],
      ["X-Tenant", "b"],
    ],
  });
  expect((globalThis as { optionsSeen?: string }).optionsSeen).toBe('{"secondIdentity":true,"wait":3}');
});

test("a profile has to be one of the pack", async () => {
  const more = { profiles: { default: "baseline", names: ["baseline", "full"] } };
  const folder = project(installed("w", "1.0.0", { more }));
  expect((await load(folder, [request(folder, "w", { profile: "full" })])).packs).toMatchObject([{ profile: "full" }]);
  expect(await refusal(folder, request(folder, "w", { profile: "ful" }))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, has no profile "ful". Did you mean "full"? There are: baseline, full.
      why: The pack has no profile of that name.
      fix: Use a profile that the message lists.
      code: PROFILE_UNKNOWN"
  `);
});

test("the manifest before the options are known", async () => {
  const code = 'pack.options = { "~standard": { validate: () => { throw new Error("not yet"); } } };';
  const folder = project(installed("w", "1.0.0", { code }));
  const requests = [request(folder, "w", { options: { secondIdentity: 5 } })];
  expect((await load(folder, requests)).errors).toHaveLength(1);
  const { packs, errors } = await load(folder, requests, { withoutOptions: true });
  expect(errors).toEqual([]);
  expect(packs).toMatchObject([{ manifest: { name: "w" }, options: {} }]);
});
