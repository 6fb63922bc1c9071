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

function message(bytes: number): ReceivedMessage {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { pad: "p".repeat(bytes) } });
  return readMessage(Buffer.from(text), { via: "body", limits: DEFAULT_LIMITS }).message;
}

/** Records an exchange whose request and response are this large. */
function record(connection: string, requestBytes: number, ...responses: number[]): number {
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

const view = (connection: string) => createLaneTranscript(transcript, new Set([connection])).query();
const isWhole = ({ response, messages }: Exchange) => [response !== undefined, messages.map(({ cut }) => cut === true)];

it("gives whole bodies of any size, the JSON with them", () => {
  record("one", MIB, 10, MIB);
  const [exchange] = view("one");
  expect(exchange?.request).toMatchObject({ body: "q".repeat(MIB) });
  expect(exchange?.request?.cut).toBeUndefined();
  expect(isWhole(exchange!)).toEqual([true, [false, false]]);
  expect(exchange?.response).toBe(exchange?.messages[1]?.json);
});

it("leaves cut what does not fit into memory together, and no request because of a response", () => {
  for (let count = 0; count < 4; count++) record("large", MIB, 12 * MIB);
  record("large", 10, 10);
  const found = view("large");
  expect(found.map(isWhole)).toEqual([
    [true, [false]],
    [true, [false]],
    [false, [true]],
    [false, [true]],
    [true, [false]],
  ]);
  expect(found.map(({ request }) => request?.cut === true)).toEqual([false, false, false, false, false]);
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
