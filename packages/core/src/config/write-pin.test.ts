import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { configWithPin, type Pin, pinInCode, withPin } from "./write-pin.js";

const folder = mkdtempSync(join(tmpdir(), "mcptest-pin-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toys: Pin = { name: "mcptest-pack-toys", range: "^1.2.0" };
const scoped: Pin = { name: "@mcptest/pack-tasks", range: "1.x" };
const alias: Pin = { name: "tasks-next", range: "^2.0.0-rc.1", packageName: "@mcptest/pack-tasks" };

async function changed(name: string, text: string, pin: Pin): Promise<string | undefined> {
  const file = join(folder, name);
  writeFileSync(file, text);
  const result = await withPin(file, pin);
  expect(readFileSync(file, "utf8")).toBe(text);
  return result;
}

/** The lines that came, and those that went. */
function difference(before: string, after: string | undefined): string[] {
  const [old, now] = [before.split("\n"), (after ?? "").split("\n")];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`),
  ];
}

const PAGE = `# ours
servers:
  local:   { command: node, args: [server.js] }   # aligned by hand

packs:
  "@mcptest/pack-tasks": 0.x      # the old one
  ./packs/ours:   ^0.3.0
  # the last
  mcptest-pack-widgets:
    # pinned
    version: '^2.0.0'
    options: { tool: make_widget }

suites:
  default: { servers: [local] }
`;

describe("YAML", () => {
  test.each<[what: string, pin: Pin, lines: string[]]>([
    ["a new entry", toys, ['+   mcptest-pack-toys: "^1.2.0"']],
    ["an alias", alias, ['+   tasks-next: { pack: "@mcptest/pack-tasks", version: "^2.0.0-rc.1" }']],
    [
      "a pin that is there",
      scoped,
      ['-   "@mcptest/pack-tasks": 0.x      # the old one', '+   "@mcptest/pack-tasks": 1.x      # the old one'],
    ],
    [
      "the long form",
      { name: "mcptest-pack-widgets", range: ">=2 <3" },
      ["-     version: '^2.0.0'", "+     version: '>=2 <3'"],
    ],
    [
      "a short form that becomes an alias",
      { ...alias, name: "@mcptest/pack-tasks" },
      [
        '-   "@mcptest/pack-tasks": 0.x      # the old one',
        '+   "@mcptest/pack-tasks": { pack: "@mcptest/pack-tasks", version: "^2.0.0-rc.1" }      # the old one',
      ],
    ],
  ])("%s changes its own lines and nothing else", async (_what, pin, lines) => {
    expect(difference(PAGE, await changed("a.yaml", PAGE, pin))).toEqual(lines);
    const crlf = PAGE.replaceAll("\n", "\r\n");
    const after = await changed("a.yaml", crlf, pin);
    expect(after?.replaceAll("\r\n", "\n")).toBe(await changed("a.yaml", PAGE, pin));
    expect(after).not.toMatch(/[^\r]\n/);
  });

  test.each<[what: string, before: string, after: string]>([
    ["an empty file", "", 'packs:\n  mcptest-pack-toys: "^1.2.0"\n'],
    ["comments alone", "# later\n", '# later\npacks:\n  mcptest-pack-toys: "^1.2.0"\n'],
    ["no packs", "servers: {}", 'servers: {}\npacks:\n  mcptest-pack-toys: "^1.2.0"\n'],
    ["an empty flow map", "packs: {}\n", 'packs: { mcptest-pack-toys: "^1.2.0" }\n'],
    ["a flow map", "packs: { a: 1.x } # one\n", 'packs: { a: 1.x, mcptest-pack-toys: "^1.2.0" } # one\n'],
    ["all in flow", '{ "packs": { "a": "1.x", }, }\n', '{ "packs": { "a": "1.x", mcptest-pack-toys: "^1.2.0", }, }\n'],
    ["flow without packs", "{ servers: {} }", '{ servers: {}, packs: { mcptest-pack-toys: "^1.2.0" } }'],
    ["no line break at the end", "packs:\n    a: 1.x", 'packs:\n    a: 1.x\n    mcptest-pack-toys: "^1.2.0"\n'],
    [
      "a long form without version",
      "packs:\n  mcptest-pack-toys:\n    profile: full\n",
      'packs:\n  mcptest-pack-toys:\n    profile: full\n    version: "^1.2.0"\n',
    ],
    ["a double quoted pin", 'packs: { mcptest-pack-toys: "1.x" }', 'packs: { mcptest-pack-toys: "^1.2.0" }'],
    [
      "a long text as the last thing",
      "packs:\n  a:\n    options:\n      text: |\n        b\n",
      'packs:\n  a:\n    options:\n      text: |\n        b\n  mcptest-pack-toys: "^1.2.0"\n',
    ],
  ])("%s", async (_what, before, after) => {
    expect(await changed("b.yml", before, toys)).toBe(after);
  });

  test("an alias that is there gets the package and the version", async () => {
    const before = "packs:\n  tasks-next: { pack: other, version: 1.x } # next\n";
    expect(await changed("c.yaml", before, alias)).toBe(
      'packs:\n  tasks-next: { pack: "@mcptest/pack-tasks", version: ^2.0.0-rc.1 } # next\n',
    );
  });

  test("a pin never reads as a number, a date or a word of YAML", async () => {
    for (const range of ["1", "1.10", "*", ">=1 <2", "1 || 2", "~1.2", "01", "1e3", "2001-01-01"]) {
      const after = await changed("d.yaml", "packs: { a: 0.x.x }\n", { name: "a", range });
      expect(parse(after as string)).toEqual({ packs: { a: range } });
    }
    for (const name of ["on", "null", "true", "1", "@a/b"]) {
      expect(parse(await configWithPin({ name, range: "1.x" }))).toEqual({ packs: { [name]: "1.x" } });
    }
  });

  test.each([
    ["a list", "- a\n"],
    ["packs behind an alias", "x: &x { a: 1.x }\npacks: *x\n"],
    ["an entry behind an alias", "x: &x 1.x\npacks: { mcptest-pack-toys: *x }\n"],
    ["an entry that another is an alias of", "packs: { mcptest-pack-toys: &x 1.x, b: *x }\n"],
    ["packs without a value", "packs: # none yet\nservers: {}\n"],
    ["an entry without a value", "packs:\n  mcptest-pack-toys:\n"],
    ["a second document", "packs: {}\n---\npacks: {}\n"],
  ])("%s is left to whoever wrote it", async (_what, before) => {
    expect(await changed("e.yaml", before, toys)).toBeUndefined();
  });
});

describe("JSON", () => {
  test("a new entry, in the indentation that is there", async () => {
    const before = '{\n\t"servers": {},\n\t"packs": {\n\t\t"a": "1.x"\n\t}\n}\n';
    const after = await changed("mcptest.config.json", before, toys);
    expect(after).toBe(before.replace('"1.x"\n', '"1.x",\n\t\t"mcptest-pack-toys": "^1.2.0"\n'));
  });

  const OURS = `{
  "servers": { "local": { "command": "node",   "args": ["a.js"] } },
  "suites": { "default": { "servers": ["local"] } }
}
`;

  test.each<[what: string, before: string, pin: Pin, lines: string[]]>([
    [
      "a file without packs",
      OURS,
      toys,
      [
        '-   "suites": { "default": { "servers": ["local"] } }',
        '+   "suites": { "default": { "servers": ["local"] } },',
        '+   "packs": {',
        '+     "mcptest-pack-toys": "^1.2.0"',
        "+   }",
      ],
    ],
    [
      "packs on one line",
      OURS.replace("{\n", '{\n  "packs": { "a": "1.x" },\n'),
      toys,
      ['-   "packs": { "a": "1.x" },', '+   "packs": { "a": "1.x", "mcptest-pack-toys": "^1.2.0" },'],
    ],
    [
      "packs without a member",
      OURS.replace("{\n", '{\n  "packs": {},\n'),
      toys,
      ['-   "packs": {},', '+   "packs": {', '+     "mcptest-pack-toys": "^1.2.0"', "+   },"],
    ],
    [
      "a pin that is there",
      OURS.replace("{\n", '{\n  "packs": { "mcptest-pack-toys":"1.x", "b": "2.x" },\n'),
      toys,
      [
        '-   "packs": { "mcptest-pack-toys":"1.x", "b": "2.x" },',
        '+   "packs": { "mcptest-pack-toys":"^1.2.0", "b": "2.x" },',
      ],
    ],
    [
      "the long form of an alias",
      OURS.replace("{\n", '{\n  "packs": { "tasks-next": { "options": {"a": 1} } },\n'),
      alias,
      [
        '-   "packs": { "tasks-next": { "options": {"a": 1} } },',
        '+   "packs": { "tasks-next": { "options": {"a": 1}, "version": "^2.0.0-rc.1", "pack": "@mcptest/pack-tasks" } },',
      ],
    ],
  ])("%s changes its own lines and nothing else", async (_what, before, pin, lines) => {
    const after = await changed("mcptest.config.json", before, pin);
    expect(difference(before, after)).toEqual(lines);
    expect(JSON.parse(after as string)).toMatchObject(JSON.parse(OURS));
    const crlf = await changed("mcptest.config.json", before.replaceAll("\n", "\r\n"), pin);
    expect(crlf).toBe(after?.replaceAll("\n", "\r\n"));
  });

  test("the long form keeps what it has", async () => {
    const before = '{ "packs": { "tasks-next": { "pack": "x", "options": { "a": 1 } } } }';
    expect(JSON.parse((await changed("mcptest.config.json", before, alias)) as string)).toEqual({
      packs: { "tasks-next": { pack: "@mcptest/pack-tasks", version: "^2.0.0-rc.1", options: { a: 1 } } },
    });
  });

  test("in a package.json it stands under the key mcptest", async () => {
    const before = '{\n  "name": "p",\n  "mcptest": {}\n}\n';
    expect(JSON.parse((await changed("package.json", before, toys)) as string)).toEqual({
      name: "p",
      mcptest: { packs: { "mcptest-pack-toys": "^1.2.0" } },
    });
  });
});

test.each([
  ["bom.yaml", "packs: {}"],
  ["bom.json", '{"packs": {}}'],
])("a byte order mark stays in %s", async (name, text) => {
  const after = await changed(name, `\uFEFF${text}`, toys);
  expect(after).toMatch(/^\uFEFF[^\uFEFF]+$/);
  expect(parse((after as string).slice(1))).toEqual({ packs: { "mcptest-pack-toys": "^1.2.0" } });
});

test("code is never edited, and is told what to write", async () => {
  expect(await changed("mcptest.config.ts", "export default {};\n", toys)).toBeUndefined();
  expect(pinInCode(alias)).toBe('packs: { "tasks-next": { pack: "@mcptest/pack-tasks", version: "^2.0.0-rc.1" } }');
  expect(pinInCode(toys)).toBe('packs: { "mcptest-pack-toys": "^1.2.0" }');
});
