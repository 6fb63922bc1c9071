import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { emptyFolder } from "./testing/mcptest.js";
import { expectRefusal, type Refusal } from "./testing/refused.js";

// Nothing of this contacts a server: where a target is needed, it is one that must not be reached.
const NOWHERE = "http://127.0.0.1:9/mcp";
const folder = emptyFolder();
mkdirSync(join(folder, "a-folder"));

const rows: Record<string, Refusal> = {
  "no command": {
    args: ["--", "node"],
    says: `
mcptest: No command stands before --.
  why: mcptest has no such command.
  fix: Write one: mcptest run -- node
  code: USAGE_UNKNOWN_COMMAND`,
  },
  "an unknown command": {
    args: ["capabilites", NOWHERE],
    says: `
mcptest: There is no command "capabilites". Did you mean capabilities?
  why: mcptest has no such command.
  fix: Run mcptest --help to see the commands.
  code: USAGE_UNKNOWN_COMMAND`,
  },
  "a URL in place of a command": {
    args: [NOWHERE],
    says: `
mcptest: A URL stands where a command is expected.
  why: mcptest has no such command.
  fix: Write a command before it, such as: mcptest run URL, or mcptest capabilities URL
  code: USAGE_UNKNOWN_COMMAND`,
  },
  "a flag before the command": {
    args: ["--verbose", "run", NOWHERE],
    says: `
mcptest: --verbose stands where a command is expected.
  why: The command has no such flag.
  fix: Put flags behind the command, such as: mcptest run --verbose http://127.0.0.1:3000/mcp
  code: USAGE_UNKNOWN_FLAG`,
  },
  "an unknown command of a pack": {
    args: ["tasks", "conformence", NOWHERE],
    says: `
mcptest: mcptest tasks has no command "conformence".
  why: mcptest has no such command.
  fix: Write: mcptest tasks conformance TARGET
  code: USAGE_UNKNOWN_COMMAND`,
  },
  "an unknown flag": {
    args: ["run", NOWHERE, "--fromat", "json"],
    says: `
mcptest: Unknown option '--fromat'. Did you mean --format?
  why: The command has no such flag.
  fix: See: mcptest run --help
  code: USAGE_UNKNOWN_FLAG`,
  },
  "a flag without its value": {
    args: ["run", NOWHERE, "--format"],
    says: `
mcptest: Option '--format <name>' argument missing.
  why: The value of a flag or argument cannot be read.
  fix: See: mcptest run --help
  code: USAGE_BAD_VALUE`,
  },
  "an unknown format": {
    args: ["run", NOWHERE, "--format", "jsno"],
    says: `
mcptest: --format: there is no "jsno". Did you mean json?
  why: The value of a flag or argument cannot be read.
  fix: Give --format one of: text, json, json-summary, junit-xml, markdown, github, sarif, tap.
  code: USAGE_BAD_VALUE`,
  },
  "two machine formats on stdout": {
    args: ["run", NOWHERE, "--format", "json", "--reporter", "junit"],
    says: `
mcptest: 2 machine formats want stdout: json, junit.
  why: The value of a flag or argument cannot be read.
  fix: Leave one on stdout and give the others a file, such as --reporter junit=FILE.
  code: USAGE_BAD_VALUE`,
  },
  "an empty name of a file": {
    args: ["capabilities", NOWHERE, "--save", ""],
    says: `
mcptest: --save: the name of the file is empty.
  why: The value of a flag or argument cannot be read.
  fix: Give the name of a file; if a variable of the shell stands there, see that it is set.
  code: USAGE_BAD_VALUE`,
  },
  "no target": {
    args: ["capabilities"],
    says: `
mcptest: No target is given.
  why: Nothing says which server to test.
  fix: Write one: mcptest capabilities http://127.0.0.1:3000/mcp, or mcptest capabilities -- node server.js
  code: USAGE_NO_TARGET`,
  },
  ...Object.fromEntries(
    ["url", "server", "command"].map((name) => [
      `--${name} given twice`,
      {
        args: ["run", `--${name}`, NOWHERE, `--${name}=http://127.0.0.1:9/other`],
        says: `
mcptest: --${name} is given more than once.
  why: More than one server was named where one is expected.
  fix: Keep one --${name}, and run mcptest once for each server.
  code: USAGE_TWO_TARGETS`,
      },
    ]),
  ),
  ...Object.fromEntries(
    [
      ["--suite", "a", "b"],
      ["--format", "json", "junit"],
      ["--cwd", ".", "."],
      ["--config", "a.yaml", "b.yaml"],
      ["--timeout", "1", "2"],
      ["--era", "modern", "legacy"],
    ].map(([name = "", first = "", second = ""]) => [
      `${name} given twice`,
      {
        args: ["run", NOWHERE, name, first, name, second],
        says: `
mcptest: ${name} is given more than once.
  why: The value of a flag or argument cannot be read.
  fix: Keep one ${name}.
  code: USAGE_BAD_VALUE`,
      },
    ]),
  ),
  "two targets": {
    args: ["run", NOWHERE, "--", "node", "server.js"],
    says: `
mcptest: The target is given 2 times: a positional target, a command after --.
  why: More than one server was named where one is expected.
  fix: Keep one of: a positional URL, --url, --command, a command after --, --server.
  code: USAGE_TWO_TARGETS`,
  },
  "a malformed URL": {
    args: ["run", "http://[::1/mcp"],
    says: `
mcptest: "http://[::1/mcp" is no URL of an MCP endpoint.
  why: The target is no URL of the form http://… or https://….
  fix: Write the whole URL, such as http://127.0.0.1:3000/mcp, or put a command after --.
  code: TARGET_BAD_URL`,
  },
  "a host without a scheme": {
    args: ["inspect", "localhost:3000/mcp"],
    says: `
mcptest: "localhost:3000/mcp" is no URL of an MCP endpoint.
  why: The target is no URL of the form http://… or https://….
  fix: Write http://localhost:3000/mcp
  code: TARGET_BAD_URL`,
  },
  "a command without --": {
    args: ["run", "node", "server.js"],
    says: `
mcptest: "node" is no URL, and more words follow it.
  why: The target is no URL of the form http://… or https://….
  fix: To test the server that a command starts, write -- before it: mcptest run -- node server.js
  code: TARGET_BAD_URL`,
  },
  "a header without a colon": {
    args: ["run", NOWHERE, "--header", "Authorization"],
    says: `
mcptest: --header: a header without a colon.
  why: The value of a flag or argument cannot be read.
  fix: Write it as "Name: value".
  code: USAGE_BAD_VALUE`,
  },
  "a bearer variable that is not set": {
    args: ["run", NOWHERE, "--bearer-env", "NO_SUCH_VARIABLE"],
    says: `
mcptest: --bearer-env: the environment variable that it names is not set.
  why: The value of a flag or argument cannot be read.
  fix: Give the name of a variable, not the token, and set that variable to the token, without the word Bearer.
  code: USAGE_BAD_VALUE`,
  },
  "an unknown era": {
    args: ["run", NOWHERE, "--era", "future"],
    says: `
mcptest: --era "future": there is no such era.
  why: The value of a flag or argument cannot be read.
  fix: Give one of: modern, legacy, auto, all.
  code: USAGE_BAD_VALUE`,
  },
  "an unknown version": {
    args: ["run", NOWHERE, "--protocol-version", "2025-11-26"],
    says: `
mcptest: --protocol-version "2025-11-26": mcptest speaks no such revision.
  why: The value of a flag or argument cannot be read.
  fix: Give one of: 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05.
  code: USAGE_BAD_VALUE`,
  },
  "a limit that is no number": {
    args: ["run", NOWHERE, "--timeout", "10s"],
    says: `
mcptest: --timeout "10s": a whole number from 1 to 2147483647 is needed.
  why: The value of a flag or argument cannot be read.
  fix: Give milliseconds, such as --timeout 10000.
  code: USAGE_BAD_VALUE`,
  },
  "a file that cannot be written": {
    args: ["run", NOWHERE, "--reporter", "json=a-folder"],
    says: `
mcptest: a-folder cannot be written: it is a folder.
  why: A file or stream that was asked for cannot be written.
  fix: Check the path, its permissions and the space on the disk.
  code: OUTPUT_FAILED`,
  },
  "an id without a slash": {
    args: ["run", NOWHERE, "--require", "io.modelcontextprotocol.tasks"],
    says: `
mcptest: --require "io.modelcontextprotocol.tasks": this is no extension id. There is no slash, so the identifier has no prefix; the form is prefix/name. Did you mean io.modelcontextprotocol/tasks?
  why: The value of a flag or argument cannot be read.
  fix: Write the whole id, such as --require io.modelcontextprotocol/tasks.
  code: USAGE_BAD_VALUE`,
  },
  "all eras for one result": {
    args: ["tasks", "conformance", NOWHERE, "--era", "all"],
    says: `
mcptest: --era all: a conformance result is of one era.
  why: The value of a flag or argument cannot be read.
  fix: Give modern, legacy or auto; for all of them: mcptest run --era all --pack @mcptest/pack-tasks TARGET
  code: USAGE_BAD_VALUE`,
  },
};

describe("a command line that cannot be read is refused", () => {
  test.each(Object.entries(rows))("%s", (_name, row) => expectRefusal(row, folder));
});
