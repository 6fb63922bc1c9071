import { definePack } from "@mcptest/pack";
import { expect, it } from "vitest";
import { check, packOf } from "../../runner/testing/request.js";
import { readStructure } from "./read-structure.js";
import { partsOf, structureOf } from "./structure.js";

const made = { kind: "fixture" as const, name: "made", prepare: () => 1 };
const played = {
  ...made,
  name: "played",
  needs: { made },
  mayChange: true,
  role: {
    name: "player",
    configured: () => true,
    option: { path: ["roles", "player"], example: "NAME" },
    missing: "nobody plays",
  },
};
const sum = { kind: "projection" as const, name: "sum", initial: () => 0, fold: (state: unknown) => state };
const whole = packOf([check("one", () => {}, { needs: { played, sum } }), check("two", () => {})], {
  discovery: () => ({}),
});

function structure(): Record<string, unknown> {
  return JSON.parse(JSON.stringify(structureOf(partsOf(whole))));
}

it("reads what a pack consists of as it was written", () => {
  expect(readStructure(structure())).toEqual(structure());
  const simple = definePack({ name: "a", version: "1.0.0", extension: "*", run: () => {} });
  expect(readStructure(structureOf(partsOf(simple))).checks).toHaveLength(1);
});

it.each([
  ["nothing", null],
  ["a text", "pack"],
  ["a list", []],
  ["no manifest", { ...structure(), manifest: null }],
  ["checks that are none", { ...structure(), manifest: { checks: [null] } }],
  ["more checks than it describes", { ...structure(), checks: [{}, {}, {}] }],
  ["fixtures that are no list", { ...structure(), fixtures: {} }],
  ["fixtures without a name", { ...structure(), fixtures: [{ name: { toString: 1 } }] }],
  ["needs that are no object", { ...structure(), checks: [{ needs: 5 }, {}] }],
  ["needs that lead nowhere", { ...structure(), checks: [{ needs: { a: { fixture: 99 } } }, {}] }],
  ["needs by the name of a member", { ...structure(), checks: [{ needs: { a: { fixture: "length" } } }, {}] }],
  ["too many parts", { ...structure(), projections: Array(10_001).fill({ name: "a" }) }],
  ["functions that are no texts", { ...structure(), functions: [{}] }],
  ["problems that are no texts", { ...structure(), problems: [{ toString: 1 }] }],
  ["too much text", { ...structure(), more: "x".repeat(5 * 1024 * 1024) }],
])("builds nothing of %s", (_what, value) => {
  expect(() => readStructure(value)).toThrow(/^(?:its process says what no pack consists of|the pack says more than)/);
});
