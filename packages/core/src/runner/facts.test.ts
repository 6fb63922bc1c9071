import type { Negotiated } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { factsOf, mismatch } from "./facts.js";

const negotiated: Negotiated = {
  transport: "stdio",
  era: "modern",
  protocolVersion: "2026-07-28",
  capabilities: {},
  discovered: true,
};

describe("the facts of a lane", () => {
  it("are its own and those of the pack", () => {
    expect(factsOf(negotiated, { also: false }, { wire: "extension" })).toEqual({
      transport: "stdio",
      era: "modern",
      protocolVersion: "2026-07-28",
      also: "no",
      wire: "extension",
    });
  });

  it("cannot be replaced by the pack, and hold only text", () => {
    const added = { era: "legacy", also: "yes", route: "resources", count: 3, none: null, long: "x".repeat(1_000) };
    const facts = factsOf(negotiated, { also: false }, added);
    expect([facts.era, facts.also]).toEqual(["modern", "no"]);
    expect(Object.keys(facts).sort()).toEqual(["also", "era", "long", "protocolVersion", "transport"]);
    expect(facts.long).toHaveLength(200);
    expect(factsOf(negotiated, { also: true, route: "native" }, added)).toMatchObject({ also: "yes", route: "native" });
  });

  it.each([undefined, null, "text", 7, []])("are only its own when the pack adds %j", (added) => {
    expect(Object.keys(factsOf(negotiated, { also: false }, added))).toEqual([
      "transport",
      "era",
      "protocolVersion",
      "also",
    ]);
  });
});

describe("on", () => {
  const facts = factsOf(negotiated, { also: false }, { wire: "extension" });

  it("applies where every fact is one of the values", () => {
    expect(mismatch(undefined, facts)).toBeUndefined();
    expect(mismatch({ wire: "extension", transport: ["http", "stdio"] }, facts)).toBeUndefined();
  });

  it("says in plain words why it does not apply", () => {
    expect([
      mismatch({ transport: "http" }, facts),
      mismatch({ wire: ["legacy", "none"] }, facts),
      mismatch({ constructor: "x" }, facts),
    ]).toMatchInlineSnapshot(`
      [
        "applies where transport is http; here it is stdio",
        "applies where wire is legacy or none; here it is extension",
        "applies where constructor is x; here it is not known",
      ]
    `);
  });
});
