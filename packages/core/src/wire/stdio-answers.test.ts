import { describe, expect, it } from "vitest";
import { stdioServers, TAGS } from "./testing/stdio.js";

const { server } = stdioServers();

describe("answers", () => {
  it("are taken in every broken shape (N11)", async () => {
    const bodies = [
      '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
      '{"jsonrpc":"2.0","id":2,"result":null}',
      '{"jsonrpc":"2.0","id":3,"error":{"message":"x"}}',
      '{"jsonrpc":"2.0","id":4,"error":{"code":"-32602","message":"x"}}',
      '{"jsonrpc":"2.0","id":5}',
      '{"jsonrpc":"2.0","id":6,"result":{},"error":{"code":1,"message":"x"}}',
      '{"jsonrpc":"2.0","id":7,"result":{},"__proto__":{"id":8},"constructor":1}',
    ];
    const wire = await server(`serve(({ id }) => put(${JSON.stringify(bodies)}[id - 1] + "\\n"));`);
    const exchanges = await Promise.all(bodies.map((_, index) => wire.ask(index + 1)));
    expect(exchanges.map(({ outcome, messages }) => [outcome, ...messages.map(({ raw }) => raw)])).toEqual(
      bodies.map((body) => ["answered", body]),
    );
  });

  it("inside an array end the exchange without a response (N11)", async () => {
    const array = '[{"jsonrpc":"2.0","id":1,"result":{},"error":null}]';
    const wire = await server(`serve(() => put(${JSON.stringify(`${array}\n[]\n`)}));`);
    const exchange = await wire.ask(1);
    expect(exchange).toMatchObject({ outcome: "no-response", problem: "the response came inside an array" });
    expect(exchange.response).toBeUndefined();
    expect(exchange.messages.map(({ raw }) => raw)).toEqual([array]);
    await wire.close();
    expect(wire.unasked().map(({ messages }) => messages[0]?.raw)).toEqual(["[]"]);
  });

  it("need the id in value and type", async () => {
    const wire = await server(`serve(({ id }) => {
      say({ id: String(id), result: {} });
      say({ id: [id], result: {} });
    });`);
    const controller = new AbortController();
    const pending = wire.ask(1, { signal: controller.signal });
    await expect.poll(() => wire.unasked().length).toBe(2);
    controller.abort();
    expect(await pending).toMatchObject({ messages: [] });
    expect(wire.unasked().map(({ messages }) => messages[0])).toMatchObject([
      { raw: '{"jsonrpc":"2.0","id":"1","result":{}}', problem: "a response with an id that no request of ours has" },
      { raw: '{"jsonrpc":"2.0","id":[1],"result":{}}', problem: "a response with an id that no request of ours has" },
    ]);
  });

  it("that come late are recorded with the number of their request, and match no other one (N01)", async () => {
    const wire = await server(`serve(({ id }) => {
      if (id !== 3) return;
      say({ id: "d1", error: { code: -32601, message: "x" } });
      say({ id: 2, result: { protocolVersion: "2025-11-25" } });
      say({ id: 2, result: "again" });
      say({ id: 3, result: {} });
    });`);
    const probe = await wire.ask("d1", { timeoutMs: 200 });
    expect(probe).toMatchObject({
      number: 1,
      outcome: "timeout",
      cause: "TIMEOUT",
      problem: "no response within 200 ms (a limit of mcptest)",
    });
    expect(probe.response).toBeUndefined();
    const [initialize] = await Promise.all([wire.ask(2), wire.ask(3)]);
    expect(initialize).toMatchObject({ outcome: "answered", messages: [{}], response: { id: 2, result: {} } });
    expect(wire.unasked().map(({ messages }) => messages[0]?.problem)).toEqual([
      "a late answer to request 1, which had ended (timeout)",
      "a second answer to request 2",
    ]);
    expect(wire.transcript.get(1)).toMatchObject({ outcome: "timeout", messages: [] });
  });

  it("without an id stay with the only open exchange and do not end it", async () => {
    const wire = await server(`serve(({ id }) => {
      say({ id: null, error: { code: -32700, message: "x" } });
      say({ error: { code: -32600, message: "y" } });
      say({ id, result: {} });
      say({ id: null, error: { code: -32700, message: "z" } });
    });`);
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered", messages: [{}, {}, {}] });
    await wire.close();
    expect(wire.unasked().map(({ messages }) => messages[0]?.problem)).toEqual(["a response without an id"]);
  });

  it("go to the oldest request when two have one id", async () => {
    const wire = await server(`let n = 0; serve(({ id }) => say({ id, result: ++n }));`);
    const exchanges = await Promise.all([wire.ask(1), wire.ask(1)]);
    expect(exchanges.map(({ response }) => response?.result)).toEqual([1, 2]);
  });
});

describe("notifications", () => {
  it("belong to the request they name, else to the only open one, else to nobody", async () => {
    const wire = await server(`serve(({ id, params }) => {
      if (id === 1) return;
      const progress = (progressToken) => say({ method: "notifications/progress", params: { progressToken, progress: 1 } });
      progress("a");
      progress("b");
      progress("dead");
      say({ method: "notifications/message", params: { data: "whose?" } });
      say({ id: 1, result: {} });
      say({ method: "notifications/message", params: { data: "yours" } });
      say({ id: 2, result: {} });
    });`);
    const withToken = (id: number, token: string) => ({
      body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { _meta: { progressToken: token } } }),
    });
    const [one, two] = await Promise.all([wire.ask(1, withToken(1, "a")), wire.ask(2, withToken(2, "b"))]);
    const params = (messages: { json?: unknown }[]) =>
      messages.map(({ json }) => (json as { params?: unknown }).params);
    expect(params(one.messages)).toEqual([{ progressToken: "a", progress: 1 }, undefined]);
    expect(params(two.messages)).toEqual([{ progressToken: "b", progress: 1 }, { data: "yours" }, undefined]);
    expect(wire.unasked().flatMap(({ messages }) => params(messages))).toEqual([
      { progressToken: "dead", progress: 1 },
      { data: "whose?" },
    ]);
  });
});

describe("requests of the server", () => {
  const ASKING = `serve((message) => {
    if (message.method === "tools/list") {
      say({ id: "s1", method: "ping" });
      say({ id: 1, method: "roots/list" });
      globalThis.id = message.id;
      globalThis.got = [];
    } else if (got.push(message) === 2) say({ id, result: got });
  });`;

  it("are answered, ping with a result and others with -32601, beside the open exchange", async () => {
    const wire = await server(ASKING);
    const exchange = await wire.ask(1);
    expect(exchange.messages).toHaveLength(3);
    expect(exchange.response?.result).toEqual([
      { jsonrpc: "2.0", id: "s1", result: {} },
      { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } },
    ]);
    const replies = wire.transcript.all().filter(({ request, number }) => request && number !== exchange.number);
    expect(replies.map(({ outcome, tags, id }) => ({ outcome, tags, id }))).toEqual([
      { outcome: "answered", tags: TAGS, id: undefined },
      { outcome: "answered", tags: TAGS, id: undefined },
    ]);
  });

  it("are answered by a handler, which knows the exchange they came in", async () => {
    const wire = await server(ASKING);
    const seen: unknown[] = [];
    wire.onServerRequest((message, exchange) => {
      seen.push([message.method, exchange?.number, exchange?.messages.length]);
      return JSON.stringify({ id: message.id });
    });
    expect((await wire.ask(7)).response?.result).toEqual([{ id: "s1" }, { id: 1 }]);
    expect(seen).toEqual([
      ["ping", 1, 1],
      ["roots/list", 1, 2],
    ]);
  });

  it("get silence when the handler says so or fails", async () => {
    const wire = await server(
      "serve(({ id }) => { say({ id: 1, method: 'a' }); say({ id: 2, method: 'b' }); say({ id, result: {} }); });",
    );
    wire.onServerRequest((message) => {
      if (message.method === "a") throw new Error("a defect of ours");
      return undefined;
    });
    expect(await wire.ask("x")).toMatchObject({ outcome: "answered" });
    expect(wire.transcript.all()).toHaveLength(1);
  });

  it("get silence when their id is so large that the answers could fill memory", async () => {
    const wire = await server(
      `serve(({ id, method, result }) => {
        if (method === "tools/list") {
          globalThis.listing = id;
          say({ id: "s".repeat(2_000_000), method: "ping" });
          say({ id: "short", method: "ping" });
        } else if (result) say({ id: listing, result: { answered: id } });
      });`,
    );
    expect((await wire.ask(1)).response?.result).toEqual({ answered: "short" });
  });

  it("in a flood from a server that reads nothing fill no memory", async () => {
    const wire = await server(
      `process.stdin.pause();
       const ping = JSON.stringify({ id: "p".repeat(10_000), method: "ping" }) + "\\n";
       for (let i = 0; i < 2_000; i++) writeAll(Buffer.from(ping));
       say({ id: 1, result: {} });
       setInterval(() => {}, 1_000);`,
      { maxMessages: 5_000 },
    );
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered" });
    await wire.close();
    const replies = wire.transcript.all().filter(({ request, id }) => request && id === undefined);
    expect(replies.length).toBeGreaterThan(10);
    expect(replies.length).toBeLessThan(500);
  });
});
