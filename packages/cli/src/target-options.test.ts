import { McptestError } from "@mcptest/core/errors";
import { describe, expect, test } from "vitest";
import { additionsFrom, chooseTarget, type GivenTarget, type TargetFlags } from "./target-options.js";

const env = { TOKEN: "CANARY-TOKEN", EMPTY: "" };

function choose(given: Partial<GivenTarget>) {
  const flags: TargetFlags = given.flags ?? {};
  const all = { words: [], serverCommand: undefined, invocation: "mcptest run", ...given, flags };
  return chooseTarget(all, additionsFrom(flags, env));
}

function refusal(given: Partial<GivenTarget>): string {
  try {
    choose(given);
  } catch (error) {
    if (error instanceof McptestError) return `${error.code}: ${error.message} ${error.fix}`;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a target", () => {
  test("behind a URL has a name without port, credentials and query", () => {
    expect(choose({ words: ["https://user:pw@example.com:8443/mcp?token=x"] })).toEqual({
      kind: "target",
      target: {
        kind: "http",
        name: "example.com/mcp",
        url: "https://user:pw@example.com:8443/mcp?token=x",
        headers: [],
      },
    });
    expect(choose({ flags: { url: "http://[::1]:3000/" } })).toMatchObject({ target: { name: "[::1]" } });
  });

  test.each([
    [["node", "dist/server.js", "--stdio"], "server.js"],
    [["node", "--import", "tsx", "src/server.ts"], "server.ts"],
    [["npx", "-y", "@scope/server-everything@1.2.0", "stdio"], "@scope/server-everything"],
    [["npx", "--yes", "some-server@latest"], "some-server"],
    [["python3", "-m", "my_server"], "my_server"],
    [["uv", "run", "server.py"], "server.py"],
    [["/opt/bin/my-server", "--port", "3"], "my-server"],
    [["C:server.exe"], "C:server"],
    [["node"], "node"],
  ])("of the command %j is named %j", (serverCommand, name) => {
    const [command, ...args] = serverCommand;
    expect(choose({ serverCommand })).toEqual({ kind: "target", target: { kind: "stdio", name, command, args } });
    expect(choose({ flags: { command, args } })).toEqual(choose({ serverCommand }));
  });

  test("takes headers of a file, of flags and of a variable", () => {
    const flags = { header: ["X-One: 1", "x-empty:"], bearerEnv: "TOKEN" };
    expect(choose({ words: ["http://h/mcp"], flags })).toMatchObject({
      target: {
        headers: [
          ["X-One", "1"],
          ["x-empty", ""],
          ["Authorization", "Bearer CANARY-TOKEN"],
        ],
      },
    });
  });

  test("takes variables and a working directory", () => {
    const flags = { env: ["A=1", "B=x=y", "C="], cwd: "/srv" };
    expect(choose({ serverCommand: ["server"], flags })).toMatchObject({
      target: { env: { A: "1", B: "x=y", C: "" }, cwd: "/srv" },
    });
  });

  test("may be a server of the configuration, or none", () => {
    expect(choose({ flags: { server: "local" } })).toEqual({ kind: "server", name: "local" });
    expect(choose({})).toEqual({ kind: "none", adjusted: false });
    expect(choose({ flags: { header: ["A: b"] } })).toEqual({ kind: "none", adjusted: true });
  });
});

describe("a refusal names the right form", () => {
  test.each<[string, Partial<GivenTarget>, string]>([
    [
      "a host and a port",
      { words: ["localhost:3000"] },
      'TARGET_BAD_URL: "localhost:3000" is no URL of an MCP endpoint. Write the whole URL with its path, such as http://localhost:3000/mcp',
    ],
    [
      "a domain",
      { words: ["example.com/mcp"] },
      'TARGET_BAD_URL: "example.com/mcp" is no URL of an MCP endpoint. Write https://example.com/mcp',
    ],
    [
      "another scheme",
      { words: ["ws://h/mcp"] },
      'TARGET_BAD_URL: "ws://h/mcp" is no URL of an MCP endpoint. mcptest speaks Streamable HTTP: write http:// or https:// in place of ws://.',
    ],
    [
      "a JavaScript file",
      { words: ["./dist/server.js"] },
      'TARGET_BAD_URL: "./dist/server.js" is no URL of an MCP endpoint. To test the server in a file, write: mcptest run -- node ./dist/server.js',
    ],
    [
      "a Python file",
      { words: ["server.py"] },
      'TARGET_BAD_URL: "server.py" is no URL of an MCP endpoint. To test the server in a file, write: mcptest run -- python server.py',
    ],
    [
      "a word",
      { words: ["server"] },
      'TARGET_BAD_URL: "server" is no URL of an MCP endpoint. Write the whole URL, such as http://127.0.0.1:3000/mcp, or put a command after --.',
    ],
    [
      "a broken URL with credentials",
      { words: ["https://user:CANARY@h:99999/mcp?token=CANARY"] },
      'TARGET_BAD_URL: "https://h:99999/mcp" is no URL of an MCP endpoint. Write the whole URL, such as http://127.0.0.1:3000/mcp, or put a command after --.',
    ],
    [
      "a command without --",
      { words: ["npx", "@scope/server"] },
      'TARGET_BAD_URL: "npx" is no URL, and more words follow it. To test the server that a command starts, write -- before it: mcptest run -- npx @scope/server',
    ],
    [
      "two URLs",
      { words: ["http://a/mcp", "http://b/mcp"] },
      "USAGE_TWO_TARGETS: 2 targets are given where one is expected. Keep one of: a positional URL, --url, --command, a command after --, --server.",
    ],
    [
      "a URL and a command",
      { words: ["http://a/mcp"], serverCommand: ["node"] },
      "USAGE_TWO_TARGETS: The target is given 2 times: a positional target, a command after --. Keep one of: a positional URL, --url, --command, a command after --, --server.",
    ],
    [
      "--url and --server",
      { flags: { url: "http://a/mcp", server: "b" } },
      "USAGE_TWO_TARGETS: The target is given 2 times: --url, --server. Keep one of: a positional URL, --url, --command, a command after --, --server.",
    ],
    [
      "nothing behind --",
      { serverCommand: [] },
      "USAGE_NO_TARGET: Nothing follows --. Write the command that starts the server: mcptest run -- node server.js",
    ],
    [
      "an empty --command",
      { flags: { command: "" } },
      "USAGE_NO_TARGET: --command is empty. Write the command that starts the server: mcptest run -- node server.js",
    ],
    [
      "--args alone",
      { words: ["http://a/mcp"], flags: { args: ["x"] } },
      "USAGE_BAD_VALUE: --args is given without --command. Give the program with --command, or write the whole command after --.",
    ],
    [
      "--env for a URL",
      { words: ["http://a/mcp"], flags: { env: ["A=1"] } },
      "USAGE_BAD_VALUE: --env: there is no use for it with a server behind a URL. Headers go to a URL; --env and --cwd go to a command.",
    ],
    [
      "--cwd for a URL",
      { words: ["http://a/mcp"], flags: { cwd: "/" } },
      "USAGE_BAD_VALUE: --cwd: there is no use for it with a server behind a URL. Headers go to a URL; --env and --cwd go to a command.",
    ],
    [
      "--header for a command",
      { serverCommand: ["node"], flags: { header: ["A: b"] } },
      "USAGE_BAD_VALUE: --header, --header-file and --bearer-env: there is no use for it with a server that a command starts. Headers go to a URL; --env and --cwd go to a command.",
    ],
    [
      "--env without an equals sign",
      { serverCommand: ["node"], flags: { env: ["TOKEN"] } },
      "USAGE_BAD_VALUE: --env TOKEN: there is no name before an equals sign. Write --env NAME=VALUE. Variables of your own environment reach the server without it.",
    ],
    [
      "--env with a secret only",
      { serverCommand: ["node"], flags: { env: ["CANARY-1"] } },
      "USAGE_BAD_VALUE: --env: there is no name before an equals sign. Write --env NAME=VALUE. Variables of your own environment reach the server without it.",
    ],
    [
      "a header without a colon",
      { words: ["http://a/mcp"], flags: { header: ["CANARY"] } },
      'USAGE_BAD_VALUE: --header: a header without a colon. Write it as "Name: value".',
    ],
    [
      "a header with a bad name",
      { words: ["http://a/mcp"], flags: { header: ["My Header: CANARY"] } },
      'USAGE_BAD_VALUE: --header: the name before the colon is no header name. Write it as "Name: value".',
    ],
    [
      "a header with a line break",
      { words: ["http://a/mcp"], flags: { header: ["X: a\r\nCANARY: b"] } },
      'USAGE_BAD_VALUE: --header: the value of X holds a character that no header can hold. Write it as "Name: value".',
    ],
    [
      "a variable that is not set",
      { words: ["http://a/mcp"], flags: { bearerEnv: "NOT_SET" } },
      "USAGE_BAD_VALUE: --bearer-env: the environment variable that it names is not set. Give the name of a variable, not the token, and set that variable to the token, without the word Bearer.",
    ],
    [
      "a variable that is empty",
      { words: ["http://a/mcp"], flags: { bearerEnv: "EMPTY" } },
      "USAGE_BAD_VALUE: --bearer-env: the environment variable that it names is empty. Give the name of a variable, not the token, and set that variable to the token, without the word Bearer.",
    ],
    [
      "Authorization twice",
      { words: ["http://a/mcp"], flags: { bearerEnv: "TOKEN", header: ["authorization: CANARY"] } },
      "USAGE_BAD_VALUE: The Authorization header is given twice. Keep one of --header, --header-file and --bearer-env for it.",
    ],
    [
      "a header file that is not there",
      { words: ["http://a/mcp"], flags: { headerFile: "not-there.txt" } },
      "USAGE_BAD_VALUE: --header-file: not-there.txt cannot be read (ENOENT). Give a file with one Name: value on each line.",
    ],
  ])("%s", (_name, given, expected) => {
    const message = refusal(given);
    expect(message).toBe(expected);
    expect(message).not.toContain("CANARY");
  });
});
