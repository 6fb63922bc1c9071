import type { Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, timerDelay } from "./limits.js";
import { kindOf, nestsDeeper, readMessage, responseTo, sameId, wrapsResponseTo } from "./message.js";

function read(text: string | Uint8Array, limits: Partial<typeof DEFAULT_LIMITS> = {}) {
  const bytes = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  return readMessage(bytes, { via: "body", limits: { ...DEFAULT_LIMITS, ...limits } });
}

describe("readMessage", () => {
  it("keeps text, size and hash of the bytes beside the JSON", () => {
    const raw = '{"id":1, "é":"\\u0041\u2028"}';
    const { message, limit } = read(raw);
    expect(limit).toBeUndefined();
    expect(message).toEqual({
      afterMs: 0,
      raw,
      byteLength: Buffer.byteLength(raw),
      sha256: "dea2ab7e9d00b0b77ef22d4dd0b5d538d850c2c3e3d7571a6b76909ee9e18a9d",
      via: "body",
      json: { id: 1, é: "A\u2028" },
    });
  });

  it("says why there is no JSON", () => {
    expect(read("<html>").message.problem).toMatchInlineSnapshot(`"not JSON: begins with "<html>""`);
    expect(read("").message.problem).toMatchInlineSnapshot(`"empty"`);
    expect(read('{"a":1').message.problem).toMatchInlineSnapshot(`"not JSON: begins with "{\\"a\\":1""`);
    expect(read("<html>").message).not.toHaveProperty("json");
  });

  it("reads past a byte order mark and says so", () => {
    const { message } = read("\ufeff{}");
    expect(message).toMatchObject({
      raw: "\ufeff{}",
      byteLength: 5,
      json: {},
      problem: "starts with a byte order mark",
    });
  });

  it("reads bytes that are no UTF-8 with U+FFFD and says so", () => {
    const { message } = read(Buffer.from([0x22, 0xc3, 0x28, 0x22]));
    expect(message).toMatchObject({ json: "\ufffd(", byteLength: 4, problem: "not valid UTF-8" });
  });

  it("keeps __proto__ as a member like any other", () => {
    const json = read('{"__proto__":{"polluted":true},"constructor":1}').message.json as object;
    expect(Object.keys(json)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("does not parse what nests too deep", () => {
    const bomb = "[".repeat(200_000);
    const { message, limit } = read(bomb);
    expect(limit).toBe("LIMIT_NESTING");
    expect(message).toMatchObject({ raw: bomb, problem: "a message nests deeper than the limit of 256 levels" });
    expect(message).not.toHaveProperty("json");
    expect(read(`${"[".repeat(256)}${"]".repeat(256)}`).limit).toBeUndefined();
    expect(read(`${"[".repeat(257)}${"]".repeat(257)}`).limit).toBe("LIMIT_NESTING");
    expect(read(`\ufeff ${'{"a":'.repeat(300)}`).limit).toBe("LIMIT_NESTING");
  });

  it("does not parse what is too large", () => {
    expect(read('{"a":"xxxxxxxx"}', { maxMessageBytes: 15 })).toMatchObject({
      limit: "LIMIT_MESSAGE_BYTES",
      message: { byteLength: 16, problem: "a message is larger than the limit of 15 bytes" },
    });
    expect(read('{"a":"xxxxxxxx"}', { maxMessageBytes: 16 }).limit).toBeUndefined();
  });
});

describe("nestsDeeper", () => {
  it("counts no brackets inside strings, and none of text that is no JSON structure", () => {
    const deep = "[{".repeat(50);
    expect(nestsDeeper(Buffer.from(`["${deep}", "\\"${deep}\\\\"]`), 3)).toBe(false);
    expect(nestsDeeper(Buffer.from(`["\\\\", ${deep}`), 3)).toBe(true);
    expect(nestsDeeper(Buffer.from(`<html>${deep}`), 3)).toBe(false);
    expect(nestsDeeper(Buffer.from("[],".repeat(50)), 3)).toBe(false);
  });
});

describe("kindOf", () => {
  it.each<[Json | undefined, string]>([
    [{ id: 1, result: {} }, "response"],
    [{ id: 1, result: {}, error: null }, "response"],
    [{ id: null, error: {} }, "response"],
    [{ error: {} }, "response"],
    [{ id: 1 }, "response"],
    [{ id: 1, method: "x", result: {} }, "response"],
    [{ id: 1, method: "x" }, "request"],
    [{ id: null, method: "x" }, "request"],
    [{ method: "x" }, "notification"],
    [{ level: "info" }, "other"],
    [[{ id: 1, result: {} }], "array"],
    ["x", "other"],
    [null, "other"],
    [undefined, "other"],
  ])("%j is a %s", (json, kind) => {
    expect(kindOf(json)).toBe(kind);
  });

  it("looks at own members only", () => {
    expect(kindOf(JSON.parse('{"__proto__":{"method":"x","id":1}}'))).toBe("other");
  });
});

describe("ids", () => {
  it("are equal in value and type", () => {
    expect(sameId(1, 1)).toBe(true);
    expect(sameId("a", "a")).toBe(true);
    expect(sameId(null, null)).toBe(true);
    expect(sameId({ a: [1] }, { a: [1] })).toBe(true);
    for (const other of ["1", 1.5, null, [1], true, { a: 1 }]) expect(sameId(1, other)).toBe(false);
    expect(sameId(null, [])).toBe(false);
  });

  it("tell a response to the request from others", () => {
    expect(responseTo(1, { id: 1, result: {} })).toEqual({ id: 1, result: {} });
    expect(responseTo(1, { id: 1 })).toEqual({ id: 1 });
    const others: Json[] = [{ id: "1", result: {} }, { result: {} }, { id: 1, method: "x" }, [{ id: 1, result: {} }]];
    for (const json of others) {
      expect(responseTo(1, json)).toBeUndefined();
    }
    expect(
      wrapsResponseTo(1, [
        { id: 2, result: {} },
        { id: 1, error: {} },
      ]),
    ).toBe(true);
    expect(wrapsResponseTo(1, [{ id: "1", result: {} }])).toBe(false);
    expect(wrapsResponseTo(1, { id: 1, result: {} })).toBe(false);
  });
});

describe("timerDelay", () => {
  it("stays inside what timers of Node take", () => {
    expect([Number.POSITIVE_INFINITY, Number.NaN, 2 ** 40].map(timerDelay)).toEqual([
      2147483647, 2147483647, 2147483647,
    ]);
    expect([-5, 0, 1.9].map(timerDelay)).toEqual([0, 0, 1]);
  });
});
