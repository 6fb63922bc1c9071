import { describe, expect, it } from "vitest";
import { createRedactor } from "../wire/redact.js";
import { boundedText, reportJson, reportText } from "./bounded.js";

const redact = createRedactor(["CANARY-SECRET"]).value;

describe("a text for the report", () => {
  it("is cut at its limit, never inside a surrogate pair", () => {
    expect(boundedText("abcdef", 6)).toBe("abcdef");
    expect(boundedText("abcdefg", 6)).toBe("abcde…");
    expect(boundedText("abcd😀g", 6)).toBe("abcd…");
    expect(boundedText("x".repeat(5_000))).toHaveLength(4_000);
  });

  it("loses its secrets before it is cut, so that no part of one is left", () => {
    expect(reportText(`${"x".repeat(10)} CANARY-SECRET and more`, redact, 16)).toBe(`${"x".repeat(10)} [red…`);
  });

  it("may be no text at all", () => {
    expect([undefined, null, 7, Symbol("s")].map((value) => boundedText(value))).toEqual([
      "undefined",
      "null",
      "7",
      "Symbol(s)",
    ]);
  });
});

describe("a value for the report", () => {
  it("stays what it is when it is JSON", () => {
    const value = { a: [1, "x", null, true], b: { c: [] } };
    expect(reportJson(value, redact)).toEqual(value);
  });

  it("masks secrets in values and keys", () => {
    expect(reportJson({ "CANARY-SECRET": ["a CANARY-SECRET"] }, redact)).toEqual({ "[redacted]": ["a [redacted]"] });
  });

  it("keeps a key that every object inherits", () => {
    const value = JSON.parse('{"__proto__": {"x": 1}}');
    expect(JSON.stringify(reportJson(value, redact))).toBe('{"__proto__":{"x":1}}');
  });

  it("replaces what JSON cannot hold", () => {
    const circle: Record<string, unknown> = { name: "circle" };
    circle.self = circle;
    const value = {
      circle,
      big: 10n,
      fn: () => 0,
      nan: Number.NaN,
      date: new Date(0),
      error: new TypeError("bad"),
      gone: undefined,
      holes: [undefined, 1],
      map: new Map([["a", 1]]),
    };
    expect(reportJson(value, redact)).toEqual({
      circle: { name: "circle", self: "(circular)" },
      big: "10",
      fn: "(function)",
      nan: "NaN",
      date: "1970-01-01T00:00:00.000Z",
      error: "TypeError: bad",
      holes: [null, 1],
      map: {},
    });
  });

  it("is not circular where one object stands twice", () => {
    const shared = { x: 1 };
    expect(reportJson([shared, shared], redact)).toEqual([{ x: 1 }, { x: 1 }]);
  });

  it("is bounded in depth, number and length", () => {
    let deep: unknown = "bottom";
    for (let level = 0; level < 100_000; level++) deep = [deep];
    const cases = [
      deep,
      Array.from({ length: 100_000 }, () => 1),
      Array.from({ length: 100 }, () => "x".repeat(60_000)),
    ];
    const sizes = cases.map((value) => JSON.stringify(reportJson(value, redact)).length);
    expect(sizes.map((size) => size < 400_000)).toEqual([true, true, true]);
    expect(JSON.stringify(reportJson(deep, redact))).toContain("(left out: nested too deep)");
  });
});
