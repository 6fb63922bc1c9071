import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, project, without } from "../loader/testing/project.js";
import { findServer, mcpServer, mcpServersFile } from "./mcp-servers.js";
import { linesOf, load, thrownBy } from "./testing/config.js";

const BOM = "\uFEFF";
const servers = (mcpServers: object) => JSON.stringify({ inputs: [], mcpServers });

async function refusal(files: Files, name: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const folder = project(files);
  const error = await thrownBy(async () => mcpServer(await mcpServersFile(".mcp.json", { cwd: folder, env }), name));
  return without(folder, linesOf(error));
}

test("entries of both kinds, with keys that only clients use", async () => {
  const folder = project({
    "sub/.mcp.json":
      BOM +
      servers({
        a: { command: "node", args: ["s.js"], env: { T: `\${T}` }, disabled: true, timeout: 5 },
        b: { type: "http", url: "https://h/mcp", headers: { A: `Bearer \${T}`, B: `\${NONE:-fall back}` } },
        c: { type: "stdio", command: `\${env:CMD}`, cwd: "x" },
        d: { type: "sse", url: "https://h/sse" },
      }),
  });
  const env = { T: "secret-value", CMD: "run-it" };
  const file = await mcpServersFile("sub/.mcp.json", { cwd: folder, env });
  expect(mcpServer(file, "a")).toEqual({
    file: join(folder, "sub/.mcp.json"),
    secrets: ["secret-value", "secret-value", "run-it"],
    target: {
      kind: "stdio",
      name: "a",
      command: "node",
      args: ["s.js"],
      env: { T: "secret-value" },
      cwd: join(folder, "sub"),
    },
  });
  expect(mcpServer(file, "d").target).toEqual({ kind: "http", name: "d", url: "https://h/sse", headers: [] });
  expect(mcpServer(file, "b").target).toEqual({
    kind: "http",
    name: "b",
    url: "https://h/mcp",
    headers: [
      ["A", "Bearer secret-value"],
      ["B", "fall back"],
    ],
  });
  expect(mcpServer(file, "c").target).toMatchObject({ command: "run-it", cwd: join(folder, "sub/x") });
});

test("only the entry that is asked for has to be right", async () => {
  const folder = project({
    ".mcp.json": servers({ good: { command: "a" }, bad: { command: 1 }, unset: { url: `\${URL}` } }),
  });
  const file = await mcpServersFile(".mcp.json", { cwd: folder, env: {} });
  expect(file.names).toEqual(["good", "bad", "unset"]);
  expect(mcpServer(file, "good").target).toMatchObject({ command: "a" });
});

test("what is wrong with an entry or the file", async () => {
  const entries = servers({
    number: { command: 1, args: "x" },
    both: { command: "a", url: "http://h" },
    none: {},
    text: "node CANARY",
    unset: { command: "a", args: [`\${A}`, `\${B}`] },
    input: { command: "a", env: { K: `\${input:key}` } },
  });
  const proto = '{ "mcpServers": { "a": { "command": "a", "env": { "__proto__": "x" } } } }';
  const lines: string[] = [];
  for (const name of ["number", "both", "none", "text", "unset", "input", "nubmer"]) {
    lines.push(`${name}: ${await refusal({ ".mcp.json": entries }, name)}`);
  }
  lines.push(await refusal({ ".mcp.json": proto }, "a"));
  lines.push(await refusal({ ".mcp.json": "" }, "a"));
  lines.push(await refusal({ ".mcp.json": '{ "servers": {} }' }, "a"));
  lines.push(await refusal({ ".mcp.json": "{" }, "a"));
  lines.push(await refusal({}, "a"));
  expect(lines.join("\n")).not.toContain("CANARY");
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "number: CONFIG_INVALID .mcp.json:1:38: mcpServers.number.command: found the number 1; expected the program to start, without its arguments. Put it in quotes
    CONFIG_INVALID .mcp.json:1:50: mcpServers.number.args: found a text; expected a list of texts, one for each argument
    both: CONFIG_INVALID .mcp.json:1:62: mcpServers.both: it has a command and a url; a server is reached by one of them
    none: CONFIG_INVALID .mcp.json:1:102: mcpServers.none: it has neither a command nor a url
    text: CONFIG_INVALID .mcp.json:1:112: mcpServers.text: found a text; expected an object of keys and values
    unset: CONFIG_VARIABLE .mcp.json:1:164: mcpServers.unset.args[0]: the environment variable A is not set
    CONFIG_VARIABLE .mcp.json:1:171: mcpServers.unset.args[1]: the environment variable B is not set
    input: CONFIG_INVALID .mcp.json:1:210: mcpServers.input.env.K: a \${ begins a variable such as \${NAME}, and this is none; write $\${ where \${ itself is meant
    nubmer: SERVER_UNKNOWN there is no server "nubmer". Did you mean "number"? There are: number, both, none, text, unset, input.
    CONFIG_INVALID .mcp.json:1:51: mcpServers.a.env.__proto__: no key may have this name
    CONFIG_INVALID .mcp.json: the file is empty
    CONFIG_INVALID .mcp.json: mcpServers: it is missing; expected an object
    CONFIG_UNREADABLE .mcp.json:1:2: a closing } is expected
    CONFIG_NOT_FOUND there is no file .mcp.json"
  `);
});

test("a name is looked up in the configuration, then in the files of clients, nearest first, inside the project", async () => {
  const folder = project({
    ".mcp.json": servers({ outside: { command: "outside" } }),
    "app/package.json": {},
    "app/mcptest.config.yaml": "servers: { a: { command: from-config } }",
    "app/.mcp.json": servers({ a: { command: "from-client" }, b: { command: "upper" }, c: { command: "upper" } }),
    "app/sub/mcp.json": servers({ b: { command: "nearer" } }),
  });
  const cwd = join(folder, "app/sub");
  const config = await load(cwd);
  const commands: unknown[] = [];
  for (const name of ["a", "b", "c"]) commands.push((await findServer(name, { config, cwd, env: {} })).target);
  expect(commands).toMatchObject([{ command: "from-config" }, { command: "nearer" }, { command: "upper" }]);
  expect(linesOf(await thrownBy(() => findServer("outside", { config, cwd, env: {} })))).toMatchInlineSnapshot(
    `"SERVER_UNKNOWN there is no server "outside". There are: a, b, c."`,
  );
  expect(linesOf(await thrownBy(() => findServer("a", { cwd: join(folder, "none"), env: {} })))).toMatchInlineSnapshot(
    `"SERVER_UNKNOWN there is no server "a". There are none."`,
  );
});
