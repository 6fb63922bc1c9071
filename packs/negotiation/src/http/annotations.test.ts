import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { annotationProblems, annotationsOf } from "./annotations.js";

const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const zone: JsonObject = { type: "string", "x-mcp-header": "Zone" };

describe("x-mcp-header", () => {
  it.each<[string, JsonObject]>([
    ["on a string", object({ zone })],
    ["on an integer", object({ shard: { type: "integer", "x-mcp-header": "Shard" } })],
    ["on a boolean that may be null", object({ dry: { type: ["boolean", "null"], "x-mcp-header": "Dry" } })],
    ["in an object in an object", object({ place: object({ inner: object({ zone }) }) })],
    ["as the name of a property", object({ "x-mcp-header": { type: "number" } })],
    ["as the name of a property of a property", object({ place: object({ "x-mcp-header": { type: "array" } }) })],
    ["inside of data", object({ place: { type: "object", default: { "x-mcp-header": "" }, examples: [zone] } })],
    ["nowhere", {}],
  ])("is right %s", (_, schema) => {
    expect(annotationProblems(schema)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ["on a number", object({ ratio: { type: "number", "x-mcp-header": "Ratio" } }), 'is of type "number"'],
    ["on a number or a string", object({ a: { type: ["number", "string"], "x-mcp-header": "A" } }), "is of type ["],
    ["on an object", object({ place: { ...object({}), "x-mcp-header": "Place" } }), 'is of type "object"'],
    ["without a type", object({ a: { "x-mcp-header": "A" } }), "has no type"],
    ["empty", object({ a: { type: "string", "x-mcp-header": "" } }), "no token"],
    ["with a space", object({ a: { type: "string", "x-mcp-header": "a b" } }), "no token"],
    ["with a line break", object({ a: { type: "string", "x-mcp-header": "a\r\nX: 1" } }), "no token"],
    ["beyond ASCII", object({ a: { type: "string", "x-mcp-header": "Zöne" } }), "no token"],
    ["no text", object({ a: { type: "string", "x-mcp-header": true } }), "no token"],
    ["twice, in another case", object({ a: zone, b: { ...zone, "x-mcp-header": "ZONE" } }), "the same header name"],
    ["on the schema itself", { ...object({}), "x-mcp-header": "All" }, "the schema at /"],
    ["in items", object({ zones: { type: "array", items: zone } }), "the schema at /properties/zones/items"],
    ["in oneOf", object({ a: { oneOf: [zone] } }), "the schema at /properties/a/oneOf/0"],
    ["below patternProperties", { patternProperties: { "^a/b~": zone } }, "the schema at /patternProperties/^a~1b~0"],
    ["in a definition", { $defs: { zone }, ...object({ a: { $ref: "#/$defs/zone" } }) }, "the schema at /$defs/zone"],
    ["in else", { else: object({ zone }) }, "the schema at /else/properties/zone"],
  ])("is wrong %s", (_, schema, problem) => {
    expect(annotationProblems(schema)).toEqual([expect.stringContaining(problem)]);
  });

  it("is not looked up in prototypes, and survives what is no schema", () => {
    expect(annotationProblems(JSON.parse('{"properties":{"__proto__":{"type":"string","x-mcp-header":"P"}}}'))).toEqual(
      [],
    );
    for (const schema of [null, 7, "x", [], { properties: [] }, { properties: { a: true } }]) {
      expect(annotationsOf(schema as JsonObject)).toEqual({ reachable: [], misplaced: [] });
    }
  });
});
