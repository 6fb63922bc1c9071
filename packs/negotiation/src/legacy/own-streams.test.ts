import type { Exchange, ReceivedMessage } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { answered, received } from "../testing/exchange.js";
import { type OwnStream, streamSightings } from "./own-streams.js";

const CHANGED = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
const RESPONSE = { jsonrpc: "2.0", id: 1, result: {} };

function stream(exchange: number, ...messages: ReceivedMessage[]): OwnStream {
  return { exchange, status: 200, isSse: true, messages };
}

function judge(streams: OwnStream[], requests: Exchange[] = []) {
  return streamSightings({ streams, requests }).map(({ kind, subject, exchange }) => [kind, subject, exchange]);
}

const ping = answered("ping", {}, { result: {} }, { number: 9 });
const pingWith = (...messages: ReceivedMessage[]) => ({ ...ping, messages: [...messages, ...ping.messages] });

describe("streams beside requests (A99)", () => {
  it("a message on one of them is right, even twice", () => {
    expect(judge([stream(2, received(CHANGED), received(CHANGED)), stream(3)], [ping])).toEqual([]);
  });

  it("a response belongs on none of them", () => {
    expect(judge([stream(2, received(RESPONSE))], [ping])).toEqual([["response", "ping", 2]]);
    expect(judge([stream(2, received({ ...RESPONSE, id: 5 }))], [ping])).toEqual([["response", "a request", 2]]);
  });

  it("the body that refuses one is none, even where it is an error of JSON-RPC", () => {
    const refusal = { jsonrpc: "2.0", id: null, error: { code: -32000, message: "Only one stream" } };
    const refused: OwnStream = { exchange: 3, status: 409, isSse: false, messages: [received(refusal)] };
    expect(judge([stream(2), refused], [ping])).toEqual([]);
  });

  it("the same message on two of them is a broadcast", () => {
    expect(judge([stream(2, received(CHANGED)), stream(3, received(CHANGED))])).toEqual([
      ["repeated", CHANGED.method, 3],
    ]);
  });

  it("so is one on the stream of a request as well", () => {
    expect(judge([stream(2, received(CHANGED))], [pingWith(received(CHANGED))])).toEqual([
      ["repeated", CHANGED.method, 9],
    ]);
  });

  it("different messages are not", () => {
    const other = { ...CHANGED, method: "notifications/prompts/list_changed" };
    expect(
      judge([stream(2, received(CHANGED)), stream(3, received(other))], [pingWith(received({ ...RESPONSE, id: 1 }))]),
    ).toEqual([]);
  });
});
