import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nativeImport } from "../loader/testing/native-import.js";
import { type Files, project } from "../loader/testing/project.js";
import { readConfig } from "./read.js";
import { configOf, linesOf, load, refusal, thrownBy } from "./testing/config.js";

const BOM = new Uint8Array([0xef, 0xbb, 0xbf]);
const utf8 = (text: string) => new TextEncoder().encode(text);
const servers = '{ "servers": { "a": { "url": "http://127.0.0.1/mcp" } } }';
const hasServer = { servers: new Map([["a", { kind: "http", name: "a", url: "http://127.0.0.1/mcp", headers: [] }]]) };

describe("encodings", () => {
  test.each(["json", "yaml"])("a byte order mark of UTF-8 is accepted in .%s", async (extension) => {
    const content = new Uint8Array([...BOM, ...utf8(servers)]);
    expect(await configOf({ [`mcptest.config.${extension}`]: content })).toMatchObject(hasServer);
  });

  test("in a package.json too", async () => {
    const content = new Uint8Array([...BOM, ...utf8(`{ "mcptest": ${servers} }`)]);
    expect(await configOf({ "package.json": content })).toMatchObject(hasServer);
  });

  test.each(["json", "yaml", "ts", "mjs"])("UTF-16 and other bytes are refused in .%s", async (extension) => {
    const name = `mcptest.config.${extension}`;
    const little = new Uint8Array(Buffer.from(`\uFEFF${servers}`, "utf16le"));
    const bare = new Uint8Array(Buffer.from(servers, "utf16le"));
    const latin = new Uint8Array([...utf8("# caf"), 0xe9]);
    const refusals = [];
    for (const content of [little, bare, latin]) refusals.push(await refusal({ [name]: content }));
    expect(refusals).toEqual([
      `CONFIG_UNREADABLE ${name}: it is not UTF-8: it looks like UTF-16`,
      `CONFIG_UNREADABLE ${name}: it is not UTF-8: it looks like UTF-16 or binary data`,
      `CONFIG_UNREADABLE ${name}: it is not UTF-8: it holds bytes that UTF-8 does not have`,
    ]);
  });
});

describe("nothing in it", () => {
  const contents: [string, Files][] = [
    ["empty JSON", { "mcptest.config.json": "" }],
    ["a byte order mark alone", { "mcptest.config.json": BOM }],
    ["null in JSON", { "mcptest.config.json": "null" }],
    ["a list in JSON", { "mcptest.config.json": "[]" }],
    ["a text in JSON", { "mcptest.config.json": '"x"' }],
    ["empty YAML", { "mcptest.config.yaml": "\n\n" }],
    ["comments in YAML", { "mcptest.config.yaml": "# later\n" }],
    ["a list in YAML", { "mcptest.config.yaml": "- a\n" }],
    ["null in package.json", { "package.json": { mcptest: null } }],
    ["a text in package.json", { "package.json": { mcptest: "^1" } }],
    ["empty TypeScript", { "mcptest.config.ts": "" }],
    ["TypeScript without default", { "mcptest.config.ts": "export const servers = {};" }],
    ["a function in JavaScript", { "mcptest.config.mjs": "export default () => ({});" }],
    ["null in JavaScript", { "mcptest.config.mjs": "export default null;" }],
    ["CommonJS without exports", { "mcptest.config.cjs": "" }],
  ];
  test("each is an error", async () => {
    const lines: string[] = [];
    for (const [what, files] of contents) lines.push(`${what}: ${await refusal(files)}`);
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "empty JSON: CONFIG_EMPTY mcptest.config.json: it holds no configuration
      a byte order mark alone: CONFIG_EMPTY mcptest.config.json: it holds no configuration
      null in JSON: CONFIG_EMPTY mcptest.config.json:1:1: it holds nothing (null)
      a list in JSON: CONFIG_INVALID mcptest.config.json:1:1: found a list; expected an object with servers, packs or suites
      a text in JSON: CONFIG_INVALID mcptest.config.json:1:1: found a text; expected an object with servers, packs or suites
      empty YAML: CONFIG_EMPTY mcptest.config.yaml: it holds no configuration
      comments in YAML: CONFIG_EMPTY mcptest.config.yaml: it holds nothing (null)
      a list in YAML: CONFIG_INVALID mcptest.config.yaml:1:1: found a list; expected an object with servers, packs or suites
      null in package.json: CONFIG_EMPTY package.json:2:3: it holds nothing (null)
      a text in package.json: CONFIG_INVALID package.json:2:3: found a text; expected an object with servers, packs or suites
      empty TypeScript: CONFIG_EMPTY mcptest.config.ts: it holds no configuration
      TypeScript without default: CONFIG_EMPTY mcptest.config.ts: it has no default export
      a function in JavaScript: CONFIG_INVALID mcptest.config.mjs: found a function; expected an object with servers, packs or suites
      null in JavaScript: CONFIG_EMPTY mcptest.config.mjs: it holds nothing (null)
      CommonJS without exports: CONFIG_EMPTY mcptest.config.cjs: it holds no configuration"
    `);
  });

  test("an empty object is a configuration", async () => {
    expect(await configOf({ "mcptest.config.json": "{}" })).toMatchObject({
      packs: undefined,
      secrets: [],
      missing: [],
    });
  });
});

describe("JSON", () => {
  test("what is wrong has its place, and no excerpt of the file", async () => {
    const contents = [
      '{ "servers": {}, }',
      '{ "servers": { "a": CANARY } }',
      '{ "servers": [1, 2, }',
      "{ 'servers': {} }",
      '{ "servers": {} } x',
      '{ // note\n "servers": {} }',
      '{ "servers": "abc\n" }',
      '{ "servers"',
      '{ "servers": {}\n  "packs": {} }',
      `{ "servers": ${"[".repeat(20_000)}`,
    ];
    const lines: string[] = [];
    for (const content of contents) {
      lines.push(`${content.slice(0, 40)}\n  ${await refusal({ "mcptest.config.json": content })}`);
    }
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "{ "servers": {}, }
        CONFIG_UNREADABLE mcptest.config.json:1:18: a key in double quotes is expected (a comma before } is not allowed)
      { "servers": { "a": CANARY } }
        CONFIG_UNREADABLE mcptest.config.json:1:21: a word that is no JSON value
      { "servers": [1, 2, }
        CONFIG_UNREADABLE mcptest.config.json:1:21: a value is expected (a comma before ] is not allowed)
      { 'servers': {} }
        CONFIG_UNREADABLE mcptest.config.json:1:3: a word that is no JSON value
      { "servers": {} } x
        CONFIG_UNREADABLE mcptest.config.json:1:19: a word that is no JSON value
      { // note
       "servers": {} }
        CONFIG_UNREADABLE mcptest.config.json:1:3: JSON has no comments; mcptest.config.yaml and mcptest.config.ts have
      { "servers": "abc
      " }
        CONFIG_UNREADABLE mcptest.config.json:1:14: a text that does not end on its line
      { "servers"
        CONFIG_UNREADABLE mcptest.config.json:1:12: a colon is expected
      { "servers": {}
        "packs": {} }
        CONFIG_UNREADABLE mcptest.config.json:2:3: a comma is expected
      { "servers": [[[[[[[[[[[[[[[[[[[[[[[[[[[
        CONFIG_UNREADABLE mcptest.config.json: it is nested too deeply"
    `);
  });

  test("a key that stands there twice has its place", async () => {
    const content = '{\n  "servers": {\n    "a": { "url": "http://h/" },\n    "a": { "url": "http://i/" }\n  }\n}';
    expect(await refusal({ "mcptest.config.json": content })).toMatchInlineSnapshot(
      `"CONFIG_INVALID mcptest.config.json:4:5: servers.a: the key stands there twice"`,
    );
    expect(
      await refusal({ "mcptest.config.json": '{ "tolerate": [{}, { "check": 1, "check": 2 }] }' }),
    ).toMatchInlineSnapshot(`"CONFIG_INVALID mcptest.config.json:1:34: tolerate[1].check: the key stands there twice"`);
  });

  test("places in a package.json count from its start", async () => {
    expect(await refusal({ "package.json": '{\n  "mcptest": {\n    "severs": {}\n  }\n}' })).toMatchInlineSnapshot(
      `"CONFIG_INVALID package.json:3:5: severs: there is no such key. Did you mean "servers"? There are: $schema, mcptest, servers, packs, suites, browser, tolerate."`,
    );
  });
});

describe("YAML", () => {
  test("merge keys work, also with a list and with what overrides them", async () => {
    const content = `
servers:
  a: &base { command: node, args: [a.js], env: { A: "1" } }
  b: { <<: *base, args: [b.js] }
  c: { <<: [{ command: other }, *base] }
`;
    const { servers } = await configOf({ "mcptest.config.yaml": content });
    expect(servers.get("b")).toMatchObject({ command: "node", args: ["b.js"], env: { A: "1" } });
    expect(servers.get("c")).toMatchObject({ command: "other", args: ["a.js"] });
  });

  test("on, no and numbers as keys are texts", async () => {
    const content = "servers:\n  on: { command: a }\n  no: { command: b }\n  1: { command: c }\n";
    expect([...(await configOf({ "mcptest.config.yaml": content })).servers.keys()]).toEqual(["1", "on", "no"]);
  });

  test("a pin has to be a text", async () => {
    const content = `
packs:
  one: 1.10
  two: { version: 2 }
  three: 1.2.0
  four: true
  five:
mcptest: 1.20
`;
    expect(await refusal({ "mcptest.config.yaml": content })).toMatchInlineSnapshot(`
      "CONFIG_INVALID mcptest.config.yaml:8:1: mcptest: found the number 1.20; expected a semver range such as "^1.2". Put it in quotes: without them it is the number 1.2
      CONFIG_INVALID mcptest.config.yaml:3:3: packs.one: found the number 1.10; expected a semver range such as "1.x" ("*" for any version), or an object. Put it in quotes: "1.10"; without them it is the number 1.1
      CONFIG_INVALID mcptest.config.yaml:4:10: packs.two.version: found the number 2; expected a semver range such as "1.x". Put it in quotes
      CONFIG_INVALID mcptest.config.yaml:6:3: packs.four: found the boolean true; expected a semver range such as "1.x" ("*" for any version), or an object
      CONFIG_INVALID mcptest.config.yaml:7:3: packs.five: found nothing (null); expected a semver range such as "1.x" ("*" for any version), or an object"
    `);
  });

  test("what is wrong has its place, and no excerpt of the file", async () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
    for (const [index, name] of [..."bcdefghi"].entries()) {
      bomb.push(`${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`).join(",")}]`);
    }
    const contents: [string, string][] = [
      ["two <<", "servers:\n  a: &a { command: a }\n  b: &b { cwd: b }\n  c:\n    <<: *a\n    <<: *b\n"],
      ["a key twice", "servers: {}\npacks: {}\nservers: {}\n"],
      ["alias bomb", `${bomb.join("\n")}\n`],
      ["no such anchor", "servers: *nowhere\n"],
      ["a foreign tag", 'servers: !!js/function "CANARY"\n'],
      ["two documents", "servers: {}\n---\npacks: {}\n"],
      ["a tab", "servers:\n\ta: 1\n"],
      ["text after a text", 'servers:\n  TOKEN: "abc" CANARY\n'],
      ["an open bracket", "servers: [CANARY\npacks: {}\n"],
      ["a map as key", "? { a: CANARY }\n: 1\n"],
      ["nested deeply", `servers: ${"[".repeat(20_000)}`],
    ];
    const lines: string[] = [];
    for (const [what, content] of contents) lines.push(`${what}: ${await refusal({ "mcptest.config.yaml": content })}`);
    expect(lines.join("\n")).not.toContain("CANARY");
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "two <<: CONFIG_UNREADABLE mcptest.config.yaml:6:5: << stands there twice; merge several at once with <<: [*first, *second]
      a key twice: CONFIG_UNREADABLE mcptest.config.yaml:3:1: the key stands there twice
      alias bomb: CONFIG_UNREADABLE mcptest.config.yaml: its aliases expand to too much; at most 100 are followed
      no such anchor: CONFIG_UNREADABLE mcptest.config.yaml: the alias *nowhere stands before its anchor, or has none
      a foreign tag: CONFIG_UNREADABLE mcptest.config.yaml:1:10: Unresolved tag: tag:yaml.org,2002:js/function
      two documents: CONFIG_UNREADABLE mcptest.config.yaml:2:1: a second document begins; a configuration is one document
      a tab: CONFIG_UNREADABLE mcptest.config.yaml:2:1: Tabs are not allowed as indentation
      text after a text: CONFIG_UNREADABLE mcptest.config.yaml:2:16: Unexpected scalar at node end
      an open bracket: CONFIG_UNREADABLE mcptest.config.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]
      a map as key: CONFIG_UNREADABLE mcptest.config.yaml:1:3: a key has to be a text
      nested deeply: CONFIG_UNREADABLE mcptest.config.yaml: it is nested too deeply"
    `);
  });
});

describe("code", () => {
  const typescript = `
import { url } from "./helper";
enum Name { A = "a" }
const port: number = await Promise.resolve(1);
export default { servers: { [Name.A]: { url: url(port) } } };
`;
  const helper = "export const url = (_port: number): string => 'http://127.0.0.1/mcp';";

  describe.each([{ type: "module" }, {}])("in a folder with %j", (packageJson) => {
    test.each(["ts", "mts"])(
      "TypeScript (.%s): enum, top-level await, a helper without extension",
      async (extension) => {
        const folder = project({
          "package.json": packageJson,
          [`mcptest.config.${extension}`]: typescript,
          "helper.ts": helper,
        });
        const before = readdirSync(folder);
        expect(await load(folder)).toMatchObject(hasServer);
        expect(readdirSync(folder)).toEqual(before);
        expect(existsSync(join(folder, "node_modules"))).toBe(false);
      },
    );

    test.each([
      ["mjs", `export default ${servers};`],
      ["cjs", `module.exports = ${servers};`],
      ["js", "type" in packageJson ? `export default ${servers};` : `module.exports = ${servers};`],
      ["cjs", `exports.__esModule = true; exports.default = ${servers};`],
    ])("JavaScript (.%s)", async (extension, content) => {
      expect(
        await load(project({ "package.json": packageJson, [`mcptest.config.${extension}`]: content })),
      ).toMatchObject(hasServer);
    });
  });

  test("a configuration that fails has its place", async () => {
    const contents: [string, string][] = [
      ["ts", "export default {\n  servers: {}\n  packs: {},\n};"],
      ["mts", "const a: { b?: { c: number } } = {};\nexport default a.b!.c;"],
      ["ts", 'import "gone-package";\nexport default {};'],
      ["ts", 'import "./gone";\nexport default {};'],
      ["ts", "throw null;"],
      ["mjs", "export default {\n  servers: {} packs\n};"],
      ["mjs", "await 1;\nthrow new RangeError('no luck');"],
      ["mjs", 'import "gone-package";'],
      ["cjs", "module.exports = {\n  a b };"],
    ];
    const lines: string[] = [];
    for (const [extension, content] of contents)
      lines.push(await refusal({ [`mcptest.config.${extension}`]: content }));
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "CONFIG_UNREADABLE mcptest.config.ts:3:2: SyntaxError: Unexpected token, expected ","
      CONFIG_UNREADABLE mcptest.config.mts:2:5: TypeError: Cannot read properties of undefined (reading 'c')
      CONFIG_UNREADABLE mcptest.config.ts: Cannot find module 'gone-package'
      CONFIG_UNREADABLE mcptest.config.ts: Cannot find module './gone'
      CONFIG_UNREADABLE mcptest.config.ts: it threw null, which is no Error
      CONFIG_UNREADABLE mcptest.config.mjs:2: SyntaxError: Unexpected identifier 'packs'
      CONFIG_UNREADABLE mcptest.config.mjs:2:7: RangeError: no luck
      CONFIG_UNREADABLE mcptest.config.mjs: Cannot find package 'gone-package' imported from <project>/mcptest.config.mjs
      CONFIG_UNREADABLE mcptest.config.cjs:2: SyntaxError: Unexpected identifier 'b'"
    `);
  });

  test("a configuration that never settles ends with its limit", async () => {
    const never = "await new Promise(() => {});\nexport default {};";
    const folder = project({ "c.ts": never, "c.mjs": never });
    const lines: string[] = [];
    for (const shown of ["c.ts", "c.mjs"]) {
      const options = { shown, importModule: nativeImport, timeoutMs: 50 };
      lines.push(linesOf(await thrownBy(() => readConfig(join(folder, shown), options))));
    }
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "CONFIG_UNREADABLE c.ts: it did not finish within 50 ms: a top-level await may never settle
      CONFIG_UNREADABLE c.mjs: it did not finish within 50 ms: a top-level await may never settle"
    `);
  });

  test("a helper with an error is named", async () => {
    const files = { "mcptest.config.ts": 'import "./helper"; export default {};', "helper.ts": "\nlet a = = 1;" };
    expect(await refusal(files)).toMatchInlineSnapshot(
      `"CONFIG_UNREADABLE <project>/helper.ts:2:8: SyntaxError: Unexpected token"`,
    );
  });
});

test("a file of another kind is refused", async () => {
  expect(await refusal({ "a.toml": "x = 1" }, { file: "a.toml" })).toMatchInlineSnapshot(
    `"CONFIG_UNREADABLE a.toml: a .toml file is no configuration that mcptest reads"`,
  );
  expect(await refusal({ config: "x = 1" }, { file: "config" })).toMatchInlineSnapshot(
    `"CONFIG_UNREADABLE config: a file without an extension is no configuration that mcptest reads"`,
  );
});

test("no key makes the reader follow another file", async () => {
  const files = { "mcptest.config.yaml": "$import: ./other.yaml\nservers: {}\n", "other.yaml": "packs: {}" };
  expect(await refusal(files)).toMatchInlineSnapshot(
    `"CONFIG_INVALID mcptest.config.yaml:1:1: ["$import"]: there is no such key. There are: $schema, mcptest, servers, packs, suites, browser, tolerate."`,
  );
});
