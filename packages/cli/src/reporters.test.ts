import type { McptestError } from "@mcptest/core/errors";
import { describe, expect, test } from "vitest";
import { isJsonFormat, planOutput } from "./reporters.js";

describe("planOutput", () => {
  test.each([
    ["nothing", undefined, [], { stdout: "terminal", textOnStderr: false, files: [] }],
    ["--format text", "text", [], { stdout: "terminal", textOnStderr: false, files: [] }],
    ["a machine format owns stdout alone", "json", [], { stdout: "json", textOnStderr: true, files: [] }],
    ["junit-xml", "junit-xml", [], { stdout: "junit", textOnStderr: true, files: [] }],
    [
      "a file beside the text",
      undefined,
      ["junit=a=b.xml"],
      { stdout: "terminal", textOnStderr: false, files: [{ reporter: "junit", file: "a=b.xml" }] },
    ],
    [
      "text and a machine format: the text moves to stderr",
      undefined,
      ["terminal", "json-summary"],
      { stdout: "json-summary", textOnStderr: true, files: [] },
    ],
    ["the same twice", "json", ["json"], { stdout: "json", textOnStderr: true, files: [] }],
    [
      "several files",
      "json",
      ["junit-xml=a.xml", "terminal=a.txt"],
      {
        stdout: "json",
        textOnStderr: true,
        files: [
          { reporter: "junit", file: "a.xml" },
          { reporter: "terminal", file: "a.txt" },
        ],
      },
    ],
  ])("%s", (_name, format, reporters, expected) => {
    expect(planOutput(format, reporters)).toEqual(expected);
  });

  test.each<[string | undefined, string[], string]>([
    [
      "yaml",
      [],
      '--format: there is no "yaml". Give --format one of: text, json, json-summary, junit-xml, markdown, github, sarif, tap.',
    ],
    [
      "junti",
      [],
      '--format: there is no "junti". Did you mean junit? Give --format one of: text, json, json-summary, junit-xml, markdown, github, sarif, tap.',
    ],
    [
      undefined,
      ["tab"],
      '--reporter: there is no "tab". Did you mean tap? Give --reporter one of: terminal, json, json-summary, junit, markdown, github, sarif, tap.',
    ],
    [
      undefined,
      ["junit="],
      "--reporter junit= names no file after the equals sign. Write --reporter NAME=FILE, each with a file of its own.",
    ],
    [
      undefined,
      ["json=a", "junit=a"],
      "--reporter: two reporters would write a. Write --reporter NAME=FILE, each with a file of its own.",
    ],
    [
      "json",
      ["junit"],
      "2 machine formats want stdout: json, junit. Leave one on stdout and give the others a file, such as --reporter junit=FILE.",
    ],
  ])("--format %s --reporter %j is refused", (format, reporters, expected) => {
    let thrown: unknown;
    try {
      planOutput(format, reporters);
    } catch (error) {
      thrown = error;
    }
    const { code, message, fix } = thrown as McptestError;
    expect(code).toBe("USAGE_BAD_VALUE");
    expect(`${message} ${fix}`).toBe(expected);
  });
});

test("commands with two formats", () => {
  expect([undefined, "text", "json"].map(isJsonFormat)).toEqual([false, false, true]);
  expect(() => isJsonFormat("junit")).toThrow('--format: there is no "junit".');
});
