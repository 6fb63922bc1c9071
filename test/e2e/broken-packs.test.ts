import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { afterAll, expect, test } from "vitest";
import { installed } from "../../packages/core/src/loader/testing/packs.js";
import { mcptest } from "./testing/mcptest.js";
import { project } from "./testing/project.js";

// A server that would be contacted if anything were run.
let connections = 0;
const server = createServer((socket) => {
  connections += 1;
  socket.destroy();
}).listen(0, "127.0.0.1");
await once(server, "listening");
afterAll(() => server.close());
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

const brand = (contract: unknown) => `pack["~mcptest"].contract = ${contract};`;
const schema = (validate: string) =>
  `pack.options = { "~standard": { version: 1, vendor: "test", validate: ${validate} } };`;

/** Packs by what is wrong with them, each the code of an installed package beside what all of them have. */
const broken: Record<string, string> = {
  "inner-missing": 'import "left-out-dep";',
  "own-file-missing": 'import "./gone.js";',
  "syntax-error": "const a b;",
  "throws-error": 'throw new TypeError("no luck");',
  "throws-null": "throw null;",
  "rejects-late": 'await new Promise((_, reject) => setTimeout(reject, 50, new Error("late")));',
  exits: "process.exit(0);",
  "leaves-a-rejection": 'setImmediate(() => Promise.reject(new Error("left alone"))); await new Promise(() => {});',
  "newer-contract": brand(2),
  "older-contract": brand(0),
  "no-contract": brand('"1"'),
  "id-twice": `pack.checks = ["a-check", "a-check"].map((id) => ({
    kind: "check", id, category: "c", title: "t", description: "d", level: "must", since: "1.0.0", phase: "end",
    rule: { source: "s" }, run() {},
  }));`,
  "no-extension-id": 'pack.extension = "widgets";',
  "json-schema-alone": "pack.optionsJsonSchema = {};",
  "other-name": 'pack.name = "another";',
  "takes-no-options": "",
  "refuses-options": schema('() => ({ issues: [{ message: "is missing", path: ["tool"] }] })'),
  "schema-throws": schema('() => { throw new RangeError("oops"); }'),
  "schema-rejects": schema('async () => { throw "oops"; }'),
};
const withOptions = ["takes-no-options", "refuses-options", "schema-throws", "schema-rejects"];

/** A project whose configuration names all of them, and some that cannot be imported at all. */
function projectWith(entry: object): string {
  const options = { tool: "make" };
  const long = (name: string) => ({ ...entry, ...(withOptions.includes(name) ? { options } : {}) });
  const packs = {
    ...Object.fromEntries(Object.keys(broken).map((name) => [name, long(name)])),
    "not-installed": { ...entry, version: "^1.0.0" },
    "a-prerelease": { ...entry, version: "^1.0.0" },
    "another-major": { ...entry, version: "1.x" },
    "no-version": { ...entry, version: "1.x" },
    "no-entry": entry,
    "no-pack": entry,
    "an-alias": { ...entry, pack: "the-package", version: "2.x" },
    "an-alias-without-a-pin": { ...entry, pack: "the-package" },
    "well-and-good": entry,
  };
  const files = Object.entries(broken).map(([name, code]) => installed(name, "1.0.0", { code }));
  return project({
    ...Object.assign({}, ...files),
    ...installed("a-prerelease", "1.1.0-beta.2+sha"),
    ...installed("another-major", "2.0.0", { code: 'throw new Error("it ran")' }),
    ...installed("another-package", "2.0.0", { as: "an-alias" }),
    ...installed("another-package", "2.0.0", { as: "an-alias-without-a-pin" }),
    ...installed("well-and-good", "1.0.0"),
    "node_modules/no-version/index.js": "",
    "node_modules/no-entry/package.json": { name: "no-entry", exports: { "./x": "./x.js" } },
    "node_modules/no-pack/index.js": "module.exports = { name: 'w' };",
    "mcptest.config.json": { servers: { local: { url } }, packs },
  });
}

/** What is told about such a project. */
async function told(entry: object): Promise<string> {
  const cwd = projectWith(entry);
  const { code, stdout, stderr, left } = await mcptest(["run"], { cwd });
  expect({ code, stdout, left }).toEqual({ code: 2, stdout: "", left: [] });
  return stderr.replaceAll(cwd, "FOLDER").replace(/mcptest\.config\.json:\d+:\d+/g, "mcptest.config.json");
}

test("everything that is wrong with packs is told at once, in the same words wherever they run, and no server is contacted", async () => {
  const isolated = await told({});
  const inProcess = await told({ isolation: "none" });
  expect(isolated.split("\n\n")).toEqual(inProcess.split("\n\n"));
  expect(isolated).not.toContain("it ran");
  expect(isolated).not.toContain("well-and-good");
  expect(connections).toBe(0);
  expect(isolated).toMatchInlineSnapshot(`
    "mcptest: the pack inner-missing, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/inner-missing/index.js): Cannot find package 'left-out-dep' imported from FOLDER/node_modules/inner-missing/index.js
      why: The pack is there, and its own code fails.
      fix: The author of inner-missing has to declare it; until then: npm install --save-dev left-out-dep
      code: PACK_BROKEN

    mcptest: the pack own-file-missing, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/own-file-missing/index.js): Cannot find module 'FOLDER/node_modules/own-file-missing/gone.js' imported from FOLDER/node_modules/own-file-missing/index.js
      why: The pack is there, and its own code fails.
      fix: Build own-file-missing or install it again: a file of its own is missing.
      code: PACK_BROKEN

    mcptest: the pack syntax-error, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/syntax-error/index.js, at FOLDER/node_modules/syntax-error/index.js:3): SyntaxError: Missing initializer in const declaration
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack throws-error, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/throws-error/index.js, at FOLDER/node_modules/throws-error/index.js:3:7): TypeError: no luck
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack throws-null, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/throws-null/index.js): it threw null, which is no Error
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack rejects-late, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/rejects-late/index.js, at FOLDER/node_modules/rejects-late/index.js:3:57): late
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack exits, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/exits/index.js, at FOLDER/node_modules/exits/index.js:3:9): it called process.exit(0)
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack leaves-a-rejection, named in mcptest.config.json, is there, and importing it fails (FOLDER/node_modules/leaves-a-rejection/index.js, at FOLDER/node_modules/leaves-a-rejection/index.js:3:35): left alone
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: the pack newer-contract, named in mcptest.config.json, was made for contract 2; this mcptest knows contract 1
      why: The pack was made for another number of the pack contract.
      fix: The pack is newer than mcptest. Update mcptest: npm install --save-dev mcptest@latest; or install an older version of the pack.
      code: PACK_CONTRACT

    mcptest: the pack older-contract, named in mcptest.config.json, was made for contract 0; this mcptest knows contract 1
      why: The pack was made for another number of the pack contract.
      fix: The pack is older than mcptest. Update it: npm install --save-dev older-contract@latest; or install an older version of mcptest.
      code: PACK_CONTRACT

    mcptest: the pack no-contract, named in mcptest.config.json, was made for a contract without a number; this mcptest knows contract 1
      why: The pack was made for another number of the pack contract.
      fix: Install a version of the pack, or of mcptest, so that both have the same contract number.
      code: PACK_CONTRACT

    mcptest: the pack id-twice, named in mcptest.config.json, breaks the pack contract (FOLDER/node_modules/id-twice/index.js):
      |   - checks[1] (a-check): its id is that of an earlier check
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID

    mcptest: the pack no-extension-id, named in mcptest.config.json, breaks the pack contract (FOLDER/node_modules/no-extension-id/index.js):
      |   - extension: "widgets" is neither an extension id (prefix/name) nor "*"
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID

    mcptest: the pack json-schema-alone, named in mcptest.config.json, breaks the pack contract (FOLDER/node_modules/json-schema-alone/index.js):
      |   - optionsJsonSchema: it describes options, and the pack has no options to validate them with
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID

    mcptest: the pack other-name, named in mcptest.config.json, breaks the pack contract (FOLDER/node_modules/other-name/index.js):
      |   - name: the pack says another, its package.json says other-name
      why: The pack breaks the pack contract.
      fix: Correct each place that the message names if the pack is yours; else report them to the pack's author.
      code: PACK_INVALID

    mcptest: mcptest.config.json: the pack takes-no-options takes no options, and some were given
      why: The options given to the pack are not what it accepts.
      fix: Take the options away.
      code: PACK_OPTIONS

    mcptest: mcptest.config.json: the options of refuses-options are refused:
      |   - tool: is missing
      why: The options given to the pack are not what it accepts.
      fix: Correct each place that the message names; the pack's README lists its options.
      code: PACK_OPTIONS

    mcptest: mcptest.config.json: the option schema of schema-throws failed: oops
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: mcptest.config.json: the option schema of schema-rejects failed: it threw
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: cannot find the pack not-installed, named in mcptest.config.json, because not-installed is not installed for FOLDER
      why: Node cannot find the pack from the place that names it.
      fix: Install it as a direct dependency: npm install --save-dev "not-installed@^1.0.0"
      code: PACK_NOT_FOUND

    mcptest: the pack a-prerelease, named in mcptest.config.json, is pinned to ^1.0.0; installed is a-prerelease 1.1.0-beta.2+sha, at FOLDER/node_modules/a-prerelease/index.js (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch)
      why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
      fix: Change the pin, or install a version inside it: npm install --save-dev "a-prerelease@^1.0.0"
      code: PACK_PIN_UNSATISFIED

    mcptest: the pack another-major, named in mcptest.config.json, is pinned to 1.x; installed is another-major 2.0.0, at FOLDER/node_modules/another-major/index.js
      why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
      fix: Change the pin, or install a version inside it: npm install --save-dev another-major@1.x
      code: PACK_PIN_UNSATISFIED

    mcptest: the pack no-version, named in mcptest.config.json, is pinned to 1.x, and no package.json above FOLDER/node_modules/no-version/index.js gives a version of no-version.
      why: No package.json with the pack's name stands above its entry file, so its version cannot be checked.
      fix: Take the pin away, or give the pack a package.json with its name and version.
      code: PACK_VERSION_UNKNOWN

    mcptest: the pack no-entry, named in mcptest.config.json, has no usable entry: No "exports" main defined in FOLDER/node_modules/no-entry/package.json imported from FOLDER
      why: The pack is there, and its own code fails.
      fix: Correct the code of the pack if it is yours; else install a version that works, or report it to the pack's author.
      code: PACK_BROKEN

    mcptest: no-pack, named in mcptest.config.json, is no pack (FOLDER/node_modules/no-pack/index.js): its default export is an object without the mark that definePack sets
      why: The module exports no pack.
      fix: Export the result of definePack as default.
      code: PACK_NOT_A_PACK

    mcptest: the pack an-alias, named in mcptest.config.json, is to be an alias of the-package; installed as an-alias is another-package 2.0.0, at FOLDER/node_modules/an-alias/index.js
      why: Node cannot find the pack from the place that names it.
      fix: Install the package under that name: npm install --save-dev an-alias@npm:the-package@2.x; or correct the pack that an-alias is said to be.
      code: PACK_NOT_FOUND

    mcptest: the pack an-alias-without-a-pin, named in mcptest.config.json, is to be an alias of the-package; installed as an-alias-without-a-pin is another-package 2.0.0, at FOLDER/node_modules/an-alias-without-a-pin/index.js
      why: Node cannot find the pack from the place that names it.
      fix: Install the package under that name: npm install --save-dev an-alias-without-a-pin@npm:the-package; or correct the pack that an-alias-without-a-pin is said to be.
      code: PACK_NOT_FOUND
    "
  `);
});
