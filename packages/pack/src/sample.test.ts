import { describe, expect, it } from "vitest";
import type { Json } from "./json.js";
import { sampleOf } from "./sample.js";

describe("sampleOf", () => {
  it.each<[Json, Json]>([
    [{ default: 7, type: "string" }, 7],
    [{ const: "x" }, "x"],
    [{ enum: ["b", "a"] }, "b"],
    [{ default: null, type: "string" }, null],
    [{ type: "string" }, ""],
    [{ type: "string", minLength: 3 }, "aaa"],
    [{ type: "string", format: "email" }, "a@example.com"],
    [{ type: "integer" }, 0],
    [{ type: "integer", minimum: 2.5 }, 3],
    [{ type: "number", exclusiveMinimum: 2 }, 3],
    [{ type: "number", maximum: -1.5 }, -2],
    [{ type: "boolean" }, false],
    [{ type: ["null", "string"] }, null],
    [{ type: "array", items: { type: "boolean" } }, []],
    [{ type: "array", items: { type: "boolean" }, minItems: 2 }, [false, false]],
    [{ oneOf: [{ const: "one" }, { const: "two" }] }, "one"],
    [{ type: "object", properties: { a: { type: "string" }, b: {} }, required: ["a"] }, { a: "" }],
    [{ properties: {} }, {}],
  ])("makes of %j the value %j", (schema, value) => {
    expect(sampleOf(schema)).toEqual(value);
  });

  it.each<[string, unknown]>([
    ["true", true],
    ["no type", {}],
    ["an unknown required member", { type: "object", required: ["a"] }],
    ["items that are needed and unknown", { type: "array", minItems: 1 }],
    ["a nonsense type", { type: "text" }],
  ])("makes nothing of %s", (_what, schema) => {
    expect(sampleOf(schema)).toBeUndefined();
  });

  it("ends on a schema without end", () => {
    const schema: { anyOf: unknown[] } = { anyOf: [] };
    schema.anyOf.push(schema);
    expect(sampleOf(schema)).toBeUndefined();
  });

  it("makes nothing of a small schema that asks for a huge value", () => {
    const nested = (inner: object): object => ({ type: "array", minItems: 100, items: inner });
    const text = { type: "string", minLength: 10_000 };
    expect(sampleOf(nested(nested(nested(nested(nested(nested(text)))))))).toBeUndefined();
    const twice = (inner: object) => ({ required: Array(100).fill("a"), properties: { a: inner } });
    expect(sampleOf(twice(twice(twice(twice(twice(text))))))).toBeUndefined();
    expect(sampleOf(nested({ default: "x".repeat(10_000) }))).toBeUndefined();
  });

  it("makes an own member of a dangerous name", () => {
    const schema = JSON.parse(
      '{"type":"object","required":["__proto__"],"properties":{"__proto__":{"const":{"x":1}}}}',
    );
    const made = sampleOf(schema) as object;
    expect(Object.hasOwn(made, "__proto__")).toBe(true);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});
