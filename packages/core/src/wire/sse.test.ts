import { describe, expect, it } from "vitest";
import { createSseParser } from "./sse.js";

interface Parsed {
  events: [type: string, data: string][];
  dropped?: string;
  lastEventId?: string;
  retryMs?: number;
}

function parse(chunks: Uint8Array[], maxBytes = 1_000): Parsed {
  const parser = createSseParser(maxBytes);
  const events = chunks
    .flatMap((chunk) => parser.push(chunk))
    .map(({ type, data }): [string, string] => [type, Buffer.from(data).toString("utf8")]);
  const dropped = parser.end();
  const parsed: Parsed = { events };
  if (dropped) parsed.dropped = Buffer.from(dropped).toString("utf8");
  if (parser.lastEventId !== undefined) parsed.lastEventId = parser.lastEventId;
  if (parser.retryMs !== undefined) parsed.retryMs = parser.retryMs;
  return parsed;
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text, "utf8");
}

const message = (data: string): [string, string] => ["message", data];

/** Streams and what is in them, by the text of WHATWG event-stream. */
const VECTORS: { name: string; stream: string; is: Parsed }[] = [
  { name: "LF", stream: "data: a\n\ndata: b\n\n", is: { events: [message("a"), message("b")] } },
  { name: "CRLF", stream: "data: a\r\n\r\ndata: b\r\n\r\n", is: { events: [message("a"), message("b")] } },
  { name: "lone CR", stream: "data: a\r\rdata: b\r\r", is: { events: [message("a"), message("b")] } },
  { name: "mixed line ends", stream: "data: a\r\n\ndata: b\n\r\n", is: { events: [message("a"), message("b")] } },
  { name: "CR LF CR", stream: "data: a\r\n\rdata: b\n\r", is: { events: [message("a"), message("b")] } },
  { name: "several data lines", stream: "data: a\ndata:\ndata:  b\n\n", is: { events: [message("a\n\n b")] } },
  { name: "no space after the colon", stream: "data:a\ndata:b\n\n", is: { events: [message("a\nb")] } },
  { name: "comments", stream: ":\r\n: keep-alive\n\n:x\ndata: a\n:y\n\n", is: { events: [message("a")] } },
  { name: "empty data", stream: "data\n\ndata:\n\n", is: { events: [message(""), message("")] } },
  { name: "no data", stream: "event: x\n\nid: 1\n\ndata: a\n\n", is: { events: [message("a")], lastEventId: "1" } },
  {
    name: "event, id and retry",
    stream: "event: endpoint\nid: 7\nretry: 1500\ndata: /x\n\ndata: a\n\n",
    is: { events: [["endpoint", "/x"], message("a")], lastEventId: "7", retryMs: 1500 },
  },
  {
    name: "an id with NUL",
    stream: "id: 1\n\nid: a\0b\ndata: a\n\n",
    is: { events: [message("a")], lastEventId: "1" },
  },
  { name: "an empty id", stream: "id: 1\n\nid\ndata: a\n\n", is: { events: [message("a")], lastEventId: "" } },
  { name: "a retry that is no number", stream: "retry: 1s\nretry: -1\ndata: a\n\n", is: { events: [message("a")] } },
  { name: "unknown fields", stream: "Data: x\ndata x: y\nfoo\ndata: a\n\n", is: { events: [message("a")] } },
  { name: "a byte order mark", stream: "\ufeffdata: a\n\n", is: { events: [message("a")] } },
  { name: "a second byte order mark", stream: "\ufeff\ufeffdata: x\n\ndata: a\n\n", is: { events: [message("a")] } },
  { name: "a mark inside", stream: "data: \ufeffa\n\n", is: { events: [message("\ufeffa")] } },
  { name: "characters of two to four bytes", stream: "data: é读😀\n\n", is: { events: [message("é读😀")] } },
  {
    name: "U+2028 and other separators",
    stream: "data: a\u2028b\u0085c\u000bd\n\n",
    is: { events: [message("a\u2028b\u0085c\u000bd")] },
  },
  { name: "no closing blank line", stream: "data: a\n\ndata: b\n", is: { events: [message("a")], dropped: "b" } },
  { name: "no line end at all", stream: "data: a\n\nid: 2\ndata: b", is: { events: [message("a")], dropped: "b" } },
  { name: "an end inside a comment", stream: "data: a\n\n: b", is: { events: [message("a")] } },
  {
    name: "an end after a field without data",
    stream: "id: 1\n\nid: 2\nevent: x",
    is: { events: [], lastEventId: "1" },
  },
  { name: "nothing", stream: "", is: { events: [] } },
];

describe("createSseParser", () => {
  it.each(VECTORS)("reads $name", ({ stream, is }) => {
    expect(parse([bytes(stream)])).toEqual(is);
  });

  it.each(VECTORS)("reads $name the same when it is cut at any byte, or at every byte", ({ stream, is }) => {
    const whole = bytes(stream);
    for (let at = 0; at <= whole.length; at++) {
      expect(parse([whole.subarray(0, at), whole.subarray(at)])).toEqual(is);
    }
    for (let first = 0; first <= whole.length; first++) {
      for (let second = first; second <= Math.min(whole.length, first + 4); second++) {
        expect(parse([whole.subarray(0, first), whole.subarray(first, second), whole.subarray(second)])).toEqual(is);
      }
    }
    expect(parse(Array.from(whole, (byte) => Uint8Array.of(byte)))).toEqual(is);
  });

  it("delivers an event with the CR that ends it, before the next byte comes", () => {
    const parser = createSseParser(1_000);
    expect(parser.push(bytes("data: a\r\r"))).toHaveLength(1);
    expect(parser.push(bytes("\n"))).toEqual([]);
    expect(parser.push(bytes("data: b\n\n"))).toHaveLength(1);
  });

  it("keeps bytes that are no UTF-8 as they are", () => {
    const [event] = createSseParser(100).push(Buffer.from([...bytes("data: "), 0xff, 0xc3, 0x0a, 0x0a]));
    expect([...event!.data]).toEqual([0xff, 0xc3]);
  });

  it("stops at an event that is too large, with the events before it and the beginning of its data", () => {
    const parser = createSseParser(40);
    const events = parser.push(bytes(`data: a\n\ndata: ${"b".repeat(30)}\ndata: ${"c".repeat(30)}\n\ndata: d\n\n`));
    expect(events).toHaveLength(1);
    expect(parser.overflowed).toBe(true);
    expect(parser.push(bytes("\n\ndata: e\n\n"))).toEqual([]);
    expect(Buffer.from(parser.end()!).toString()).toMatch(/^b{30}\nc*$/);
  });

  it("stops at a line that never ends, whatever its field", () => {
    for (const start of ["data: ", "event: ", "x"]) {
      const parser = createSseParser(100);
      for (let count = 0; count < 20; count++) parser.push(bytes(start + "x".repeat(10)));
      expect(parser.overflowed).toBe(true);
    }
  });

  it("passes over comments of any length", () => {
    const parser = createSseParser(100);
    for (let count = 0; count < 50; count++) expect(parser.push(bytes(`:${"x".repeat(10)}`))).toEqual([]);
    expect(parser.push(bytes("\ndata: a\n\n"))).toHaveLength(1);
    expect(parser.overflowed).toBe(false);
  });

  it("takes an event of exactly the largest size", () => {
    const parser = createSseParser(100);
    expect(parser.push(bytes(`data: ${"x".repeat(100)}\n\n`))).toHaveLength(1);
    expect(parser.overflowed).toBe(false);
  });
});
