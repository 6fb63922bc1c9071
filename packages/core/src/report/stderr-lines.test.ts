import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { shownStderr } from "./stderr-lines.js";

const frames = (count: number) => Array.from({ length: count }, (_, at) => `    at step ${at} (file.js:${at}:1)`);

it("holds the error of a program that Node cannot find", () => {
  const { stderr } = spawnSync(process.execPath, ["no-such-program.js"], { encoding: "utf8" });
  const shown = shownStderr(stderr.trimEnd().split("\n"));
  expect(shown.find((line) => line.startsWith("Error: Cannot find module"))).toContain("no-such-program.js");
});

it("puts the line with the error before the end of a long stack trace", () => {
  const lines = ["starting", "TypeError: x is not a function", ...frames(60)];
  const shown = shownStderr(lines);
  expect(shown).toHaveLength(20);
  expect(shown.slice(0, 2)).toEqual(["TypeError: x is not a function", "…"]);
  expect(shown.at(-1)).toBe(lines.at(-1));
});

it("is the end alone where that names the error, and where nothing does", () => {
  const late = ["Error: one", ...frames(60), "Error: two"];
  expect(shownStderr(late)).toEqual(late.slice(-20));
  expect(shownStderr(frames(60))).toEqual(frames(60).slice(-20));
  expect(shownStderr(["a", "b"])).toEqual(["a", "b"]);
});
