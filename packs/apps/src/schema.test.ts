import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { judgeSchema, judgeValue } from "./schema.js";

const of = (schema: JsonObject, value: unknown) => judgeValue(schema, value as JsonObject);

describe("a schema", () => {
  it.each<[string, JsonObject, string]>([
    ["of 2020-12", { type: "object", properties: { a: { type: "string" } } }, "valid"],
    ["of draft-07", { $schema: "http://json-schema.org/draft-07/schema#", type: "object" }, "valid"],
    ["of 2019-09", { $schema: "https://json-schema.org/draft/2019-09/schema", type: "object" }, "valid"],
    ["without a dialect, of draft-07", { type: "array", items: [{ type: "string" }] }, "valid"],
    [
      "that states another dialect than it is",
      { $schema: "https://json-schema.org/draft/2020-12/schema", items: [{}] },
      "invalid",
    ],
    ["with an unknown type", { type: "objekt" }, "invalid"],
    ["with properties of a wrong type", { type: "object", properties: [] }, "invalid"],
    ["of an unknown dialect", { $schema: "http://json-schema.org/draft-04/schema#" }, "unjudged"],
    ["with an unknown keyword", { type: "object", "x-mcp-header": "a" }, "valid"],
  ])("%s", async (_what, schema, kind) => {
    expect((await judgeSchema(schema)).kind).toBe(kind);
  });

  it("that is too large or too deep is not judged", async () => {
    expect(await judgeSchema({ description: "x".repeat(300_000) })).toMatchObject({ kind: "unjudged" });
    let deep: JsonObject = {};
    for (let level = 0; level < 100; level++) deep = { not: deep };
    expect(await judgeSchema(deep)).toMatchObject({ kind: "unjudged" });
  });
});

describe("a value", () => {
  it("is judged, and what is wrong is told", async () => {
    const schema: JsonObject = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    expect(await of(schema, { a: "x" })).toEqual({ kind: "valid" });
    expect(await of(schema, { a: 1 })).toEqual({ kind: "invalid", problem: "/a must be string" });
    expect(await of(schema, {})).toMatchObject({ kind: "invalid", problem: expect.stringContaining("'a'") });
  });

  it("is not judged by what stands outside, and nothing is fetched", async () => {
    expect(await of({ $ref: "http://127.0.0.1:9/schema.json" }, {})).toMatchObject({ kind: "unjudged" });
  });

  it("ends where a pattern would not", async () => {
    const schema: JsonObject = { type: "string", pattern: "^(a+)+$" };
    expect(await of(schema, `${"a".repeat(60)}b`)).toEqual({
      kind: "unjudged",
      why: "it took longer than 3000 ms (a limit of ours)",
    });
  });

  it("has nothing to do with other schemas of the same id", async () => {
    expect(await of({ $id: "https://a.example/x", type: "string" }, "x")).toEqual({ kind: "valid" });
    expect(await of({ $id: "https://a.example/x", type: "number" }, 1)).toEqual({ kind: "valid" });
  });
});
