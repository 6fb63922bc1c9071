import type { Exchange, ReceivedMessage } from "@mcptest/pack";
import { afterAll, expect, it } from "vitest";
import { sentMessage } from "../wire/exchange-log.js";
import { DEFAULT_LIMITS } from "../wire/limits.js";
import { readMessage } from "../wire/message.js";
import { createTranscript } from "../wire/transcript.js";
import { createLaneTranscript } from "./lane-transcript.js";

const MIB = 1024 * 1024;
const transcript = createTranscript({ secrets: [] });
afterAll(() => transcript.dispose());

function message(pad: number | string[]): ReceivedMessage {
  const result = { pad: typeof pad === "number" ? "p".repeat(pad) : pad };
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result });
  return readMessage(Buffer.from(text), { via: "body", limits: DEFAULT_LIMITS }).message;
}

/** Records an exchange whose request is this large, with responses that hold so many characters, or these texts. */
function record(connection: string, requestBytes: number, ...responses: (number | string[])[]): number {
  const number = transcript.nextNumber();
  const messages = responses.map(message);
  const exchange: Exchange = {
    number,
    tags: { lane: "lane", identity: "first" },
    transport: "http",
    connection,
    sentAt: "2026-07-28T00:00:00.000Z",
    durationMs: 1,
    request: sentMessage("q".repeat(requestBytes)),
    outcome: "answered",
    headers: [],
    messages,
    response: messages.at(-1)?.json as Exchange["response"],
  };
  transcript.record(exchange);
  return number;
}

const views = new Map<string, ReturnType<typeof createLaneTranscript>>();

/** What the packs of a lane are given, each of them asking anew. */
function view(connection: string): Exchange[] {
  const lane = views.get(connection) ?? createLaneTranscript(transcript, new Set([connection]));
  views.set(connection, lane);
  return lane.query();
}

const padOf = ({ response = {} }: Exchange) => (response.result as { pad: string }).pad;
const isThere = ({ response, request, messages }: Exchange) => [
  response !== undefined && response === messages.at(-1)?.json,
  request?.cut !== true,
];

it("gives large requests whole, and the JSON of large responses without their long texts", () => {
  record("one", MIB, 10, MIB);
  record("one", MIB, 10, MIB);
  record("one", MIB, 10, MIB + 1);
  const [exchange, equal, other] = view("one") as [Exchange, Exchange, Exchange];
  expect(exchange.request).toMatchObject({ body: "q".repeat(MIB) });
  expect(isThere(exchange)).toEqual([true, true]);
  expect(exchange.messages.map(({ cut }) => cut)).toEqual([undefined, true]);
  expect(exchange.messages[1]?.raw.length).toBe(64 * 1024);
  expect(padOf(exchange)).toMatch(/^p{1024}… \(1048576 characters, SHA-256 [0-9a-f]{64}\)$/);
  expect(padOf(equal)).toBe(padOf(exchange));
  expect(padOf(other)).not.toBe(padOf(exchange));
});

it("gives everybody who asks the same copies", () => {
  record("shared", MIB, 10, MIB);
  record("shared", 10, MIB, 10);
  const [one, other] = [view("shared"), view("shared")];
  expect(one.length).toBe(2);
  for (const [index, exchange] of one.entries()) expect(other[index]).toBe(exchange);
});

it("leaves cut what does not fit into memory together, and no request because of a response", () => {
  const many = Array.from({ length: 250 }, () => "p".repeat(60_000));
  for (let count = 0; count < 4; count++) record("large", MIB, many);
  record("large", 10, 10);
  expect(view("large").map(isThere)).toEqual([
    [true, true],
    [true, true],
    [false, true],
    [false, true],
    [true, true],
  ]);
});

it("gives copies, whatever is read from the disk", () => {
  record("copies", MIB, 10, MIB);
  for (const exchange of view("copies")) {
    for (const received of exchange.messages) received.raw = "changed";
    exchange.request?.headers.push(["X", "changed"]);
    exchange.tags.lane = "changed";
  }
  expect(transcript.full(transcript.all().length)).toMatchObject({
    tags: { lane: "lane" },
    request: { headers: [] },
    messages: [{ raw: expect.stringContaining('"pad":"pp') }, { raw: expect.stringContaining('"pad":"pp') }],
  });
});
