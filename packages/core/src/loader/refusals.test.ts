import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { load, refusal, request } from "./testing/load.js";
import { installed, packSource } from "./testing/packs.js";
import { addFiles, project } from "./testing/project.js";
import { runTypeScript } from "./testing/run.js";

test("not there: the start folder, and the command of the project's package manager", async () => {
  const folder = project({ "pnpm-lock.yaml": "", "packages/a/x": "" });
  const inner = join(folder, "packages/a");
  expect(await refusal(folder, request(inner, "mcptest-pack-w", { range: "^1.0.0" }))).toMatchInlineSnapshot(`
    "cannot find the pack mcptest-pack-w, named in mcptest.config.yaml:3:5, because mcptest-pack-w is not installed for <project>/packages/a
      why: Node cannot find the pack from the place that names it.
      fix: Install it as a direct dependency: pnpm add --save-dev "mcptest-pack-w@^1.0.0"
      code: PACK_NOT_FOUND"
  `);
  expect(await refusal(folder, request(inner, "w-next", { packageName: "w", range: "2.x" }))).toMatchInlineSnapshot(`
    "cannot find the pack w-next, named in mcptest.config.yaml:3:5, because w-next is not installed for <project>/packages/a
      why: Node cannot find the pack from the place that names it.
      fix: Install it as a direct dependency: pnpm add --save-dev w-next@npm:w@2.x
      code: PACK_NOT_FOUND"
  `);
  expect(await refusal(folder, request(inner, "./packs/w.mjs"))).toMatchInlineSnapshot(`
    "cannot find the pack ./packs/w.mjs, named in mcptest.config.yaml:3:5, because there is no file or folder <project>/packages/a/packs/w.mjs
      why: Node cannot find the pack from the place that names it.
      fix: Correct the path; a relative one counts from <project>/packages/a.
      code: PACK_NOT_FOUND"
  `);
  const bare = project({ "packs/w.mjs": packSource("w", "1.0.0") });
  expect(await refusal(bare, request(bare, "packs/w.mjs"))).toMatchInlineSnapshot(`
    "cannot find the pack packs/w.mjs, named in mcptest.config.yaml:3:5, because packs/w.mjs is not installed for <project>; a path begins with ./
      why: Node cannot find the pack from the place that names it.
      fix: Write ./packs/w.mjs
      code: PACK_NOT_FOUND"
  `);
  const slip = request(bare, "@mcptest/pack-taks", { orBundled: true, namedIn: "--pack" });
  expect(await refusal(bare, slip)).toMatchInlineSnapshot(`
    "cannot find the pack @mcptest/pack-taks, named in --pack, because @mcptest/pack-taks is not installed for <project>; did you mean @mcptest/pack-tasks?
      why: Node cannot find the pack from the place that names it.
      fix: Write @mcptest/pack-tasks
      code: PACK_NOT_FOUND"
  `);
});

test("there, and its import misses a package", async () => {
  const folder = project(installed("w", "1.0.0", { code: 'import "left-out-dep";' }));
  expect(await refusal(folder, request(folder, "w"))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/node_modules/w/index.js): Cannot find package 'left-out-dep' imported from <project>/node_modules/w/index.js
      why: The pack is there, and its own code fails.
      fix: The author of w has to declare it; until then: npm install --save-dev left-out-dep
      code: PACK_BROKEN"
  `);
});

test("there, and its import misses what it wants of its user", async () => {
  const files = {
    "node_modules/w/package.json": {
      name: "w",
      version: "1.0.0",
      type: "module",
      peerDependencies: { "@s/peer": "1" },
    },
    "node_modules/w/index.js": "import '@s/peer/part.js';",
    "yarn.lock": "# yarn lockfile v1",
  };
  const folder = project(files);
  const text = await refusal(folder, request(folder, "w"));
  expect(text).toContain("  fix: Install it beside w, which wants it of its user: yarn add --dev @s/peer\n");
});

test("there, and its import misses a file of its own, or, in CommonJS, a package", async () => {
  const folder = project({
    ...installed("w", "1.0.0", { code: 'import "./gone.js";' }),
    "node_modules/c/index.js": 'require("left-out-dep");',
  });
  expect(await refusal(folder, request(folder, "w"))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/node_modules/w/index.js): Cannot find module '<project>/node_modules/w/gone.js' imported from <project>/node_modules/w/index.js
      why: The pack is there, and its own code fails.
      fix: Build w or install it again: a file of its own is missing.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "c"))).toMatchInlineSnapshot(`
    "the pack c, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/node_modules/c/index.js): Cannot find module 'left-out-dep'
      why: The pack is there, and its own code fails.
      fix: The author of c has to declare it; until then: npm install --save-dev left-out-dep
      code: PACK_BROKEN"
  `);
});

test("a pack that imports itself under a name that is missing is still no missing pack", async () => {
  const folder = project({ "node_modules/w/index.js": 'require("w/gone");' });
  expect((await load(folder, [request(folder, "w")])).errors).toMatchObject([{ code: "PACK_BROKEN" }]);
});

test("a syntax error has its line", async () => {
  const folder = project({
    "w.mjs": "const a = 1;\nexport default a b;\n",
    "w.ts": "const a = 1;\nexport default a b;\n",
  });
  expect(await refusal(folder, request(folder, "./w.mjs"))).toMatchInlineSnapshot(`
    "the pack ./w.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/w.mjs, at <project>/w.mjs:2): SyntaxError: Unexpected identifier 'b'
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "./w.ts"))).toMatchInlineSnapshot(`
    "the pack ./w.ts, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/w.ts, at <project>/w.ts:2:16): SyntaxError: Missing semicolon.
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
});

test("thrown: null, a text, an error with its place, a rejection at top-level await", async () => {
  const folder = project({
    "null.mjs": "throw null;",
    "text.mjs": "throw 'no luck';",
    "error.mjs": "\nfunction start() {\n  throw new TypeError('no luck');\n}\nstart();",
    "late.mjs": "await new Promise((_, reject) => setTimeout(reject, 50, new Error('late')));",
    "getter.mjs": "throw new (class extends Error { get message() { throw 1; } })();",
  });
  expect(await refusal(folder, request(folder, "./null.mjs"))).toMatchInlineSnapshot(`
    "the pack ./null.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/null.mjs): it threw null, which is no Error
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "./text.mjs"))).toMatchInlineSnapshot(`
    "the pack ./text.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/text.mjs): it threw "no luck", which is no Error
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "./error.mjs"))).toMatchInlineSnapshot(`
    "the pack ./error.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/error.mjs, at <project>/error.mjs:3:9): TypeError: no luck
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "./late.mjs"))).toMatchInlineSnapshot(`
    "the pack ./late.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/late.mjs, at <project>/late.mjs:1:57): late
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  expect(await refusal(folder, request(folder, "./getter.mjs"))).toMatchInlineSnapshot(`
    "the pack ./getter.mjs, named in mcptest.config.yaml:3:5, is there, and importing it fails (<project>/getter.mjs): it threw something that cannot be read
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
});

test("the thrown error stays at hand as the cause", async () => {
  const folder = project({ "w.mjs": "throw new Error('no luck')" });
  const { errors } = await load(folder, [request(folder, "./w.mjs")]);
  expect((errors[0]!.cause as Error).stack).toContain(pathToFileURL(join(folder, "w.mjs")).href);
});

test("an import that never settles", async () => {
  const folder = project({ "w.mjs": "await new Promise(() => {});" });
  expect(await refusal(folder, request(folder, "./w.mjs"), { importTimeoutMs: 50 })).toMatchInlineSnapshot(`
    "the pack ./w.mjs, named in mcptest.config.yaml:3:5, did not finish its import within 50 ms (<project>/w.mjs): a top-level await may never settle
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
});

test("an import that never settles cannot end the process before the error is told, and an open handle holds no loading", async () => {
  const folder = project({
    "never.mjs": "await new Promise(() => {});",
    "open.mjs": packSource("open", "1.0.0", "setInterval(() => {}, 1000);"),
  });
  const run = await runTypeScript(`
    import { loadPacks } from ${JSON.stringify(join(import.meta.dirname, "load.ts"))};
    const from = ${JSON.stringify(folder)};
    const named = (name) => ({ name, specifier: name, from, namedIn: "--pack" });
    const options = { bundledFrom: from, importTimeoutMs: 200 };
    const { packs, errors } = await loadPacks([named("./open.mjs"), named("./never.mjs")], options);
    console.log(packs.map((pack) => pack.key), errors.map((error) => error.code));
    process.exit(2);`);
  expect(run).toEqual({ code: 2, stderr: "", stdout: "[ './open.mjs' ] [ 'PACK_BROKEN' ]\n" });
});

test("there, and no entry", async () => {
  const folder = project({ "node_modules/w/package.json": { name: "w", exports: { "./x": "./x.js" } } });
  expect(await refusal(folder, request(folder, "w"))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, has no usable entry: No "exports" main defined in <project>/node_modules/w/package.json imported from <project>
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
});

test("no pack", async () => {
  const folder = project({
    "nothing.mjs": "",
    "named.mjs": "export const pack = {}; export const other = 1;",
    "function.mjs": "export default () => {};",
    "object.mjs": `export default { name: "w" };`,
    "text.mjs": "export default 'w';",
  });
  const names = ["nothing", "named", "function", "object", "text"];
  const { errors } = await load(
    folder,
    names.map((name) => request(folder, `./${name}.mjs`)),
  );
  expect(errors.map((error) => error.code)).toEqual(names.map(() => "PACK_NOT_A_PACK"));
  expect(errors.map((error) => error.message.slice(error.message.indexOf("): ") + 3))).toMatchInlineSnapshot(`
    [
      "it exports nothing",
      "it exports other, pack and no default",
      "its default export is a function",
      "its default export is an object without the mark that definePack sets",
      "its default export is no object",
    ]
  `);
  expect(await refusal(folder, request(folder, "./object.mjs"))).toMatchInlineSnapshot(`
    "./object.mjs, named in mcptest.config.yaml:3:5, is no pack (<project>/object.mjs): its default export is an object without the mark that definePack sets
      why: The module exports no pack.
      fix: Export the result of definePack as default.
      code: PACK_NOT_A_PACK"
  `);
});

test("another contract number, and none", async () => {
  const of = (contract: unknown) => `export default { "~mcptest": { kind: "pack", contract: ${contract} } };`;
  const folder = project({ "two.mjs": of(2), "none.mjs": of('"1"') });
  expect(await refusal(folder, request(folder, "./two.mjs"))).toMatchInlineSnapshot(`
    "the pack ./two.mjs, named in mcptest.config.yaml:3:5, was made for contract 2; this mcptest knows contract 1
      why: The pack was made for another number of the pack contract.
      fix: The pack is newer than mcptest. Update mcptest: npm install --save-dev mcptest@latest; or install an older version of the pack.
      code: PACK_CONTRACT"
  `);
  expect(await refusal(folder, request(folder, "./two.mjs"), { knownContract: [3, 4] })).toMatchInlineSnapshot(`
    "the pack ./two.mjs, named in mcptest.config.yaml:3:5, was made for contract 2; this mcptest knows contract 3 and 4
      why: The pack was made for another number of the pack contract.
      fix: The pack is older than mcptest. Build it with a newer @mcptest/pack; or install an older version of mcptest.
      code: PACK_CONTRACT"
  `);
  expect(await refusal(folder, request(folder, "./none.mjs"))).toMatchInlineSnapshot(`
    "the pack ./none.mjs, named in mcptest.config.yaml:3:5, was made for a contract without a number; this mcptest knows contract 1
      why: The pack was made for another number of the pack contract.
      fix: Install a version of the pack, or of mcptest, so that both have the same contract number.
      code: PACK_CONTRACT"
  `);
});

test("outside the pin, with the prerelease rule where it is the reason", async () => {
  const folder = project({
    ...installed("w", "1.1.0-beta.2+sha"),
    "packs/p/package.json": { name: "p", version: "1.0.0" },
    "packs/p/index.mjs": packSource("p", "1.0.0"),
  });
  expect(await refusal(folder, request(folder, "w", { range: "^1.0.0" }))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, is pinned to ^1.0.0; installed is w 1.1.0-beta.2+sha, at <project>/node_modules/w/index.js (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch)
      why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
      fix: Change the pin, or install a version inside it: npm install --save-dev "w@^1.0.0"
      code: PACK_PIN_UNSATISFIED"
  `);
  expect(await refusal(folder, request(folder, "w", { range: "2.x" }))).toMatchInlineSnapshot(`
    "the pack w, named in mcptest.config.yaml:3:5, is pinned to 2.x; installed is w 1.1.0-beta.2+sha, at <project>/node_modules/w/index.js
      why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
      fix: Change the pin, or install a version inside it: npm install --save-dev w@2.x
      code: PACK_PIN_UNSATISFIED"
  `);
  expect(await refusal(folder, request(folder, "./packs/p/index.mjs", { range: "2.x" }))).toMatchInlineSnapshot(`
    "the pack ./packs/p/index.mjs, named in mcptest.config.yaml:3:5, is pinned to 2.x; installed is p 1.0.0, at <project>/packs/p/index.mjs
      why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
      fix: Install a version inside the range, or change the pin.
      code: PACK_PIN_UNSATISFIED"
  `);
});

test("no version to hold against the pin", async () => {
  const folder = project({
    "package.json": { name: "app", version: "1.0.0" },
    "packs/w.mjs": packSource("w", "1.0.0"),
    "node_modules/bare/index.js": "",
    ...installed("w", "2.0.0", { as: "w-next" }),
  });
  expect(await refusal(folder, request(folder, "./packs/w.mjs", { range: "1.x" }))).toMatchInlineSnapshot(`
    "the pack ./packs/w.mjs, named in mcptest.config.yaml:3:5, is pinned to 1.x, and no package.json above <project>/packs/w.mjs gives a version of w.
      why: No package.json with the pack's name stands above its entry file, so its version cannot be checked.
      fix: Take the pin away, or give the pack a package.json with its name and version.
      code: PACK_VERSION_UNKNOWN"
  `);
  expect(await refusal(folder, request(folder, "bare", { range: "1.x" }))).toMatchInlineSnapshot(`
    "the pack bare, named in mcptest.config.yaml:3:5, is pinned to 1.x, and no package.json above <project>/node_modules/bare/index.js gives a version of bare.
      why: No package.json with the pack's name stands above its entry file, so its version cannot be checked.
      fix: Take the pin away, or give the pack a package.json with its name and version.
      code: PACK_VERSION_UNKNOWN"
  `);
  expect(await refusal(folder, request(folder, "w-next", { range: "2.x" }))).toMatchInlineSnapshot(`
    "the pack w-next, named in mcptest.config.yaml:3:5, is pinned to 2.x, and no package.json above <project>/node_modules/w-next/index.js gives a version of w-next. The package there is w.
      why: No package.json with the pack's name stands above its entry file, so its version cannot be checked.
      fix: If w-next is an npm alias of it, write { pack: "w", version: "2.x" }.
      code: PACK_VERSION_UNKNOWN"
  `);
});

test("options that the pack refuses, and schemas that fail", async () => {
  const schema = (validate: string) =>
    `pack.options = { "~standard": { version: 1, vendor: "t", validate: ${validate} } };`;
  const issues = `[{ message: "too short", path: ["roles", 0, { key: "tool" }] }, { message: "no such option" }]`;
  const folder = project({
    "none.mjs": packSource("none", "1.0.0"),
    "refuse.mjs": packSource("refuse", "1.0.0", schema(`async () => ({ issues: ${issues} })`)),
    "throw.mjs": packSource("throw", "1.0.0", schema("() => { throw new Error('oops'); }")),
    "exit.mjs": packSource("exit", "1.0.0", schema("() => process.exit(0)")),
    "exit-late.mjs": packSource(
      "exit-late",
      "1.0.0",
      schema("async () => { await new Promise((resolve) => setTimeout(resolve, 1)); process.exit(0); }"),
    ),
    "never.mjs": packSource("never", "1.0.0", schema("() => new Promise(() => {})")),
  });
  const options = { tool: "make" };
  expect(await refusal(folder, request(folder, "./none.mjs", { options }))).toMatchInlineSnapshot(`
    "mcptest.config.yaml:3:5: the pack none takes no options, and some were given
      why: The options given to the pack are not what it accepts.
      fix: Take the options away.
      code: PACK_OPTIONS"
  `);
  expect(await refusal(folder, request(folder, "./refuse.mjs", { options }))).toMatchInlineSnapshot(`
    "mcptest.config.yaml:3:5: the options of refuse are refused:
      - roles[0].tool: too short
      - no such option
      why: The options given to the pack are not what it accepts.
      fix: Correct each place that the message names; the pack's README lists its options.
      code: PACK_OPTIONS"
  `);
  expect(await refusal(folder, request(folder, "./throw.mjs", { options }))).toMatchInlineSnapshot(`
    "mcptest.config.yaml:3:5: the option schema of throw failed: oops
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  for (const name of ["exit", "exit-late"]) {
    for (const isolate of [false, true]) {
      expect(await refusal(folder, request(folder, `./${name}.mjs`), { isolate })).toContain(
        `: the option schema of ${name} failed: it called process.exit(0)\n`,
      );
    }
  }
  expect(await refusal(folder, request(folder, "./never.mjs"), { importTimeoutMs: 1_000 })).toMatchInlineSnapshot(`
    "mcptest.config.yaml:3:5: the option schema of never failed: it did not settle within 1000 ms
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN"
  `);
  const leak = packSource("leak", "1.0.0", schema("(value) => ({ issues: [{ message: 'bad ' + value.tool }] })"));
  addFiles(folder, { "leak.mjs": leak });
  const secret = request(folder, "./leak.mjs", { options: { tool: "CANARY-8" } });
  const masked = await refusal(folder, secret, { secrets: ["CANARY-8"] });
  expect(masked).toContain("bad [redacted]");
  const badIdentity = request(folder, "./refuse.mjs", { options: { secondIdentity: { "bad name": "CANARY-9" } } });
  const text = await refusal(folder, badIdentity);
  expect(text).toContain("secondIdentity: it is no map of header names to texts that a header can hold");
  expect(text).not.toContain("CANARY");
});
