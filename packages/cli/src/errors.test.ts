import { McptestError, McptestErrors } from "@mcptest/core/errors";
import { CommanderError } from "commander";
import { describe, expect, test } from "vitest";
import { usageError } from "./commander-errors.js";
import { errorsOf, renderErrors } from "./errors.js";
import { decide, decidedCode, worse } from "./exit-code.js";

const plain = { verbose: false, redact: (text: string) => text };

describe("renderErrors", () => {
  test("all collected errors, each with what, why, fix and code", () => {
    const errors = [
      new McptestError("PACK_NOT_FOUND", "mcptest-pack-x is not installed."),
      new McptestError("CONFIG_INVALID", "mcptest.config.yaml: two places:\n  - servers.a: no url\n::error::faked"),
    ];
    expect(renderErrors(errorsOf(new McptestErrors(errors)), plain)).toMatchInlineSnapshot(`
      "mcptest: mcptest-pack-x is not installed.
        why: Node cannot find the pack from the place that names it.
        fix: Install it there, as a direct dependency.
        code: PACK_NOT_FOUND

      mcptest: mcptest.config.yaml: two places:
        |   - servers.a: no url
        | ::error::faked
        why: A value in the configuration has the wrong form, or a key does not exist.
        fix: Correct each place that the message names.
        code: CONFIG_INVALID
      "
    `);
  });

  test("text from outside is visible, and secrets are masked", () => {
    const error = new McptestError("SERVER_NOT_MCP", "\u001b[31mCANARY\r\n\u202e##[error]x", { fix: "CANARY" });
    const text = renderErrors([error], { verbose: false, redact: (line) => line.replaceAll("CANARY", "[redacted]") });
    expect(text).toMatchInlineSnapshot(`
      "mcptest: \\u001b[31m[redacted]
        | \\u202e#\\u0023[error]x
        why: Nothing that was received is an MCP answer in any era that was asked for.
        fix: [redacted]
        code: SERVER_NOT_MCP
      "
    `);
  });

  test("an unexpected error shows its stack to who asks for it, and no secret in it", () => {
    const thrown = Object.assign(new TypeError("CANARY is no function"), { stack: "TypeError: CANARY\n    at here" });
    const redact = (line: string) => line.replaceAll("CANARY", "[redacted]");
    expect(renderErrors(errorsOf(thrown), { verbose: false, redact })).not.toContain("at here");
    const text = renderErrors(errorsOf(thrown), { verbose: true, redact });
    expect(text).toContain("  code: INTERNAL\n  | TypeError: [redacted]\n  |     at here\n");
    expect(text).not.toContain("CANARY");
  });

  test.each([
    ["null", null],
    ["undefined", undefined],
    ["a text", "text"],
    [
      "an object that cannot be shown",
      {
        toString: () => {
          throw new Error("no");
        },
      },
    ],
  ])("whatever is thrown: %s", (_name, thrown) => {
    expect(renderErrors(errorsOf(thrown), { ...plain, verbose: true })).toMatch(/^mcptest: Unexpected: .+\n {2}why: /);
  });
});

test("what commander finds wrong has a code, and its suggestion stays", () => {
  const unknown = new CommanderError(
    1,
    "commander.unknownOption",
    "error: unknown option '--fromat'\n(Did you mean --format?)",
  );
  expect(usageError(unknown, "mcptest run")).toMatchObject({
    code: "USAGE_UNKNOWN_FLAG",
    message: "Unknown option '--fromat'. Did you mean --format?",
    fix: "See: mcptest run --help",
  });
  const missing = new CommanderError(
    1,
    "commander.optionMissingArgument",
    "error: option '--url <url>' argument missing",
  );
  expect(usageError(missing, "mcptest run")).toMatchObject({
    code: "USAGE_BAD_VALUE",
    message: "Option '--url <url>' argument missing.",
  });
});

test("an exit code only ever gets worse", () => {
  const codes = [0, 3, 1, 2, 130, 143];
  for (const [index, code] of codes.entries()) {
    for (const milder of codes.slice(0, index + 1)) {
      expect(worse(code, milder)).toBe(code);
      if (index < 4) expect(worse(milder, code)).toBe(code);
    }
  }
  decide(1);
  decide(0);
  expect(decidedCode()).toBe(1);
  decide(130);
  decide(3);
  expect(decidedCode()).toBe(130);
});
