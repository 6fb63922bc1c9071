import type { ReceivedMessage } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { exchangeWith, received, sent } from "../testing/exchange.js";
import { endpointSightings, sseMessageSightings } from "./sse-record.js";

const ENDPOINT = received("/messages", { event: "endpoint" });
const LOG = received({ jsonrpc: "2.0", method: "notifications/message" });

const stream = (...messages: ReceivedMessage[]) => exchangeWith({ request: sent(""), status: 200, messages });

describe("the endpoint (A110)", () => {
  it("comes first", () => {
    expect(endpointSightings([stream(ENDPOINT, LOG)])).toEqual([]);
  });

  it.each([LOG, received("now", { event: "ping" })])("comes after %j", (first) => {
    expect(endpointSightings([stream(first, ENDPOINT)])).toMatchObject([{ kind: "first", exchange: 1 }]);
  });

  it("of other exchanges is nothing to judge", () => {
    expect(endpointSightings([stream(LOG)])).toEqual([]);
  });
});

describe("messages over HTTP+SSE (A111)", () => {
  const judge = (message: ReceivedMessage, status = 200) =>
    sseMessageSightings([exchangeWith({ method: "ping", status, messages: [message] })]).map(({ kind }) => kind);

  it.each([
    ENDPOINT,
    LOG,
    received("now", { event: "ping" }),
    received("Accepted", { via: "body" }),
    received("half", { problem: "stream ended inside an event: the connection ended" }),
    received("large", { cut: true }),
    received("deep", { problem: "a message nests deeper than the limit of 256 levels" }),
  ])("%j is right, or no message", (message) => {
    expect(judge(message)).toEqual([]);
  });

  it.each([
    [received({ jsonrpc: "2.0", id: 1, result: {} }, { event: "response" }), "event-type"],
    [received("hello", { problem: 'not JSON: begins with "hello"' }), "no-json"],
    [received(7), "no-json"],
    [received({ jsonrpc: "2.0", id: 1, result: {} }, { via: "body" }), "body"],
  ])("%j is not", (message, kind) => {
    expect(judge(message)).toEqual([kind]);
  });

  it("an error in the body of a refusal is HTTP's own", () => {
    expect(judge(received({ jsonrpc: "2.0", error: { code: -32600 } }, { via: "body" }), 400)).toEqual([]);
  });
});
