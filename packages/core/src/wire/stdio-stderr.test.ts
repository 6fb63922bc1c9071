import { describe, expect, it } from "vitest";
import { byteTail } from "./stdio-stderr.js";

const asItIs = (text: string) => text;

function tailOf(maxBytes: number, text: string, size: number) {
  const tail = byteTail(maxBytes);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) tail.push(bytes.subarray(at, at + size));
  return tail;
}

describe("the tail of stderr", () => {
  it("is empty at first", () => {
    expect(byteTail(10).lines(asItIs)).toEqual([]);
  });

  it.each([1, 2, 1_000])("decodes characters that come in pieces of %i bytes", (size) => {
    expect(tailOf(1_000, "读取 — ✅\r\n\nlast", size).lines(asItIs)).toEqual(["读取 — ✅", "", "last"]);
  });

  it.each([1, 999, 100_000])("holds the last whole lines, fed in pieces of %i bytes", (size) => {
    const text = Array.from({ length: 3_000 }, (_, index) => `line ${index} ✅\n`).join("");
    const lines = tailOf(100, text, size).lines(asItIs);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join("").length).toBeLessThan(120);
    expect(lines.at(-1)).toBe("line 2999 ✅");
    expect(lines[0]).toBe(`line ${3_000 - lines.length} ✅`);
  });

  it("survives a redaction that shortens the text", () => {
    const text = Array.from({ length: 3_000 }, (_, index) => `CANARY-0123456789-${index}\n`).join("");
    const lines = tailOf(200, text, 1_000).lines((whole) => whole.replaceAll(/CANARY-\d+/g, "*"));
    expect(lines.slice(-2)).toEqual(["*-2998", "*-2999"]);
    expect(lines.length).toBeLessThan(12);
  });

  it("holds the end of a line that is longer than the tail", () => {
    const lines = tailOf(100, `${"x".repeat(100_000)}END`, 1_000).lines(asItIs);
    expect(lines).toEqual([`${"x".repeat(97)}END`]);
  });

  it("never begins with the second half of a secret", () => {
    const secret = "CANARY-0123456789-abcdefghij";
    for (let shift = 0; shift < secret.length; shift++) {
      const filler = `${"-".repeat(8_192 + 100 - shift)}`;
      const lines = tailOf(100, `${secret}${filler}`, 1_000).lines((text) => text.replaceAll(secret, "[redacted]"));
      expect(lines.join("")).not.toMatch(/[0-9a-j]/);
    }
  });

  it("shows the redactor the whole text, so that a secret over two chunks is masked", () => {
    const lines = tailOf(100, "token=CANARY-1 used\n", 9).lines((text) => text.replaceAll("CANARY-1", "[redacted]"));
    expect(lines).toEqual(["token=[redacted] used"]);
  });
});
