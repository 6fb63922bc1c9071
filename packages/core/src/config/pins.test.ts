import { expect, test } from "vitest";
import { load, request } from "../loader/testing/load.js";
import { installed, packSource } from "../loader/testing/packs.js";
import { type Files, project, without } from "../loader/testing/project.js";
import { selectSuite } from "./select.js";
import { linesOf, load as loadConfig, thrownBy } from "./testing/config.js";

/** Loads the packs of a suite of the configuration in `folder`: `key name version in range`, or the error, one a line. */
async function loaded(folder: string, suite?: string): Promise<string[]> {
  const config = await loadConfig(folder);
  const { packs, errors } = await load(folder, selectSuite(config, { suite }).packs ?? []);
  return [
    ...packs.map(({ key, manifest, range }) => `${key}: ${manifest.name} ${manifest.version} in ${range}`),
    ...errors.map(({ code, message, fix }) => without(folder, `${code} ${message}. ${fix}`)),
  ];
}

test.each([
  ["^1.0.0", "1.1.0-beta.2", "no, by the rule"],
  [">=1.0.0", "2.0.0-rc.1", "no, by the rule"],
  ["^1.1.0-beta", "1.1.0-beta.2", "yes"],
  ["^1.1.0-beta", "1.2.0-beta.1", "no, by the rule"],
  ["^1.1.0-beta", "1.2.0", "yes"],
  ["1.x || 2.0.0-rc.1", "2.0.0-rc.1", "yes"],
  ["1.x || 2.0.0-rc.1", "2.0.0-rc.2", "no"],
  ["1.0.0", "1.0.0+sha", "yes"],
  ["1.0.0+other", "1.0.0+sha", "yes"],
  ["1.0.0", "1.0.1+sha", "no"],
  ["~0.3.0", "0.3.9", "yes"],
  ["^0.3.0", "0.4.0", "no"],
  ["  1.x  ", "1.0.0", "yes"],
  ["*", "3.0.0-rc.1", "yes"],
])("the pin %j takes %s: %s", async (range, version, inside) => {
  const folder = project(installed("w", version));
  const { packs, errors } = await load(folder, [request(folder, "w", { range })]);
  const found = packs.map((pack) => [pack.manifest.version, pack.range]);
  expect(found).toEqual(inside === "yes" ? [[version, range]] : []);
  expect(errors.map(({ code }) => code)).toEqual(inside === "yes" ? [] : ["PACK_PIN_UNSATISFIED"]);
  const rule = "a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch";
  expect(errors.some(({ message }) => message.includes(rule))).toBe(inside === "no, by the rule");
});

const SIDE_BY_SIDE: Files = {
  "package.json": {},
  ...installed("w", "1.4.2"),
  ...installed("w", "2.1.0", { as: "w-next" }),
  ...installed("w", "3.0.0-rc.1", { as: "w-beta" }),
  "packs/p/package.json": { name: "p", version: "0.3.1" },
  "packs/p/index.mjs": packSource("p", "0.3.1"),
  "mcptest.config.yaml": `
packs:
  w: 1.x
  w-next: { pack: w, version: ^2.0.0, options: {} }
  w-beta: { pack: w, version: ">=3.0.0-rc.0 <4" }
  ./packs/p/index.mjs: ^0.3.0
suites:
  all: {}
  old: { packs: [w] }
  new: { packs: [w-next] }
  both: { packs: [w-next, w] }
  exact: { packs: { w: 1.4.2, w-next: { version: 2.1.x }, ./packs/p/index.mjs: "0.3.1" } }
  any: { packs: { w-next: { options: {} } } }
  other: { packs: { w: 1.4.1, w-next: 1.x, w-beta: ">=3", ./packs/p/index.mjs: 0.4.x } }
  own: { packs: { w-next: { pack: w, version: 2.x } } }
`,
};

test("versions of one pack stand side by side under aliases, and a suite pins any of them, or several", async () => {
  const folder = project(SIDE_BY_SIDE);
  expect(await loaded(folder, "all")).toEqual([
    "w: w 1.4.2 in 1.x",
    "w-next: w 2.1.0 in ^2.0.0",
    "w-beta: w 3.0.0-rc.1 in >=3.0.0-rc.0 <4",
    "./packs/p/index.mjs: p 0.3.1 in ^0.3.0",
  ]);
  expect(await loaded(folder)).toEqual(await loaded(folder, "all"));
  expect(await loaded(folder, "old")).toEqual(["w: w 1.4.2 in 1.x"]);
  expect(await loaded(folder, "new")).toEqual(["w-next: w 2.1.0 in ^2.0.0"]);
  expect(await loaded(folder, "both")).toEqual(["w: w 1.4.2 in 1.x", "w-next: w 2.1.0 in ^2.0.0"]);
});

test("the pin of a suite wins over that of the configuration, and without one the latter stays", async () => {
  const folder = project(SIDE_BY_SIDE);
  expect(await loaded(folder, "exact")).toEqual([
    "w: w 1.4.2 in 1.4.2",
    "w-next: w 2.1.0 in 2.1.x",
    "./packs/p/index.mjs: p 0.3.1 in 0.3.1",
  ]);
  expect(await loaded(folder, "any")).toEqual(["w-next: w 2.1.0 in ^2.0.0"]);
  expect(await loaded(folder, "own")).toEqual(["w-next: w 2.1.0 in 2.x"]);
});

test("a suite's pin that the installed version does not satisfy is told with the place of that pin", async () => {
  expect(await loaded(project(SIDE_BY_SIDE), "other")).toMatchInlineSnapshot(`
    [
      "PACK_PIN_UNSATISFIED the pack w, named in mcptest.config.yaml:14:21, is pinned to 1.4.1; installed is w 1.4.2, at <project>/node_modules/w/index.js. Change the pin, or install a version inside it: npm install --save-dev w@1.4.1",
      "PACK_PIN_UNSATISFIED the pack w-next, named in mcptest.config.yaml:14:31, is pinned to 1.x; installed is w 2.1.0, at <project>/node_modules/w-next/index.js. Change the pin, or install a version inside it: npm install --save-dev w-next@npm:w@1.x",
      "PACK_PIN_UNSATISFIED the pack w-beta, named in mcptest.config.yaml:14:44, is pinned to >=3; installed is w 3.0.0-rc.1, at <project>/node_modules/w-beta/index.js (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch). Change the pin, or install a version inside it: npm install --save-dev "w-beta@npm:w@>=3"",
      "PACK_PIN_UNSATISFIED the pack ./packs/p/index.mjs, named in mcptest.config.yaml:14:59, is pinned to 0.4.x; installed is p 0.3.1, at <project>/packs/p/index.mjs. Install a version inside the range, or change the pin.",
    ]
  `);
});

test("what is no range is refused wherever it stands, with what to write", async () => {
  const files = {
    "package.json": {},
    "mcptest.config.yaml": `
mcptest: latest
packs:
  a: latest
  b: "workspace:^1.0.0"
  c: { version: "npm:@acme/pack@^2" }
  d: "git+https://example.com/pack.git#v1"
  e: acme/pack
  f: "https://example.com/pack-1.0.0.tgz"
  g: "link:../pack"
  h: "^1.0.0 and more"
  i: ""
  j: 1.10
suites:
  s: { packs: { a: next, k: "catalog:packs" } }
`,
  };
  const error = await thrownBy(() => loadConfig(project(files)));
  const errors = "errors" in error ? error.errors : [error];
  expect(errors.map((one) => `${linesOf(one)}\n  fix: ${one.fix}`).join("\n")).toMatchInlineSnapshot(`
    "CONFIG_INVALID mcptest.config.yaml:2:1: mcptest: "latest": it looks like a dist-tag, and a tag moves; write a range such as 1.x
      fix: Write the range of mcptest that the configuration is for, in quotes, such as "^1.2".
    PACK_PIN_INVALID mcptest.config.yaml:4:3: packs.a: the pin "latest" of a: it looks like a dist-tag, and a tag moves; write a range such as 1.x
      fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
    PACK_PIN_INVALID mcptest.config.yaml:5:3: packs.b: the pin "workspace:^1.0.0" of b: "workspace:" belongs in a package.json; a pin is the range alone
      fix: Leave this in package.json, and write the range here, such as 1.x, or "*" for any version.
    PACK_PIN_INVALID mcptest.config.yaml:6:3: packs.c: the pin "npm:@acme/pack@^2" of c: "npm:" belongs in a package.json; a pin is the range alone
      fix: Write { pack: "@acme/pack", version: "^2" }, under the name that it has in package.json.
    PACK_PIN_INVALID mcptest.config.yaml:7:3: packs.d: the pin "git+https://example.com/pack.git#v1" of d: it is a URL or a repository; a pin is the range alone
      fix: Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.
    PACK_PIN_INVALID mcptest.config.yaml:8:3: packs.e: the pin "acme/pack" of e: it is a URL or a repository; a pin is the range alone
      fix: Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.
    PACK_PIN_INVALID mcptest.config.yaml:9:3: packs.f: the pin "https://example.com/pack-1.0.0.tgz" of f: it is a URL or a repository; a pin is the range alone
      fix: Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.
    PACK_PIN_INVALID mcptest.config.yaml:10:3: packs.g: the pin "link:../pack" of g: "link:" belongs in a package.json; a pin is the range alone
      fix: Name the pack by its path (./folder), or leave this in package.json and write the range here, such as 1.x.
    PACK_PIN_INVALID mcptest.config.yaml:11:3: packs.h: the pin "^1.0.0 and more" of h: it is no semver range
      fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
    PACK_PIN_INVALID mcptest.config.yaml:12:3: packs.i: the pin "" of i: it is empty; write "*" for any version
      fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
    CONFIG_INVALID mcptest.config.yaml:13:3: packs.j: found the number 1.10; expected a semver range such as "1.x" ("*" for any version), or an object. Put it in quotes: "1.10"; without them it is the number 1.1
      fix: Correct each place that the message names.
    PACK_PIN_INVALID mcptest.config.yaml:15:17: suites.s.packs.a: the pin "next" of a: it looks like a dist-tag, and a tag moves; write a range such as 1.x
      fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
    PACK_PIN_INVALID mcptest.config.yaml:15:26: suites.s.packs.k: the pin "catalog:packs" of k: "catalog:" belongs in a package.json; a pin is the range alone
      fix: Leave this in package.json, and write the range here, such as 1.x, or "*" for any version."
  `);
});

test("the range of mcptest itself: what runs, and how to get what is asked for", async () => {
  const config = (range: string) => ({ "pnpm-lock.yaml": "", "mcptest.config.yaml": `mcptest: "${range}"\n` });
  for (const range of ["^1.2", "1.x", "1.2.3", ">=1.3.0-rc.1 || 1.2.3+build"]) {
    expect(await loadConfig(project(config(range)))).toMatchObject({ mcptest: range });
  }
  const error = await thrownBy(() => loadConfig(project(config("^2.0.0 || >=3 <4"))));
  expect(`${linesOf(error)}\n  fix: ${"fix" in error ? error.fix : ""}`).toMatchInlineSnapshot(`
    "TOOL_VERSION mcptest.config.yaml:1:1: the configuration asks for mcptest ^2.0.0 || >=3 <4, and this is mcptest 1.2.3
      fix: Install a version in that range: pnpm add --save-dev "mcptest@^2.0.0 || >=3 <4"; or change the mcptest key."
  `);
});
