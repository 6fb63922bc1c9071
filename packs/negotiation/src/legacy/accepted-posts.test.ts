import { describe, expect, it } from "vitest";
import { exchangeWith, received, sent } from "../testing/exchange.js";
import { acceptedSightings } from "./accepted-posts.js";

const NOTIFICATION = { jsonrpc: "2.0", method: "notifications/initialized" };
const RESPONSE = { jsonrpc: "2.0", id: 1, result: {} };
const REQUEST = { jsonrpc: "2.0", id: 1, method: "ping" };

function judge(body: unknown, status: number, text?: string) {
  const request = sent(typeof body === "string" ? body : JSON.stringify(body));
  const messages = text === undefined ? [] : [received(text, { via: "body" })];
  return acceptedSightings([exchangeWith({ request, status, messages })]).map(({ kind, subject }) => [kind, subject]);
}

describe("answers to what asks for nothing (A92)", () => {
  it.each([NOTIFICATION, RESPONSE, [NOTIFICATION, RESPONSE]])("%j gets 202 without a body, or a refusal", (body) => {
    expect(judge(body, 202)).toEqual([]);
    expect(judge(body, 400, "no")).toEqual([]);
    expect(judge(body, 503)).toEqual([]);
    // A redirect that was followed.
    expect(judge(body, 307)).toEqual([]);
  });

  it("names what was sent", () => {
    expect(judge(NOTIFICATION, 200)).toEqual([["status", "notifications/initialized"]]);
    expect(judge(RESPONSE, 204)).toEqual([["status", "a response"]]);
    expect(judge(NOTIFICATION, 202, "ok")).toEqual([["body", "notifications/initialized"]]);
  });

  it.each([REQUEST, [NOTIFICATION, REQUEST], [], "", "no JSON"])("%j is another matter", (body) => {
    expect(judge(body, 200, "ok")).toEqual([]);
  });

  it("so is what came unasked", () => {
    expect(acceptedSightings([exchangeWith({ status: 200 })])).toEqual([]);
  });
});
