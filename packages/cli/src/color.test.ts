import { describe, expect, test } from "vitest";
import { mayRewriteLines, usesColor } from "./color.js";

describe("usesColor", () => {
  test.each([
    ["a terminal", { isTTY: true, env: {} }, true],
    ["no terminal", { isTTY: false, env: {} }, false],
    ["an empty NO_COLOR", { isTTY: true, env: { NO_COLOR: "" } }, true],
    ["NO_COLOR", { isTTY: true, env: { NO_COLOR: "1" } }, false],
    ["NO_COLOR against FORCE_COLOR", { isTTY: true, env: { NO_COLOR: "1", FORCE_COLOR: "1" } }, false],
    ["an empty NO_COLOR with FORCE_COLOR", { isTTY: false, env: { NO_COLOR: "", FORCE_COLOR: "1" } }, true],
    ["FORCE_COLOR without a terminal", { isTTY: false, env: { FORCE_COLOR: "1" } }, true],
    ["FORCE_COLOR=0", { isTTY: true, env: { FORCE_COLOR: "0" } }, false],
    ["FORCE_COLOR=false", { isTTY: true, env: { FORCE_COLOR: "false" } }, false],
    ["an empty FORCE_COLOR", { isTTY: false, env: { FORCE_COLOR: "" } }, false],
    ["TERM=dumb", { isTTY: true, env: { TERM: "dumb" } }, false],
    ["TERM=dumb against FORCE_COLOR", { isTTY: true, env: { TERM: "dumb", FORCE_COLOR: "1" } }, true],
    ["CI on a terminal", { isTTY: true, env: { CI: "1" } }, true],
    ["--color against NO_COLOR", { flag: true, isTTY: false, env: { NO_COLOR: "1" } }, true],
    ["--color against FORCE_COLOR=0", { flag: true, isTTY: false, env: { FORCE_COLOR: "0" } }, true],
    ["--no-color against FORCE_COLOR", { flag: false, isTTY: true, env: { FORCE_COLOR: "1" } }, false],
  ])("%s", (_name, facts, expected) => {
    expect(usesColor(facts)).toBe(expected);
  });
});

describe("mayRewriteLines", () => {
  test.each([
    ["a terminal", { isTTY: true, env: {} }, true],
    ["no terminal", { isTTY: false, env: { FORCE_COLOR: "1" } }, false],
    ["--color without a terminal", { flag: true, isTTY: false, env: {} }, false],
    ["TERM=dumb", { isTTY: true, env: { TERM: "dumb" } }, false],
    ["CI", { isTTY: true, env: { CI: "1" } }, false],
    ["CI=false", { isTTY: true, env: { CI: "false" } }, true],
  ])("%s", (_name, facts, expected) => {
    expect(mayRewriteLines(facts)).toBe(expected);
  });
});
