import { type Connection, type Exchange, type PackHost, type RequestSpec, resultOf } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { askSteadily } from "./steady.js";
import { answered, exchangeWith } from "./testing/exchange.js";

const BROKEN = answered("ping", {}, { error: { code: -32603, message: "?" } });
const SERVED = answered("ping", {}, { result: {} });
const REFUSED = answered("ping", {}, { error: { code: -32601, message: "?" } });

/** Asks a server that gives `answers` in turn; gives the last answer and how many were asked for. */
async function ask(answers: Exchange[], request: RequestSpec = { method: "ping" }) {
  let count = 0;
  const host = { exchange: async () => answers[count++] } as unknown as PackHost;
  return { exchange: await askSteadily(host, {} as Connection, request), count };
}

describe("askSteadily", () => {
  it("asks again where the server broke, and takes what does not", async () => {
    const { exchange, count } = await ask([BROKEN, exchangeWith({ outcome: "no-response", status: 500 }), SERVED]);
    expect([resultOf(exchange), count]).toEqual([{}, 3]);
  });

  it("takes an internal error that comes each time", async () => {
    expect(await ask([BROKEN, BROKEN, BROKEN, SERVED])).toEqual({ exchange: BROKEN, count: 3 });
  });

  it("asks once where there is another answer, or none", async () => {
    for (const one of [SERVED, REFUSED, exchangeWith({ outcome: "closed" }), exchangeWith({ outcome: "timeout" })]) {
      expect(await ask([one])).toEqual({ exchange: one, count: 1 });
    }
  });

  it("does not use an id of the caller twice", async () => {
    expect((await ask([BROKEN], { method: "ping", id: 7 })).count).toBe(1);
    expect((await ask([BROKEN], { method: "ping", body: "{" })).count).toBe(1);
  });
});
