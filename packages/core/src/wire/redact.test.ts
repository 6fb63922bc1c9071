import { describe, expect, it } from "vitest";
import { createRedactor, MASK } from "./redact.js";

const CANARY = 'CANARY-1/ä"+b 😀c\\d';

/** What is left of a secret in `text`: no five characters in a row of any of its forms may be. */
function leaks(text: string, secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex")];
  return forms.filter((form) => text.includes(form.slice(2, 10)));
}

function everyUnit(text: string, write: (code: number) => string): string {
  return Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join("");
}

/** The ways in which a server may give a secret back. */
const WRITINGS: Record<string, (secret: string) => string> = {
  "as it is": (secret) => secret,
  "JSON-escaped": (secret) => JSON.stringify(secret),
  "JSON in a JSON string": (secret) => JSON.stringify(JSON.stringify({ secret })),
  "JSON three times": (secret) => JSON.stringify(JSON.stringify(JSON.stringify({ secret }))),
  "every unit as \\u": (secret) => everyUnit(secret, (code) => `\\u${code.toString(16).padStart(4, "0")}`),
  "JSON with escaped slashes": (secret) => JSON.stringify(secret).replaceAll("/", "\\/"),
  "ASCII-only JSON": (secret) =>
    JSON.stringify(secret).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  "percent-encoded": (secret) => encodeURIComponent(secret),
  "percent-encoded in lower case": (secret) => encodeURIComponent(secret).toLowerCase().replace("canary", "CANARY"),
  "every byte percent-encoded": (secret) => Buffer.from(secret).toString("hex").replace(/../g, "%$&"),
  "in a form": (secret) => new URLSearchParams({ secret }).toString(),
  "percent-encoded in JSON": (secret) => JSON.stringify(JSON.stringify({ url: `?t=${encodeURIComponent(secret)}` })),
  "as character references": (secret) => Array.from(secret, (sign) => `&#${sign.codePointAt(0)};`).join(""),
  "in HTML": (secret) => `<p>${secret.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")}</p>`,
  "base64, first alignment": (secret) => Buffer.from(`abc${secret}z`).toString("base64"),
  "base64, second alignment": (secret) => Buffer.from(`a${secret}zz`).toString("base64"),
  "base64, third alignment": (secret) => Buffer.from(`ab${secret}`).toString("base64"),
  base64url: (secret) => Buffer.from(`Bearer ${secret}`).toString("base64url"),
  "base64 in JSON with escaped slashes": (secret) =>
    JSON.stringify(Buffer.from(secret).toString("base64")).replaceAll("/", "\\/"),
  "base64, percent-encoded": (secret) => encodeURIComponent(Buffer.from(secret).toString("base64")),
  hex: (secret) => Buffer.from(secret).toString("hex"),
  HEX: (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
};

/** Breaks a text into lines of five characters, as a terminal, MIME or a pretty printer does. */
const BREAKS: Record<string, string> = {
  "no line break": "",
  LF: "\n",
  CRLF: "\r\n",
  "LF and an indent": "\n    ",
  "an escaped LF": "\\n",
  "an escaped CRLF": "\\r\\n",
  "a twice escaped LF": "\\\\n",
};

/** Pieces of five characters; an escape sequence stays in one piece. */
function pieces(text: string): string[] {
  return text.match(/(?:\\+u[0-9a-f]{4}|\\+.|%[0-9a-fA-F]{2}|&[^;]{1,8};|[^\\%&]){1,5}/gsu) ?? [];
}

describe("createRedactor", () => {
  const redactor = createRedactor([CANARY]);

  for (const [writing, write] of Object.entries(WRITINGS)) {
    it.each(Object.entries(BREAKS))(`masks a secret ${writing}, with %s`, (_, separator) => {
      const written = pieces(write(CANARY)).join(separator);
      const text = `before ${written} after`;
      const redacted = redactor.text(text);
      expect(redacted).toContain(MASK);
      expect(redacted).toMatch(/^before .*after$/s);
      expect(leaks(redacted.replace(/\\+[rn]|[\s]/g, ""), CANARY)).toEqual([]);
      expect(redacted.length).toBeLessThan(text.length);
    });
  }

  it("finds secrets of the plain kind in every writing", () => {
    const secret = "CANARY-12";
    const plain = createRedactor([secret]);
    for (const [name, write] of Object.entries(WRITINGS)) {
      const redacted = plain.text(`x ${write(secret)} y`);
      expect([name, redacted.includes(MASK), leaks(redacted, secret)]).toEqual([name, true, []]);
    }
  });

  it("masks exactly the secret", () => {
    const plain = createRedactor(["secret-1", "secret-2", "secret-1-longer"]);
    expect(plain.text("a secret-1, secret-2.")).toBe(`a ${MASK}, ${MASK}.`);
    expect(plain.text("secret-1-longer!")).toBe(`${MASK}!`);
    expect(plain.text("secret-1secret-2")).toBe(MASK);
    expect(plain.text('{"a":"x\\nsecret-1\\ny"}')).toBe(`{"a":"x\\n${MASK}\\ny"}`);
    expect(plain.text("nothing, secret-3")).toBe("nothing, secret-3");
  });

  it("keeps JSON that holds a secret in its strings parsable", () => {
    const secret = 'quote " and \\ slash';
    const json = JSON.stringify({ [secret]: [secret, `\n${secret}`], text: JSON.stringify({ secret }) });
    const redacted = createRedactor([secret]).text(json);
    expect(JSON.parse(redacted)).toEqual({ [MASK]: [MASK, `\n${MASK}`], text: `{"secret":"${MASK}"}` });
  });

  it("does not mask texts for a secret of fewer than six characters", () => {
    expect(createRedactor(["", "abc", "12345", "  abc  "]).text("abc 12345")).toBe("abc 12345");
    expect(createRedactor(["123456"]).text("a 123456")).toBe(`a ${MASK}`);
  });

  it("finds secrets that hold line breaks themselves", () => {
    const key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG\nAoIBAQC7\n-----END KEY-----\n";
    const redactor = createRedactor([key]);
    expect(redactor.text(`x ${key} y`)).toBe(`x ${MASK}\n y`);
    expect(redactor.text(JSON.stringify({ key }))).toBe(`{"key":"${MASK}\\n"}`);
    expect(redactor.text(Buffer.from(key).toString("base64"))).not.toContain("QkVHSU4gS0VZ");
  });

  it("finds a secret anywhere in a text of megabytes, also across the blocks that it is searched in", () => {
    const secret = "CANARY-0123456789";
    const redactor = createRedactor([secret, ...Array.from({ length: 200 }, (_, at) => `other-secret-${at}`)]);
    const writings = [secret, everyUnit(secret, (code) => `\\u${code.toString(16).padStart(4, "0")}`)];
    for (const written of writings) {
      for (let shift = 0; shift < 120; shift += 7) {
        const text = `${"x".repeat(256 * 1024 - shift)}${written}${"y".repeat(300 * 1024)}`;
        expect(redactor.text(text)).toBe(text.replace(written, MASK));
      }
    }
    const large = `${"lorem ipsum \\n ".repeat(400_000)}${secret}`;
    expect(redactor.text(large).endsWith(`\\n ${MASK}`)).toBe(true);
  });

  describe("value", () => {
    const redactor = createRedactor(["secret-1", "123456789"]);

    it("copies deeply and masks strings, keys and numbers", () => {
      const value = { a: ["secret-1", { "key secret-1": 1 }], b: null, c: true, d: 123456789, e: "x", f: 12 };
      const copy = redactor.value(value);
      expect(copy).toEqual({ a: [MASK, { [`key ${MASK}`]: 1 }], b: null, c: true, d: MASK, e: "x", f: 12 });
      expect(value.a[0]).toBe("secret-1");
      expect(copy.a[1]).not.toBe(value.a[1]);
    });

    it("keeps __proto__ as a member, and both of two keys that become the same", () => {
      const copy = redactor.value(JSON.parse('{"__proto__":{"x":"secret-1"},"secret-1":1,"secret\\n-1":2}') as object);
      expect(JSON.stringify(copy)).toBe(`{"__proto__":{"x":"${MASK}"},"${MASK}":1,"${MASK} (2)":2}`);
      expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    });

    it("copies errors with message and stack, maps, sets, circles and bytes", () => {
      const error = redactor.value(new TypeError("no secret-1", { cause: "secret-1" }));
      expect(error).toBeInstanceOf(TypeError);
      expect([error.message, error.cause]).toEqual([`no ${MASK}`, MASK]);
      expect(error.stack).not.toContain("secret-1");
      expect(redactor.value(new Map([["secret-1", new Set(["secret-1"])]]))).toEqual(
        new Map([[MASK, new Set([MASK])]]),
      );
      const circle: { self?: object; text: string } = { text: "secret-1" };
      circle.self = circle;
      const copy = redactor.value(circle);
      expect(copy.self).toBe(copy);
      const bytes = Uint8Array.of(1);
      expect(redactor.value({ bytes }).bytes).toBe(bytes);
    });

    it("does not run out of stack", () => {
      let deep: unknown = "secret-1";
      for (let depth = 0; depth < 100_000; depth++) deep = [deep];
      expect(() => redactor.value(deep)).not.toThrow();
    });
  });

  it("masks headers by name, whoever sent them, and others by value", () => {
    const headers = createRedactor(["secret-1"]).headers([
      ["Set-Cookie", "id=1"],
      ["MCP-Session-Id", "abc"],
      ["X-API-Key", "k"],
      ["Location", "https://h/?t=secret-1"],
      ["WWW-Authenticate", 'Bearer realm="x"'],
      ["Content-Type", "text/html"],
    ]);
    expect(headers).toEqual([
      ["Set-Cookie", MASK],
      ["MCP-Session-Id", MASK],
      ["X-API-Key", MASK],
      ["Location", `https://h/?t=${MASK}`],
      ["WWW-Authenticate", 'Bearer realm="x"'],
      ["Content-Type", "text/html"],
    ]);
  });
});
