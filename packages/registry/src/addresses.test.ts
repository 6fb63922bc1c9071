import { describe, expect, it } from "vitest";
import { caller, callNative, catalogOf, PREFIX, readMapped } from "./testing/catalog.js";

/** Arguments as text of JSON, as a URI carries it. */
function encoded(params: unknown): string {
  return encodeURIComponent(JSON.stringify(params));
}

function echo() {
  const seen: unknown[] = [];
  const handler = (params: Record<string, unknown>) => {
    seen.push(params);
    return params;
  };
  return { ...catalogOf({ methods: { "text/echo": { handler } } }), seen };
}

const BIG = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key ${index}`, `wert "${index}" äöü/+%`]));

const CARRIED: Record<string, Record<string, unknown>> = {
  space: { text: "a b" },
  plus: { text: "a+b" },
  "percent twenty": { text: "a%20b" },
  "percent twenty-five twenty": { text: "a%2520b" },
  "accented letter": { text: "café" },
  "combining accent": { text: "cafe\u0301" },
  slash: { text: "a/b/../c/./" },
  hash: { text: "a#b?c&d=e" },
  quotes: { text: `"'\`\\` },
  emoji: { text: "👩‍🚀🎉" },
  "control characters": { text: "a\tb\nc\u0000\u2028" },
  braces: { text: "{params}" },
  "keys of all kinds": { "": 1, "a b": { "c/d": [null, true, 0.5, -0] }, constructor: "x" },
  "six kilobytes": BIG,
  "escaped lone surrogate": { text: "\ud800" },
};

describe("arguments in an address", () => {
  it.each(Object.entries(CARRIED))("%s arrives as by name", async (_what, params) => {
    const { catalog, seen } = echo();
    const uri = `${PREFIX}text/echo?params=${encoded(params)}`;
    const read = await catalog.read(uri, "resources", caller);
    expect(read).toEqual({ ok: true, value: [{ uri, mimeType: "application/json", text: JSON.stringify(params) }] });
    const native = JSON.parse(JSON.stringify(params)) as unknown;
    expect(await callNative(catalog, "text/echo", native)).toEqual(native);
    expect(seen).toEqual([native, native]);
  });

  it.each([
    ["+ stays", "%7B%22a%22:%22x+y%22%7D", { a: "x+y" }],
    ["a raw space is one", "%7B%22a%22:%22x y%22%7D", { a: "x y" }],
    ["%20 is a space", "%7B%22a%22:%22x%20y%22%7D", { a: "x y" }],
    ["%2520 is %20", "%7B%22a%22:%22x%2520y%22%7D", { a: "x%20y" }],
    ["escapes in lower case", "%7b%22a%22%3a%22%c3%a9%22%7d", { a: "é" }],
    ["nothing encoded", '{"a":"é/#"}', { a: "é/#" }],
    ["a second ?params= belongs to the first", "%7B%22a%22:%22?params=%22%7D", { a: "?params=" }],
    [
      "an own key __proto__",
      "%7B%22__proto__%22%3A%7B%22admin%22%3Atrue%7D%7D",
      JSON.parse('{"__proto__":{"admin":true}}'),
    ],
  ])("%s", async (_what, raw, params) => {
    const { catalog, seen } = echo();
    const outcome = await readMapped(catalog, `text/echo?params=${raw}`);
    expect(outcome).toMatchObject({ ok: true, value: [{ text: JSON.stringify(params) }] });
    expect(seen).toEqual([params]);
    expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype);
  });

  const deep = (levels: number) => `%7B%22a%22%3A${"[".repeat(levels)}${"]".repeat(levels)}%7D`;

  it.each([
    ["an escape of no digits", "%zz"],
    ["an escape that is cut", "%7B%7D%2"],
    ["a cut UTF-8 sequence", "%7B%22a%22%3A%22%C3%22%7D"],
    ["an encoded surrogate", "%7B%22a%22%3A%22%ED%A0%80%22%7D"],
    ["a raw lone surrogate", "%7B%22a%22%3A%22\ud800%22%7D"],
    ["JSON that is cut", "%7Bbad"],
    ["encoded twice", encodeURIComponent("%7B%7D")],
    ["more behind the JSON", "%7B%7D&x=1"],
    ["an array", "%5B%5D"],
    ["null", "null"],
    ["a text", "%22%22"],
    ["129 levels", deep(128)],
    ["a hundred thousand levels", deep(100_000)],
  ])("%s is refused and reaches no handler", async (_what, raw) => {
    const { catalog, seen, errors } = echo();
    const outcome = await readMapped(catalog, `text/echo?params=${raw}`);
    expect(outcome).toMatchObject({ ok: false, error: { code: -32602 } });
    expect({ seen, errors }).toEqual({ seen: [], errors: [] });
  });

  it("128 levels are taken, and the limit is the same by name", async () => {
    const { catalog } = echo();
    expect(await readMapped(catalog, `text/echo?params=${deep(127)}`)).toMatchObject({ ok: true });
    expect(await callNative(catalog, "text/echo", JSON.parse(decodeURIComponent(deep(128))))).toMatchInlineSnapshot(`
      {
        "code": -32602,
        "message": "The arguments of text/echo are nested deeper than 128 levels.",
      }
    `);
  });

  it("words of the refusals", async () => {
    const { catalog } = echo();
    const words = [];
    for (const raw of ["%zz", "%7Bbad", "null"]) words.push(await readMapped(catalog, `text/echo?params=${raw}`));
    expect(words).toMatchInlineSnapshot(`
      [
        {
          "error": {
            "code": -32602,
            "message": "The arguments of text/echo cannot be read: params is not percent-encoded UTF-8.",
          },
          "ok": false,
        },
        {
          "error": {
            "code": -32602,
            "message": "The arguments of text/echo cannot be read: params is no JSON once it is percent-decoded.",
          },
          "ok": false,
        },
        {
          "error": {
            "code": -32602,
            "message": "The arguments of text/echo cannot be read: params is no JSON object.",
          },
          "ok": false,
        },
      ]
    `);
  });

  it.each([
    "text/echo?params=",
    "text/echo?",
    "text/echo?param=%7B%7D",
    "text/echo?x=1&params=%7B%7D",
    "text/echo#params=%7B%7D",
    "text/echo/",
    "text/ech",
    "text//echo",
    "text/../text/echo",
    "text%2Fecho",
    "TEXT/echo",
    "",
    "manifest.json?params=%7B%7D",
    "__proto__",
    "constructor?params=%7B%7D",
  ])("%j is no address", async (path) => {
    const { catalog, seen } = echo();
    expect(await readMapped(catalog, path)).toBeUndefined();
    expect(seen).toEqual([]);
  });
});
