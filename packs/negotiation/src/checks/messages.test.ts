import type { Json, Negotiated } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { received, sent } from "../testing/exchange.js";
import { judge } from "../testing/judge.js";
import { asked, error, lane, STDIO_LEGACY, STDIO_MODERN, unasked, withoutId } from "../testing/on-lane.js";
import { messagesChecks } from "./messages.js";

const check = (id: string) => messagesChecks.find((each) => each.id === id);

describe("rpc-utf8", () => {
  const bad = (problem: string, json?: Json) => [
    { ...received("?"), via: "body" as const, problem, ...(json === undefined ? {} : { json }) },
  ];
  const json = { headers: [["Content-Type", "application/json; charset=utf-8"]] as [string, string][] };

  it("fails bytes that are no UTF-8, and warns of a byte order mark", async () => {
    const came = [
      asked(bad("not valid UTF-8", {})),
      asked(bad("starts with a byte order mark", {}), { method: "prompts/list" }),
    ];
    expect((await judge(check("rpc-utf8"), came)).words).toEqual([
      "fail tools/list encoding",
      "warn prompts/list byte-order-mark",
    ]);
  });

  it("only warns on 2024-11-05, where UTF-8 is implied", async () => {
    const on: Partial<Negotiated> = { era: "legacy", protocolVersion: "2024-11-05" };
    const came = [asked(bad("not valid UTF-8", {}), {}, on)];
    expect((await judge(check("rpc-utf8"), came, on)).words).toEqual(["warn tools/list encoding"]);
  });

  it("fails text that says that it is JSON, and leaves a web page and a cut body alone", async () => {
    const text = 'not JSON: begins with "x"';
    const came = [
      asked(bad(text), json),
      asked(bad(text), { headers: [["Content-Type", "text/html"]] }),
      asked(bad("the connection ended"), json),
      asked(bad(text), { ...json, status: 502 }),
    ];
    expect((await judge(check("rpc-utf8"), came)).words).toEqual(["fail tools/list no-json"]);
  });
});

describe("rpc-version-field", () => {
  it("fails messages without it, and JSON that is no message", async () => {
    const came = [asked({ id: 7, result: {} }), asked({ jsonrpc: "2.0" }), asked("x" as never)];
    expect((await judge(check("rpc-version-field"), [...came, asked(null)])).words).toEqual([
      "fail tools/list version",
      "fail tools/list no-message",
    ]);
  });

  it("leaves what may come from somebody before the server", async () => {
    const came = [asked({ error: "invalid_token" }, { status: 401 }), asked({ errors: [] }, { status: 500 })];
    expect((await judge(check("rpc-version-field"), came)).words).toEqual([]);
  });

  it("leaves deliberate violations of ours, and other lanes", async () => {
    const came = [
      asked({ id: 7, result: {} }, { tags: { ...lane({}), defect: "A61: no header" } }),
      asked({ id: 7, result: {} }, { tags: lane({ era: "legacy", protocolVersion: "2025-11-25" }) }),
    ];
    expect((await judge(check("rpc-version-field"), came)).words).toEqual([]);
  });
});

describe("rpc-response-id-echo", () => {
  const echo = check("rpc-response-id-echo");

  it.each([
    ["another number", { jsonrpc: "2.0", id: 8, result: {} }, ["fail tools/list other-id"]],
    ["the same number as a text", { jsonrpc: "2.0", id: "7", result: {} }, ["fail tools/list other-id"]],
    ["no id on a result", { jsonrpc: "2.0", result: {} }, ["fail tools/list no-id"]],
    ["no id on an error about the params", withoutId(-32602), ["fail tools/list no-id"]],
    ["no id on a parse error", withoutId(-32700), []],
    ["id: null on a parse error", error(-32700, null), ["warn tools/list null"]],
    ["id: null on an invalid request", error(-32600, null), ["warn tools/list null"]],
  ] as const)("over HTTP, %s", async (_, came, words) => {
    expect((await judge(echo, [asked(came as Json)])).words).toEqual(words);
  });

  it("lets errors of 2025-06-18 have null or no id", async () => {
    const on: Partial<Negotiated> = { era: "legacy", protocolVersion: "2025-06-18" };
    const came = [asked(error(-32700, null), {}, on), asked(withoutId(-32600), {}, on)];
    expect((await judge(echo, came, on)).words).toEqual([]);
  });

  it("exempts a refused Origin, a refused notification and a session that is gone", async () => {
    const on: Partial<Negotiated> = { era: "legacy", protocolVersion: "2025-11-25" };
    const notification = { id: undefined, method: "notifications/x", request: sent('{"method":"notifications/x"}') };
    const came = [
      asked(error(-32000, null), { status: 403 }, on),
      asked(error(-32000, null), { ...notification, status: 400 }, on),
      asked(error(-32001, null), { status: 404 }, on),
    ];
    expect((await judge(echo, came, on)).words).toEqual([]);
    expect((await judge(echo, [asked(error(-32601, null), { status: 404 })])).words).toEqual(["fail tools/list no-id"]);
  });

  it("finds answers to nobody on stdout, and takes late ones for what they are", async () => {
    const late = asked(
      [],
      { outcome: "timeout", id: 3, request: sent('{"jsonrpc":"2.0","id":3,"method":"a"}') },
      STDIO_MODERN,
    );
    const came = [
      late,
      unasked({ jsonrpc: "2.0", id: 3, result: {} }, 2),
      unasked({ jsonrpc: "2.0", id: "3", result: {} }, 3),
    ];
    const said = await judge(echo, came, STDIO_MODERN);
    expect(said.words).toEqual(["fail unasked other-id"]);
    expect(said.evidence).toEqual([[3]]);
  });

  it("warns of a second answer", async () => {
    const answer = { jsonrpc: "2.0", id: 7, result: {} };
    const came = [asked(answer, {}, STDIO_MODERN), unasked(answer, 2)];
    expect((await judge(echo, came, STDIO_MODERN)).words).toEqual(["warn unasked twice"]);
  });

  it("takes an error without an id for the answer to a notification where every request has one", async () => {
    const answer = asked({ jsonrpc: "2.0", id: 7, result: {} }, {}, STDIO_LEGACY);
    const stray = unasked(error(-32601, null), 2, STDIO_LEGACY);
    expect((await judge(echo, [answer, stray], STDIO_LEGACY)).words).toEqual([]);
    const open = asked([], { outcome: "timeout", number: 3 }, STDIO_LEGACY);
    expect((await judge(echo, [answer, stray, open], STDIO_LEGACY)).words).toEqual(["fail unasked no-id"]);
  });
});

describe("rpc-request-id-unique", () => {
  const ping = (number: number, id: Json, connection: string) => ({
    ...unasked({ jsonrpc: "2.0", id, method: "ping" }, number, STDIO_LEGACY),
    connection,
  });

  it("compares in one session, value and type", async () => {
    const came = [ping(1, 1, "a"), ping(2, 1, "b"), ping(3, "1", "a"), ping(4, 1, "a")];
    const anchor = ["a", "b"].map((connection) => ({
      ...asked({ jsonrpc: "2.0", id: 7, result: {} }, {}, STDIO_LEGACY),
      connection,
    }));
    const said = await judge(check("rpc-request-id-unique"), [...anchor, ...came], STDIO_LEGACY);
    expect([said.words, said.evidence]).toEqual([["fail ping reused"], [[4]]]);
  });
});

describe("rpc-no-unsolicited-notifications", () => {
  const unsolicited = check("rpc-no-unsolicited-notifications");
  const changed = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
  const tick = { jsonrpc: "2.0", method: "notifications/toy/tick" };
  const declares = sent(
    JSON.stringify({
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { _meta: { "io.modelcontextprotocol/clientCapabilities": { extensions: { "com.example/toy": {} } } } },
    }),
  );

  it("fails news without a subscription id, also before anything was sent", async () => {
    const early = { ...unasked(changed, 1), tags: { lane: "stdio", identity: "first" } };
    const answer = asked({ jsonrpc: "2.0", id: 7, result: {} }, { number: 2 }, STDIO_MODERN);
    const said = await judge(unsolicited, [early, answer], STDIO_MODERN);
    expect(said.words).toEqual(["fail notifications/tools/list_changed change"]);
  });

  it("leaves news with an id, and listen streams, to the rows of subscriptions", async () => {
    const params = { _meta: { "io.modelcontextprotocol/subscriptionId": 7 } };
    const came = [
      asked([received({ ...changed, params })]),
      asked([received(changed)], { method: "subscriptions/listen" }),
    ];
    expect((await judge(unsolicited, came)).words).toEqual([]);
  });

  it("warns of a notification that no extension of a request explains", async () => {
    expect((await judge(unsolicited, [asked([received(tick)])])).words).toEqual([
      "warn notifications/toy/tick extension",
    ]);
    expect((await judge(unsolicited, [asked([received(tick)], { request: declares })])).words).toEqual([]);
  });

  it("looks at what is under way on stdout", async () => {
    const at = (seconds: number) => new Date(Date.UTC(2026, 6, 28, 0, 0, seconds)).toISOString();
    const call = asked([], { request: declares, sentAt: at(10), durationMs: 5_000 }, STDIO_MODERN);
    const during = { ...unasked(tick, 2), sentAt: at(12) };
    const after = { ...unasked(tick, 3), sentAt: at(20) };
    expect((await judge(unsolicited, [call, during], STDIO_MODERN)).words).toEqual([]);
    expect((await judge(unsolicited, [call, during, after], STDIO_MODERN)).evidence).toEqual([[3]]);
  });
});
