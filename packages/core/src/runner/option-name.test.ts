import { expect, it } from "vitest";
import { optionNamer } from "../loader/option-name.js";
import { check, onlyPack, packOf, runChecks } from "./testing/setup.js";

const command = {
  name: "widgets",
  summary: "Widgets",
  flags: [{ flag: "--tool-name <name>", description: "a tool", option: ["roles", "task", "tool"] }],
};

it("an option is named in the words of whoever started the run", () => {
  const pack = { name: "mcptest-pack-widgets", command };
  const tool = ["roles", "task", "tool"];
  const names = { "roles.task.tool": "toolName" };
  expect([
    optionNamer(pack, { style: "flags" })(tool, "NAME"),
    optionNamer(pack, { style: "flags" })(["limitMs"], 1000),
    optionNamer(pack, { style: "options" })(tool, "NAME"),
    optionNamer({ name: "mcptest-pack-widgets" }, { style: "options" })(["limitMs"], 1000),
    optionNamer(pack, { style: "properties", names })(tool, "NAME"),
    optionNamer(pack, { style: "properties", names, prefix: "options." })(["limitMs"], 1000),
    optionNamer(pack, { style: "properties", names })(["constructor"]),
  ]).toEqual([
    "--tool-name",
    `--options '{"limitMs":1000}'`,
    `--options 'widgets={"roles":{"task":{"tool":"NAME"}}}'`,
    `--options 'mcptest-pack-widgets={"limitMs":1000}'`,
    "toolName",
    "options.limitMs",
    "constructor",
  ]);
});

it("a pack is given the words, those of a run where nothing else is said", async () => {
  const looks = check("looks", (verdict, { optionName }) => verdict.detail("named", optionName(["a"], true)));
  const named = async (more: object) => onlyPack(await runChecks([looks], more)).checks[0]?.details?.named;
  expect(packOf([looks]).name).toBe("mcptest-pack-widgets");
  expect(await named({})).toBe(`--options 'mcptest-pack-widgets={"a":true}'`);
  expect(await named({ optionNaming: { style: "properties" } })).toBe("a");
});
