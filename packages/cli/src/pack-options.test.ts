import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McptestError } from "@mcptest/core/errors";
import type { OptionFlag, PackManifest } from "@mcptest/pack";
import { Command } from "commander";
import { afterAll, describe, expect, test } from "vitest";
import { flag } from "./command.js";
import { addPackFlags, optionsOfFlags } from "./pack-flags.js";
import { mergeOptions, parseFlagValue, readOptions } from "./pack-options.js";

const folder = mkdtempSync(join(tmpdir(), "options-"));
const file = join(folder, "a=b.json");
writeFileSync(file, '\uFEFF{"pollTimeoutMs": 5}');
afterAll(() => rmSync(folder, { recursive: true }));

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof McptestError) return `${error.code}: ${error.message} ${error.fix}`.replaceAll(folder, "");
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("--options", () => {
  test.each([
    ["JSON", '{"a": 1}', { options: { a: 1 } }],
    ["JSON with spaces before it", ' {"a=b": 1}', { options: { "a=b": 1 } }],
    ["JSON for a pack", '@mcptest/pack-tasks={"a": "x=y"}', { pack: "@mcptest/pack-tasks", options: { a: "x=y" } }],
    ["a file with a byte order mark and an equals sign", file, { options: { pollTimeoutMs: 5 } }],
    ["a file for a pack", `tasks=${file}`, { pack: "tasks", options: { pollTimeoutMs: 5 } }],
  ])("%s", (_name, text, expected) => {
    expect(readOptions(text)).toEqual(expected);
  });

  test.each([
    [
      "{CANARY}",
      "USAGE_BAD_VALUE: --options: this is no valid JSON (position 1). Write JSON with double quotes, and put single quotes around the whole in a shell.",
    ],
    [
      '{"a": CANARY}',
      "USAGE_BAD_VALUE: --options: this is no valid JSON. Write JSON with double quotes, and put single quotes around the whole in a shell.",
    ],
    [
      "nowhere.json",
      "USAGE_BAD_VALUE: --options: nowhere.json cannot be read (ENOENT). Give a file with a JSON object, or the object itself: --options '{\"pollTimeoutMs\": 10000}'.",
    ],
    [
      "tasks=nowhere.json",
      "USAGE_BAD_VALUE: --options: nowhere.json cannot be read (ENOENT). Give a file with a JSON object, or the object itself: --options '{\"pollTimeoutMs\": 10000}'.",
    ],
    [
      folder,
      "USAGE_BAD_VALUE: --options:  cannot be read (EISDIR). Give a file with a JSON object, or the object itself: --options '{\"pollTimeoutMs\": 10000}'.",
    ],
  ])("%s is refused, without its content", (text, expected) => {
    const message = refusal(() => readOptions(text));
    expect(message).toBe(expected);
    expect(message).not.toContain("CANARY");
  });

  test.each(["[]", "tasks=[]", "tasks=null", "tasks=5", 'tasks="text"', "[1]"])(
    "%s is refused for what it is",
    (given) => {
      expect(refusal(() => readOptions(given))).toMatch(
        /^USAGE_BAD_VALUE: --options: the JSON is no object, and an object/,
      );
    },
  );

  test("a list is refused", () => {
    writeFileSync(join(folder, "list.json"), "[1]");
    expect(refusal(() => readOptions(join(folder, "list.json")))).toMatchInlineSnapshot(
      `"USAGE_BAD_VALUE: --options /list.json: the JSON is no object, and an object is needed. Give an object of options, such as {"pollTimeoutMs": 10000}."`,
    );
  });
});

test("layers are merged at every depth, and the last one wins", () => {
  const config = { roles: { task: { tool: "a", arguments: { n: 1 } }, ask: { tool: "b" } }, list: [1, 2] };
  const flags = JSON.parse('{"roles": {"task": {"tool": "c"}}, "list": [3], "__proto__": {"x": 1}}');
  const merged = mergeOptions([undefined, config, flags]);
  expect(merged).toEqual({
    roles: { task: { tool: "c", arguments: { n: 1 } }, ask: { tool: "b" } },
    list: [3],
    ["__proto__"]: { x: 1 },
  });
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});

describe("flags that a pack declares", () => {
  const flags: OptionFlag[] = [
    { flag: "--tool-name <name>", description: "tool", option: ["roles", "task", "tool"] },
    { flag: "--tool-args <json>", description: "arguments", option: ["roles", "task", "arguments"], type: "json" },
    { flag: "-p, --poll-timeout <ms>", description: "poll", option: ["pollTimeoutMs"], type: "number" },
    { flag: "--discover", description: "discover", option: ["discover"] },
    { flag: "--require-roles", description: "shared", option: ["requireRoles"] },
  ];
  const manifest = { name: "a-pack", command: { name: "a", summary: "s", flags } } as PackManifest;

  function parse(...argv: string[]): unknown {
    const command = new Command("x").addOption(flag("--require-roles", "ours"));
    addPackFlags(command, manifest);
    command.parse(argv, { from: "user" });
    return optionsOfFlags(manifest, command.opts());
  }

  test("set their options", () => {
    expect(parse("--tool-name", "job", "--tool-args", '{"n": 1}', "-p", "10", "--discover", "--require-roles")).toEqual(
      {
        roles: { task: { tool: "job", arguments: { n: 1 } } },
        pollTimeoutMs: 10,
        discover: true,
        requireRoles: true,
      },
    );
    expect(parse()).toEqual({});
  });

  test("are given once", () => {
    expect(refusal(() => parse("--tool-name", "job", "--tool-name", "other"))).toMatchInlineSnapshot(
      `"USAGE_BAD_VALUE: --tool-name is given more than once. Keep one --tool-name."`,
    );
  });

  test("stand in the help under the name of the pack", () => {
    const command = new Command("x");
    addPackFlags(command, manifest);
    expect(command.helpInformation()).toContain("Options of a-pack:\n  --tool-name <name>");
  });

  test("may not be those of mcptest", () => {
    const command = new Command("x").addOption(flag("--timeout <ms>", "ours"));
    const taken = { ...manifest, command: { ...manifest.command!, flags: [{ ...flags[0]!, flag: "--timeout <s>" }] } };
    expect(refusal(() => addPackFlags(command, taken))).toMatchInlineSnapshot(
      `"PACK_INVALID: a-pack declares the flag --timeout <s>, which mcptest has itself. Correct each place that the message names if the pack is yours; else report them to the pack's author."`,
    );
  });

  test.each([
    ["--tool-args <json>", "json", "{CANARY"],
    ["-n, --number <n>", "number", "ten"],
    ["--number <n>", "number", " "],
    ["--number <n>", "number", "Infinity"],
    ["--flag <b>", "boolean", "yes"],
  ] as const)("%s of type %s refuses %j", (flag, type, text) => {
    const message = refusal(() => parseFlagValue({ flag, description: "", option: ["x"], type }, text));
    expect(message).toMatch(/^USAGE_BAD_VALUE: --/);
    expect(message).not.toContain("CANARY");
  });
});
