import { describe, expect, test } from "vitest";
import type { HttpTarget } from "../wire/types.js";
import { requirePackVariables, selectSuite, serverNamed } from "./select.js";
import { configOf, linesOf, refusal, thrownBy } from "./testing/config.js";

const yaml = (content: string) => ({ "mcptest.config.yaml": content });
const target: HttpTarget = { kind: "http", name: "target", url: "http://127.0.0.1/", headers: [] };

const content = `
servers:
  local: { command: node }
  staging: { url: "https://h/mcp", headers: { A: "Bearer \${STAGING_TOKEN}", B: "\${STAGING_TOKEN} \${TENANT}" } }
packs:
  p: 1.x
  q: { version: 2.x, options: { secret: "\${Q_SECRET}" } }
suites:
  small: { servers: [local], packs: [p] }
  own: { servers: [local], packs: { q: { options: { secret: "\${OWN_SECRET}" } } } }
`;

describe("which suite", () => {
  test("default if there is one, else every server and every pack", async () => {
    const all = await configOf(yaml("servers: { a: { command: a }, b: { command: b } }\npacks: { p: '*' }"));
    expect(selectSuite(all)).toMatchObject({
      name: "default",
      servers: [{ name: "a" }, { name: "b" }],
      packs: [{ name: "p" }],
      require: [],
    });
    const some = await configOf(
      yaml("servers: { a: { command: a }, b: { command: b } }\nsuites: { default: { servers: [b] } }"),
    );
    expect(selectSuite(some)).toMatchObject({ servers: [{ name: "b" }], packs: undefined });
  });

  test("without a configuration nothing names packs", () => {
    expect(selectSuite(undefined, { targets: [target] })).toEqual({
      name: "default",
      servers: [target],
      packs: undefined,
      require: [],
      tolerate: [],
    });
  });

  test("servers and targets take the place of the suite's", async () => {
    const config = await configOf(yaml(content), { env: { STAGING_TOKEN: "x", TENANT: "y" } });
    expect(selectSuite(config, { suite: "small", server: "staging" })).toMatchObject({
      name: "small",
      servers: [{ name: "staging" }],
      packs: [{ name: "p" }],
    });
    expect(selectSuite(config, { suite: "small", server: ["staging", "local", "staging"] }).servers).toHaveLength(2);
    expect(selectSuite(config, { suite: "small", targets: [target] }).servers).toEqual([target]);
  });

  test("names that stand nowhere are told with those that do", async () => {
    const config = await configOf(yaml(content));
    const lines: string[] = [];
    for (const selection of [
      { suite: "smal" },
      { suite: "default" },
      { server: "loca" },
      { suite: "small", server: ["local", "x"] },
    ]) {
      lines.push(linesOf(await thrownBy(() => selectSuite(config, selection))));
    }
    lines.push(linesOf(await thrownBy(() => selectSuite(undefined, { server: "local" }))));
    lines.push(linesOf(await thrownBy(() => serverNamed(config, "constructor"))));
    expect(lines.join("\n")).toMatchInlineSnapshot(`
      "SUITE_UNKNOWN there is no suite "smal". Did you mean "small"? There are: small, own.
      SUITE_UNKNOWN there is no suite "default". There are: small, own.
      SERVER_UNKNOWN there is no server "loca". Did you mean "local"? There are: local, staging.
      SERVER_UNKNOWN there is no server "x". There are: local, staging.
      SERVER_UNKNOWN there is no server "local". There are none.
      SERVER_UNKNOWN there is no server "constructor". There are: local, staging."
    `);
  });
});

describe("variables", () => {
  test("those that are not set are told together, for what is selected and nothing else", async () => {
    const config = await configOf(yaml(content));
    expect(linesOf(await thrownBy(() => selectSuite(config)))).toMatchInlineSnapshot(`
      "CONFIG_VARIABLE mcptest.config.yaml:4:47: servers.staging.headers.A: the environment variable STAGING_TOKEN is not set
      CONFIG_VARIABLE mcptest.config.yaml:4:77: servers.staging.headers.B: the environment variable STAGING_TOKEN is not set
      CONFIG_VARIABLE mcptest.config.yaml:4:77: servers.staging.headers.B: the environment variable TENANT is not set
      CONFIG_VARIABLE mcptest.config.yaml:7:33: packs.q.options.secret: the environment variable Q_SECRET is not set"
    `);
    expect(linesOf(await thrownBy(() => serverNamed(config, "staging")))).toMatchInlineSnapshot(`
      "CONFIG_VARIABLE mcptest.config.yaml:4:47: servers.staging.headers.A: the environment variable STAGING_TOKEN is not set
      CONFIG_VARIABLE mcptest.config.yaml:4:77: servers.staging.headers.B: the environment variable STAGING_TOKEN is not set
      CONFIG_VARIABLE mcptest.config.yaml:4:77: servers.staging.headers.B: the environment variable TENANT is not set"
    `);
    expect(linesOf(await thrownBy(() => selectSuite(config, { suite: "own" })))).toMatchInlineSnapshot(
      `"CONFIG_VARIABLE mcptest.config.yaml:10:53: suites.own.packs.q.options.secret: the environment variable OWN_SECRET is not set"`,
    );
    expect(selectSuite(config, { suite: "small" })).toMatchObject({ servers: [{ name: "local" }] });
    expect(linesOf(await thrownBy(() => selectSuite(config, { targets: [target] })))).toMatchInlineSnapshot(
      `"CONFIG_VARIABLE mcptest.config.yaml:7:33: packs.q.options.secret: the environment variable Q_SECRET is not set"`,
    );
    expect(serverNamed(config, "local")).toMatchObject({ command: "node" });
  });

  test("those of a pack's own options are told where they still stand in them", async () => {
    const config = await configOf(yaml(content));
    const own = { secret: `\${Q_SECRET}`, other: `\${OWN_SECRET}` };
    expect(linesOf(await thrownBy(() => requirePackVariables(config, "q", own)))).toMatchInlineSnapshot(
      `"CONFIG_VARIABLE mcptest.config.yaml:7:33: packs.q.options.secret: the environment variable Q_SECRET is not set"`,
    );
    expect(() => requirePackVariables(config, "q", { secret: "given" })).not.toThrow();
    expect(() => requirePackVariables(config, "p", own)).not.toThrow();
  });

  test("values are put into servers and options, wherever texts stand, and are secrets", async () => {
    const env = { HOST: "h.example", TOKEN: "abc$&def", EMPTY: "", PATH_PART: `\${TOKEN}` };
    const config = await configOf(
      yaml(`
servers:
  a: { url: "https://\${HOST}/\${PATH_PART}", headers: { X: "\${TOKEN}\${TOKEN}", Y: "\${EMPTY}", Z: "$\${TOKEN} $TOKEN $" } }
  b: { command: "\${HOST}", args: ["--token=\${TOKEN}"], cwd: "/\${HOST}" }
packs: { p: { options: { deep: [{ t: "\${TOKEN}" }] } } }
suites: { s: { options: { p: { u: "\${HOST}" } } } }
tolerate: [{ check: "\${NOT_HERE}", reason: r }]
`),
      { env },
    );
    expect(config.servers.get("a")).toEqual({
      kind: "http",
      name: "a",
      url: `https://h.example/\${TOKEN}`,
      headers: [
        ["X", "abc$&defabc$&def"],
        ["Y", ""],
        ["Z", `\${TOKEN} $TOKEN $`],
      ],
    });
    expect(config.servers.get("b")).toMatchObject({
      command: "h.example",
      args: ["--token=abc$&def"],
      cwd: "/h.example",
    });
    expect(config.packs?.[0]?.options).toEqual({ deep: [{ t: "abc$&def" }] });
    expect(config.suites.get("s")?.packs?.[0]?.options).toEqual({ deep: [{ t: "abc$&def" }], u: "h.example" });
    expect(config.tolerate).toEqual([{ check: `\${NOT_HERE}`, reason: "r" }]);
    expect(config.secrets.sort()).toEqual([`\${TOKEN}`, "abc$&def", "h.example"]);
    expect(config.missing).toEqual([]);
  });

  test("what begins like a variable and is none", async () => {
    const odd = `servers: { a: { command: a, args: ["\${", "\${A-B}", "\${}", "x \${OPEN", "\${A:-b}"] } }`;
    expect(await refusal(yaml(odd))).toMatchInlineSnapshot(`
      "CONFIG_INVALID mcptest.config.yaml:1:36: servers.a.args[0]: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant
      CONFIG_INVALID mcptest.config.yaml:1:42: servers.a.args[1]: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant
      CONFIG_INVALID mcptest.config.yaml:1:52: servers.a.args[2]: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant
      CONFIG_INVALID mcptest.config.yaml:1:59: servers.a.args[3]: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant
      CONFIG_INVALID mcptest.config.yaml:1:71: servers.a.args[4]: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant"
    `);
  });

  test("a name of an object's prototype is no variable", async () => {
    const config = await configOf(yaml(`servers: { a: { command: "\${constructor}" } }`), { env: {} });
    expect(config.missing).toEqual([
      { variable: "constructor", place: "mcptest.config.yaml:1:17: servers.a.command", server: "a" },
    ]);
  });

  test("a value that breaks a header is told without the value", async () => {
    const files = yaml(`servers: { a: { url: "http://h/", headers: { A: "Bearer \${TOKEN}" } } }`);
    const text = await refusal(files, { env: { TOKEN: "CANARY\n" } });
    expect(text).toMatchInlineSnapshot(
      `"CONFIG_INVALID mcptest.config.yaml:1:46: servers.a.headers.A: found a text; expected a text without line breaks and of characters that a header can hold"`,
    );
  });
});
