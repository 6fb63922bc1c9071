import type { OptionFlag, PackManifest } from "@mcptest/core/loader";
import { Command } from "commander";
import { expect, it } from "vitest";
import { addPackFlags, optionsOfFlags } from "./pack-flags.js";

const FLAGS: OptionFlag[] = [
  { flag: "--tool <call>", description: "a tool", option: ["calls"], repeats: true },
  { flag: "--size <n>", description: "a size", option: ["deep", "size"], type: "number" },
  { flag: "--no-odd-hosts", description: "no odd hosts", option: ["oddHosts"] },
  { flag: "--draft", description: "the draft too", option: ["draft"] },
];

function optionsOf(...given: string[]) {
  const manifest = { name: "pack-w", command: { name: "w", summary: "w", flags: FLAGS } } as PackManifest;
  const command = new Command().exitOverride();
  addPackFlags(command, manifest);
  command.parse(given, { from: "user" });
  return optionsOfFlags(manifest, command.opts());
}

it("sets nothing that is not given", () => {
  expect(optionsOf()).toEqual({});
});

it("reads each flag by what it declares", () => {
  expect(optionsOf("--tool", "a", "--size", "3", "--draft")).toEqual({ calls: ["a"], deep: { size: 3 }, draft: true });
  expect(optionsOf("--tool", "a", "--tool", 'b={"c":1}')).toEqual({ calls: ["a", 'b={"c":1}'] });
  expect(optionsOf("--no-odd-hosts")).toEqual({ oddHosts: false });
});
