import { describe, expect, it } from "vitest";
import { at, excerpt, isObject, type Json, member } from "./json.js";

const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":null,"list":[{"a":0}]}') as Json;

describe("isObject", () => {
  it("is true for objects only", () => {
    expect([{}, Object.create(null), [], null, "x", 1, undefined].map(isObject)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("member", () => {
  it("sees own members and nothing that is inherited", () => {
    expect(member(hostile, "__proto__")).toEqual({ x: 1 });
    expect(member(hostile, "constructor")).toBeNull();
    expect(member({}, "constructor")).toBeUndefined();
    expect(member({}, "__proto__")).toBeUndefined();
    expect(member(["a"], "0")).toBeUndefined();
    expect(member("text", "length")).toBeUndefined();
    expect(member(null, "x")).toBeUndefined();
  });
});

describe("at", () => {
  it("follows members and indexes", () => {
    expect(at(hostile, "list", 0, "a")).toBe(0);
    expect(at(hostile, "__proto__", "x")).toBe(1);
    expect(at(hostile)).toBe(hostile);
  });

  it("ends in undefined where the path does", () => {
    expect(at(hostile, "list", 1, "a")).toBeUndefined();
    expect(at(hostile, "list", -1)).toBeUndefined();
    expect(at(hostile, "list", "length")).toBeUndefined();
    expect(at(hostile, "constructor", "name")).toBeUndefined();
    expect(at(undefined, "x")).toBeUndefined();
    expect(at({ 0: "x" }, 0)).toBeUndefined();
  });
});

describe("excerpt", () => {
  it("shows a value as one line of JSON", () => {
    expect(excerpt({ a: "line\nbreak" })).toBe('{"a":"line\\nbreak"}');
    expect(excerpt(null)).toBe("null");
  });

  it("says what is missing and what JSON cannot hold", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect([undefined, circle, 1n, () => 0].map((value) => excerpt(value))).toEqual([
      "(absent)",
      "(no JSON)",
      "(no JSON)",
      "(no JSON)",
    ]);
  });

  it("says so of a number that no double holds", () => {
    expect(excerpt(JSON.parse("1e400"))).toBe("(a number beyond 1.8e308)");
    expect(excerpt(JSON.parse('{"ttlMs":-1e400}'))).toBe('{"ttlMs":"(a number beyond 1.8e308)"}');
  });

  it("cuts at the limit, and never inside a surrogate pair", () => {
    expect(excerpt("abcdef", 4)).toBe('"abc… (8 characters)');
    expect(excerpt("ab😀cd", 4)).toBe('"ab… (8 characters)');
    expect(excerpt("x".repeat(198))).toBe(`"${"x".repeat(198)}"`);
    expect(excerpt("x".repeat(199))).toBe(`"${"x".repeat(199)}… (201 characters)`);
  });
});
