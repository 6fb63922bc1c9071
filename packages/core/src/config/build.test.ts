import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { packSource } from "../loader/testing/packs.js";
import { project } from "../loader/testing/project.js";
import { configOf, load, refusal } from "./testing/config.js";

const yaml = (content: string) => ({ "mcptest.config.yaml": content });

test("the configuration of the documentation", async () => {
  const folder = project({
    "package.json": {},
    "mcptest.config.yaml": `
mcptest: ^1.2
servers:
  local:   { command: node, args: [server.js], env: { TOKEN: "\${TOKEN}" } }
  staging: { url: "https://staging.example.com/mcp", headers: { Authorization: "Bearer \${STAGING_TOKEN}" } }
packs:
  "@mcptest/pack-tasks": 1.x
  ./packs/ours: ^0.3.0
  mcptest-pack-widgets: { version: ^2.0.0, options: { tool: make_widget }, profile: full, isolation: none }
  tasks-next: { pack: "@mcptest/pack-tasks", version: ^2.0.0-rc.1 }
suites:
  default: { servers: [local, staging], packs: ["@mcptest/pack-tasks", mcptest-pack-widgets], require: [io.modelcontextprotocol/tasks] }
  gate:    { servers: [staging], packs: { "@mcptest/pack-tasks": 1.2.0, tasks-next: 2.x } }
tolerate:
  - { server: staging, check: tasks-auth-binding, reason: "one principal only", until: 2027-01-31 }
`,
  });
  const file = join(folder, "mcptest.config.yaml");
  const env = { TOKEN: "local-secret", STAGING_TOKEN: "staging-secret" };
  const config = await load(folder, { env, version: "1.3.0" });
  const local = {
    kind: "stdio",
    name: "local",
    command: "node",
    args: ["server.js"],
    env: { TOKEN: "local-secret" },
    cwd: folder,
  };
  const headers = [["Authorization", "Bearer staging-secret"]];
  const staging = { kind: "http", name: "staging", url: "https://staging.example.com/mcp", headers };
  const at = (line: string) => ({ from: file, namedIn: `mcptest.config.yaml:${line}` });
  const tasks = { name: "@mcptest/pack-tasks", specifier: "@mcptest/pack-tasks" };
  const widgets = {
    name: "mcptest-pack-widgets",
    specifier: "mcptest-pack-widgets",
    range: "^2.0.0",
    options: { tool: "make_widget" },
    profile: "full",
    isolation: "none",
    ...at("9:3"),
  };
  const next = { name: "tasks-next", specifier: "tasks-next", packageName: "@mcptest/pack-tasks" };
  const tolerate = [
    { server: "staging", check: "tasks-auth-binding", reason: "one principal only", until: "2027-01-31" },
  ];
  expect(config).toEqual({
    file,
    mcptest: "^1.2",
    servers: new Map<string, unknown>([
      ["local", local],
      ["staging", staging],
    ]),
    packs: [
      { ...tasks, range: "1.x", ...at("7:3") },
      { name: "./packs/ours", specifier: join(folder, "packs/ours"), range: "^0.3.0", ...at("8:3") },
      widgets,
      { ...next, range: "^2.0.0-rc.1", ...at("10:3") },
    ],
    suites: new Map<string, unknown>([
      [
        "default",
        {
          name: "default",
          servers: [local, staging],
          packs: [{ ...tasks, range: "1.x", ...at("7:3") }, widgets],
          require: ["io.modelcontextprotocol/tasks"],
          tolerate,
        },
      ],
      [
        "gate",
        {
          name: "gate",
          servers: [staging],
          packs: [
            { ...tasks, range: "1.2.0", ...at("13:43") },
            { ...next, range: "2.x", ...at("13:73") },
          ],
          require: [],
          tolerate,
        },
      ],
    ]),
    tolerate,
    secrets: ["local-secret", "staging-secret"],
    missing: [],
  });
});

test("every problem is named at once: place, path, what was found, what is allowed", async () => {
  const content = `
severs: {}
servers:
  one: node server.js
  two: { comand: node, args: server.js }
  three: { command: "", args: [a, 1], env: { PORT: 8080, FLAG: true, EMPTY: }, cwd: [] }
  four: { url: "ftp://h", headers: { "bad name": x, Good: 3 } }
  five: { url: "http://h/", command: node }
  six: { url: "http://h/", headers: { A: "1", a: "2", "X": "line\\nbreak" } }
  a/b: { command: node }
  seven: { url: "http://h/", headers: { A: "1", a: "2" } }
packs:
  "Bad Name": 1.x
  one: { verison: 1.x, isolation: process, profile: "" }
  two: workspace:^
  three: [1.x]
  four: { pack: "not a name", version: latest }
suites:
  one: { servers: [tow, one], packs: [on, 3], require: [tasks, "com.example/ok"], options: { two: {} } }
  two: { servers: [], packs: { one: 2 } }
  three: one
tolerate:
  - { check: a }
  - { check: a, reason: b, until: 2027-02-30, server: nine }
  - a
`;
  expect(await refusal(yaml(content))).toMatchInlineSnapshot(`
    "CONFIG_INVALID mcptest.config.yaml:2:1: severs: there is no such key. Did you mean "servers"? There are: $schema, mcptest, servers, packs, suites, browser, tolerate.
    CONFIG_INVALID mcptest.config.yaml:4:3: servers.one: found a text; expected an object of keys and values
    CONFIG_INVALID mcptest.config.yaml:5:3: servers.two: it has neither a command nor a url
    CONFIG_INVALID mcptest.config.yaml:5:10: servers.two.comand: there is no such key. Did you mean "command"? There are: command, args, env, cwd, url, headers.
    CONFIG_INVALID mcptest.config.yaml:6:12: servers.three.command: found ""; expected the program to start, without its arguments
    CONFIG_INVALID mcptest.config.yaml:6:35: servers.three.args[1]: found a number; expected a text. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:6:46: servers.three.env.PORT: found a number; expected a text. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:6:58: servers.three.env.FLAG: found a boolean; expected a text. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:6:70: servers.three.env.EMPTY: found nothing (null); expected a text
    CONFIG_INVALID mcptest.config.yaml:6:80: servers.three.cwd: found a list; expected a folder
    CONFIG_INVALID mcptest.config.yaml:7:11: servers.four.url: found a text; expected a URL that begins with http:// or https://
    CONFIG_INVALID mcptest.config.yaml:7:38: servers.four.headers["bad name"]: the name is not allowed; expected a header name (letters, digits and hyphens)
    CONFIG_INVALID mcptest.config.yaml:7:53: servers.four.headers.Good: found a number; expected a text. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:8:3: servers.five: it has a command and a url; a server is reached by one of them
    CONFIG_INVALID mcptest.config.yaml:9:55: servers.six.headers.X: found a text; expected a text without line breaks and of characters that a header can hold
    CONFIG_INVALID mcptest.config.yaml:10:3: servers["a/b"]: the name is not allowed; expected one without / and control characters
    CONFIG_INVALID mcptest.config.yaml:11:30: servers.seven.headers: the header a stands there twice
    CONFIG_INVALID mcptest.config.yaml:13:3: packs["Bad Name"]: the name is neither that of an npm package nor a path that begins with ./
    CONFIG_INVALID mcptest.config.yaml:14:24: packs.one.isolation: found "process"; expected "none"
    CONFIG_INVALID mcptest.config.yaml:14:44: packs.one.profile: found ""; expected the name of a profile
    CONFIG_INVALID mcptest.config.yaml:14:10: packs.one.verison: there is no such key. Did you mean "version"? There are: version, options, pack, isolation, profile.
    PACK_PIN_INVALID mcptest.config.yaml:15:3: packs.two: the pin "workspace:^" of two: "workspace:" belongs in a package.json; a pin is the range alone
    CONFIG_INVALID mcptest.config.yaml:16:3: packs.three: found a list; expected a semver range such as "1.x" ("*" for any version), or an object
    PACK_PIN_INVALID mcptest.config.yaml:17:3: packs.four: the pin "latest" of four: it looks like a dist-tag, and a tag moves; write a range such as 1.x
    CONFIG_INVALID mcptest.config.yaml:17:11: packs.four.pack: found "not a name"; expected the npm name behind the alias four
    CONFIG_INVALID mcptest.config.yaml:23:5: tolerate[0].reason: it is missing; expected why it is tolerated
    CONFIG_INVALID mcptest.config.yaml:24:28: tolerate[1].until: found "2027-02-30"; expected a date such as "2027-01-31"
    CONFIG_INVALID mcptest.config.yaml:25:5: tolerate[2]: found "a"; expected an object of keys and values
    CONFIG_INVALID mcptest.config.yaml:19:39: suites.one.packs[0]: there is no pack "on". There are: Bad Name, one, two, three, four.
    CONFIG_INVALID mcptest.config.yaml:19:43: suites.one.packs[1]: found the number 3; expected the name of a pack
    CONFIG_INVALID mcptest.config.yaml:19:20: suites.one.servers[0]: there is no server "tow". Did you mean "two"? There are: one, two, three, four, five, six, a/b, seven.
    CONFIG_INVALID mcptest.config.yaml:19:94: suites.one.options.two: there is no pack "two". There are none.
    CONFIG_INVALID mcptest.config.yaml:19:57: suites.one.require[0]: "tasks" is no extension id. There is no slash, so the identifier has no prefix; the form is prefix/name.
    CONFIG_INVALID mcptest.config.yaml:20:10: suites.two.servers: found a list; expected at least one server
    CONFIG_INVALID mcptest.config.yaml:21:3: suites.three: found "one"; expected an object of keys and values"
  `);
});

test("sections of the wrong kind", async () => {
  expect(
    await refusal(yaml("servers: []\npacks: 1\nsuites: x\ntolerate: {}\nmcptest: newest\n$schema: 1\n")),
  ).toMatchInlineSnapshot(`
    "CONFIG_INVALID mcptest.config.yaml:6:1: ["$schema"]: found the number 1; expected a text. Put it in quotes
    CONFIG_INVALID mcptest.config.yaml:1:1: servers: found a list; expected an object of keys and values
    CONFIG_INVALID mcptest.config.yaml:2:1: packs: found the number 1; expected an object of keys and values
    CONFIG_INVALID mcptest.config.yaml:3:1: suites: found "x"; expected an object of keys and values
    CONFIG_INVALID mcptest.config.yaml:4:1: tolerate: found an object; expected a list of entries
    CONFIG_INVALID mcptest.config.yaml:5:1: mcptest: "newest": it looks like a dist-tag, and a tag moves; write a range such as 1.x"
  `);
});

test("a value that may be a secret is never part of a message", async () => {
  const content = `
servers:
  a: CANARY-1
  b: { url: "htp://user:CANARY-2@h/?token=CANARY-3" }
  c: { url: "http://h/", headers: { A: "CANARY-4\\n", B: [CANARY-5] } }
  d: { command: node, args: CANARY-6, env: { T: [CANARY-7] } }
  e: { command: node, args: [{ x: CANARY-8 }], env: CANARY-9 }
  f: { url: CANARY-10 }
packs:
  p: { options: { a: "\${ CANARY }" }, profile: 3 }
suites:
  s: { options: CANARY-11 }
`;
  const text = await refusal(yaml(content));
  expect(text.split("\n").length).toBeGreaterThan(9);
  expect(text.replace(`\${ CANARY }`, "")).not.toContain("CANARY");
});

describe("keys that reach into prototypes", () => {
  test.each([
    ["yaml", "servers:\n  __proto__: { command: a }\n"],
    ["json", '{ "servers": { "a": { "command": "a", "env": { "__proto__": "x" } } } }'],
    ["json", '{ "__proto__": { "servers": {} } }'],
    ["yaml", "packs:\n  p: { options: { list: [{ constructor: { prototype: 1 } }] } }\n"],
    ["json", '{ "suites": { "prototype": {} } }'],
    ["mjs", 'export default { servers: { ["__proto__"]: { command: "a" } } };'],
    ["yaml", "servers:\n  a: &a { __proto__: { polluted: 1 } }\n  b: { <<: *a }\n"],
  ])("in .%s: %s", async (extension, content) => {
    const text = await refusal({ [`mcptest.config.${extension}`]: content });
    expect(text).toMatch(/^(CONFIG_INVALID \S+: \S*(__proto__|constructor|prototype): no key may have this name\n?)+$/);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("a circle in a configuration that is code ends", async () => {
    const content = "const options = {}; options.self = options; export default { packs: { p: { options } } };";
    expect(await refusal({ "mcptest.config.mjs": content })).toMatch(/it is nested deeper than 64 levels$/);
  });
});

test("there is no extends, and the key says so", async () => {
  expect(await refusal(yaml("extends: ./other.yaml\nservers: {}\n"))).toMatchInlineSnapshot(
    `"CONFIG_EXTENDS mcptest.config.yaml:1:1: extends: an mcptest configuration cannot extend another"`,
  );
});

describe("the range of mcptest itself", () => {
  test.each(["^1.2", "1.x", ">=1 <2", "*", "1.2.3"])("%s takes 1.2.3", async (range) => {
    expect(await configOf(yaml(`mcptest: "${range}"`))).toMatchObject({ mcptest: range });
  });

  test("another version is told alone, since a newer one may know more keys", async () => {
    expect(await refusal(yaml("mcptest: ^2\nnewKey: 1\n"))).toMatchInlineSnapshot(
      `"TOOL_VERSION mcptest.config.yaml:1:1: the configuration asks for mcptest ^2, and this is mcptest 1.2.3"`,
    );
    expect(await refusal(yaml("mcptest: ^1.2\n"), { version: "1.3.0-rc.1" })).toMatchInlineSnapshot(
      `"TOOL_VERSION mcptest.config.yaml:1:1: the configuration asks for mcptest ^1.2, and this is mcptest 1.3.0-rc.1 (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch)"`,
    );
  });

  test("without a version nothing is held against it", async () => {
    expect(await configOf(yaml("mcptest: ^9"), { version: undefined })).toMatchObject({ mcptest: "^9" });
  });
});

describe("packs", () => {
  test("paths count from the folder of the configuration", async () => {
    const folder = project({
      ".git/x": "",
      "ci/c.yaml": "packs: { ../p.mjs: '*', ours: { pack: ./q } }\nservers: { a: { command: a, cwd: ../s } }",
    });
    const config = await load(folder, { file: "ci/c.yaml" });
    expect(config?.packs).toMatchObject([
      { name: "../p.mjs", specifier: join(folder, "p.mjs"), from: join(folder, "ci/c.yaml") },
      { name: "ours", specifier: join(folder, "ci/q") },
    ]);
    expect(config?.servers.get("a")).toMatchObject({ cwd: join(folder, "s") });
  });

  test("a configuration that is code may hold the pack itself, and it is not copied", async () => {
    const config = await configOf({
      "mcptest.config.mjs": `import pack from "./pack.mjs";
        globalThis.heldPack = pack;
        export default {
          packs: { plain: pack, long: { pack, version: "1.x", options: { a: 1 } } },
          suites: { s: { packs: { plain: { options: { b: 2 } }, long: { pack: "other", version: "2.x" } } } },
        };`,
      "pack.mjs": packSource("w", "1.0.0"),
    });
    const { heldPack } = globalThis as { heldPack?: unknown };
    expect(heldPack).toBeDefined();
    expect(config.packs).toMatchObject([{ name: "plain" }, { name: "long", range: "1.x", options: { a: 1 } }]);
    expect(config.packs?.map(({ object }) => object === heldPack)).toEqual([true, true]);
    const own = config.suites.get("s")?.packs;
    expect(own).toMatchObject([{ options: { b: 2 } }, { packageName: "other", range: "2.x", options: { a: 1 } }]);
    expect(own?.map(({ object }) => object === heldPack)).toEqual([true, false]);
  });

  test("options of a suite are laid over those of the pack", async () => {
    const { suites } = await configOf(
      yaml(`
packs: { p: { options: { a: 1, b: { c: 1 } } }, q: "*" }
suites: { s: { options: { p: { b: { d: 2 } }, q: { e: 3 } } } }
`),
    );
    expect(suites.get("s")?.packs?.map(({ options }) => options)).toEqual([{ a: 1, b: { d: 2 } }, { e: 3 }]);
  });
});
