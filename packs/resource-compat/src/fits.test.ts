import type { Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { breakingArguments } from "./breaking.js";
import { fits } from "./fits.js";

const TEXT = { type: "string" };
const LIST: JsonObject = {
  type: "object",
  properties: { items: { type: "array", items: { $ref: "#/$defs/item" } }, next: { type: ["string", "null"] } },
  required: ["items"],
  $defs: { item: { type: "object", properties: { id: { type: "integer", minimum: 1 } }, required: ["id"] } },
};

describe("a value fits, breaks, or cannot be told to", () => {
  it.each<[JsonObject, Json, string]>([
    [LIST, { items: [{ id: 1 }], next: null }, "fits"],
    [LIST, { items: [{ id: 0 }] }, "breaks"],
    [LIST, { items: [{}] }, "breaks"],
    [LIST, { next: "a" }, "breaks"],
    [LIST, { items: [], next: 1 }, "breaks"],
    [{ type: "integer" }, 1.5, "breaks"],
    [{ type: "number", exclusiveMinimum: 1 }, 1, "breaks"],
    [{ type: "string", maxLength: 1 }, "\u{1f600}", "fits"],
    [{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }, "fits"],
    [{ const: [1, 2] }, [2, 1], "breaks"],
    [{ additionalProperties: false, properties: { a: TEXT } }, { a: "", b: 1 }, "breaks"],
    [{ prefixItems: [TEXT], items: false }, ["a", "b"], "breaks"],
    [{ anyOf: [TEXT, { type: "null" }] }, 1, "breaks"],
    [{ anyOf: [{ pattern: "^a" }, { type: "null" }] }, "b", "unknown"],
    [{ oneOf: [TEXT, { minLength: 1 }] }, "ab", "breaks"],
    [{ not: TEXT }, "a", "breaks"],
    [{ allOf: [TEXT, { maxLength: 1 }] }, "ab", "breaks"],
    [{ type: "string", pattern: "(a+)+$" }, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", "unknown"],
    [{ $ref: "https://example.com/schema" }, 1, "unknown"],
    [{ $ref: "#/$defs/none" }, 1, "unknown"],
    [{ properties: { __proto__x: TEXT } }, JSON.parse('{"__proto__": 1}') as Json, "fits"],
    [{ type: "thing" }, 1, "fits"],
  ])("%j, %j: %s", (schema, value, expected) => {
    expect(fits(schema, value)).toBe(expected);
  });

  it("ends on schemas that refer to themselves, or ask for endless work", () => {
    expect(fits({ $ref: "#" }, 1)).toBe("unknown");
    const levels = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/$defs/a${index + 1}` };
        return [`a${index}`, { allOf: [next, next, next] }];
      }),
    );
    expect(fits({ $ref: "#/$defs/a0", $defs: levels }, 1)).toBe("unknown");
  });
});

describe("arguments that break a schema", () => {
  it("are made where that is certain", () => {
    const schema = { type: "object", properties: { text: TEXT, size: { type: "integer" } }, required: ["text"] };
    const made = breakingArguments(schema, { text: "a" });
    expect(made).toEqual({ text: 7 });
    expect(breakingArguments({ type: "object", additionalProperties: false }, {})).toEqual({
      "mcptest-unknown-argument": true,
    });
  });

  it.each([[{}], [{ type: "object" }], [{ properties: { text: {} } }], [{ properties: { text: { pattern: "a" } } }]])(
    "are not where it is not: %j",
    (schema) => {
      expect(breakingArguments(schema, {})).toBeUndefined();
    },
  );

  it("are not where the arguments that are known to be right do not fit", () => {
    expect(breakingArguments({ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, {})).toBeUndefined();
  });
});
