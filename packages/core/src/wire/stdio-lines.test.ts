import { describe, expect, it } from "vitest";
import { lineSplitter } from "./stdio-lines.js";

/** Everything a splitter says about `text`, fed in pieces of `size` bytes. */
function split(text: string, size: number, maxBytes = 1_000): string[] {
  const said: string[] = [];
  const say = (what: string) => (bytes: Uint8Array) => said.push(`${what} ${Buffer.from(bytes).toString("utf8")}`);
  const splitter = lineSplitter(maxBytes, {
    line: say("line"),
    tooLong: say("tooLong"),
    skipping: () => {},
    skipped: say("skipped"),
    unterminated: say("unterminated"),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
  splitter.end();
  return said;
}

describe.each([1, 2, 3, 7, 64, 4_096])("lines in chunks of %i bytes", (size) => {
  it("are split at line feeds alone, and keep their carriage return", () => {
    expect(split("读取 — ✅\r\n\n\r\na\u2028b\u0085c\rd\n", size)).toEqual([
      "line 读取 — ✅\r",
      "line ",
      "line \r",
      "line a\u2028b\u0085c\rd",
    ]);
  });

  it("are given when the last one is not ended", () => {
    expect(split("one\ntwo", size)).toEqual(["line one", "unterminated two"]);
  });

  it("are skipped from the limit on, and the next line is read", () => {
    const said = split(`${"x".repeat(50)}END\nnext\n${"y".repeat(20)}\n`, size, 20);
    expect(said.map((line) => line.replace(/^(\w+) [xyEND]+$/, "$1"))).toEqual([
      "tooLong",
      "skipped",
      "line next",
      "line",
    ]);
    expect(said[1]).toMatch(/xEND$/);
  });

  it("are skipped when the stream ends within them", () => {
    expect(split("x".repeat(30), size, 20).map((line) => line.split(" ")[0])).toEqual(["tooLong", "skipped"]);
  });
});

it("keeps a few bytes of the end of a skipped line, and no more", () => {
  const [, skipped] = split(`${"x".repeat(100_000)}END\n`, 5, 10);
  expect(skipped).toBe(`skipped ${"x".repeat(253)}END`);
});
