import { tmpdir } from "node:os";
import { member } from "@mcptest/pack";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { survivors, testMark } from "./testing/processes.js";
import { connectTest, program, request, TAGS, type TestConnection } from "./testing/stdio.js";
import type { StdioTarget, WireLimits, WireOptions } from "./types.js";

let mark: Record<string, string>;
const opened: TestConnection[] = [];
beforeEach(() => {
  mark = testMark();
});
afterEach(async () => {
  const wires = opened.splice(0);
  await Promise.all(wires.map((wire) => wire.close()));
  for (const { transcript } of wires) transcript.dispose();
  expect(survivors(mark)).toEqual([]);
});

/** Starts a server whose program is `body`; see `program`. */
function server(body: string, limits?: Partial<WireLimits>, options?: Partial<WireOptions>): Promise<TestConnection> {
  return command({ command: process.execPath, args: program(body) }, limits, options);
}

async function command(
  target: Omit<StdioTarget, "kind" | "name">,
  limits?: Partial<WireLimits>,
  options?: Partial<WireOptions>,
): Promise<TestConnection> {
  const wire = await connectTest({ ...target, env: { ...target.env, ...mark } }, limits, options);
  opened.push(wire);
  return wire;
}

/** Answers every request with an empty result. */
const OBEDIENT = "serve(({ id }) => id !== undefined && say({ id, result: {} }));";

describe("one message a line", () => {
  it("sends the bytes of the body and a line feed, and records both sides exactly", async () => {
    const wire = await server("serve(({ id }, line) => say({ id, result: { line } }));");
    const body = '{ "jsonrpc":"2.0","id":1,  "method":"x\\u2028","__proto__":{"a":1} }';
    const exchange = await wire.send({ body, id: 1, method: "x", timeoutMs: 20_000, tags: TAGS });
    const { sentAt, durationMs, ...rest } = wire.transcript.get(exchange.number)!;
    expect(new Date(sentAt).toISOString()).toBe(sentAt);
    expect(durationMs).toBeGreaterThan(0);
    const raw = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { line: body } });
    expect(rest).toMatchObject({
      number: 1,
      tags: TAGS,
      transport: "stdio",
      connection: "stdio-1",
      request: { body, byteLength: Buffer.byteLength(body), headers: [] },
      method: "x",
      id: 1,
      outcome: "answered",
      messages: [{ raw, byteLength: raw.length, via: "line", json: JSON.parse(raw) }],
      response: JSON.parse(raw),
    });
    expect(rest.problem).toBeUndefined();
  });

  it("takes a notification for answered once the server has it", async () => {
    const wire = await server("serve((message) => say({ method: 'echo', params: message }));");
    const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    const exchange = await wire.send({ body, method: "notifications/initialized", timeoutMs: 20_000, tags: TAGS });
    expect(exchange).toMatchObject({ outcome: "answered", messages: [], method: "notifications/initialized" });
  });

  it.each([
    ["one byte at a time", "drip"],
    ["at once", "writeAll"],
  ])("reads characters of several bytes and U+2028 when written %s (N08)", async (_, write) => {
    const line = `{"jsonrpc":"2.0","id":1,"result":{"description":"读取 — ✅\u2028\u2029\u0085 😀","é":"é"}}`;
    const wire = await server(`serve(() => ${write}(Buffer.from(${JSON.stringify(`${line}\n`)})));`);
    const exchange = await wire.ask(1);
    expect(exchange.messages.map(({ raw }) => raw)).toEqual([line]);
    expect(exchange.response).toEqual(JSON.parse(line));
    expect(exchange.messages[0]?.problem).toBeUndefined();
  });

  it("reads a line of 5 MB and a carriage return", async () => {
    const wire = await server(
      "serve(({ id }) => put(JSON.stringify({ id, result: '✅'.repeat(1_700_000) }) + '\\r\\n'));",
    );
    const exchange = await wire.ask(1);
    expect(exchange.messages[0]?.byteLength).toBe(5_100_000 + '{"id":1,"result":""}\r'.length);
    expect(exchange.response?.result).toBe("✅".repeat(1_700_000));
  });

  it("reads many messages in one chunk, in any order", async () => {
    const wire = await server(`
      const lines = [];
      serve(({ id }) => {
        lines.unshift(JSON.stringify({ jsonrpc: "2.0", id, result: { id } }));
        if (lines.length === 50) put(lines.join("\\n") + "\\n");
      });`);
    const ids = Array.from({ length: 50 }, (_, index) => (index % 2 ? index : `${index}`));
    const exchanges = await Promise.all(ids.map((id) => wire.ask(id)));
    expect(exchanges.map(({ response }) => response?.result)).toEqual(ids.map((id) => ({ id })));
    expect(wire.unasked()).toEqual([]);
  });

  it("reads a last line that is not ended, and says so", async () => {
    const wire = await server(
      `serve(({ id }) => { writeAll(Buffer.from(JSON.stringify({ id, result: 1 }))); process.exit(); });`,
    );
    const exchange = await wire.ask(1);
    expect(exchange.outcome).toBe("answered");
    expect(exchange.messages[0]?.problem).toBe("the line is not ended by a line feed");
  });

  it("says what is no UTF-8 and what begins with a byte order mark", async () => {
    const wire = await server(`serve(({ id }) => {
      writeAll(Buffer.from('\\ufeff{"id":1,"result":{}}\\n'));
      writeAll(Buffer.concat([Buffer.from('{"id":2,"result":"'), Uint8Array.of(0xff), Buffer.from('"}\\n')]));
    });`);
    const [one, two] = await Promise.all([wire.ask(1), wire.ask(2)]);
    expect(one.messages[0]).toMatchObject({
      raw: '\ufeff{"id":1,"result":{}}',
      problem: "starts with a byte order mark",
    });
    expect(two.messages[0]).toMatchObject({ raw: '{"id":2,"result":"\ufffd"}', problem: "not valid UTF-8" });
    expect(two.messages[0]?.byteLength).toBe(21);
  });
});

describe("what is no message", () => {
  it("is recorded exactly, answers nothing, and the session goes on (N09)", async () => {
    const lines = [
      "Server v1.2 started",
      "2026-01-01 [info] x",
      '{"level":"info"}',
      "",
      "null",
      '"text"',
      '{"id":1',
      "\r",
    ];
    const wire = await server(`put(${JSON.stringify(`${lines.join("\n")}\n`)}); ${OBEDIENT}`);
    expect(await wire.ask(1)).toMatchObject({
      outcome: "answered",
      messages: [{ raw: '{"jsonrpc":"2.0","id":1,"result":{}}' }],
    });
    expect(await wire.ask(2)).toMatchObject({ outcome: "answered" });
    const unasked = wire.unasked();
    expect(unasked.map(({ messages }) => messages.map(({ raw }) => raw))).toEqual(lines.map((line) => [line]));
    expect(unasked.every(({ tags }) => tags.lane !== "" && tags.identity === "first")).toBe(true);
    expect(unasked.map(({ messages }) => messages[0]?.problem)).toMatchInlineSnapshot(`
      [
        "not JSON: begins with "Server v1.2 started"",
        "not JSON: begins with "2026-01-01 [info] x"",
        "JSON, but no JSON-RPC message",
        "empty",
        "JSON, but no JSON-RPC message",
        "JSON, but no JSON-RPC message",
        "not JSON: begins with "{\\"id\\":1"",
        "empty",
      ]
    `);
  });

  it("is nothing at all on stderr", async () => {
    const wire = await server(`process.stderr.write("Error: {\\"id\\":1}\\n"); ${OBEDIENT}`);
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered", messages: [{}] });
    expect(wire.unasked()).toEqual([]);
  });

  it("may come in a flood: the request is answered, what is not kept is counted", async () => {
    const wire = await server(
      `const noise = "noise\\n".repeat(1_000);
       for (let i = 0; i < 50; i++) writeAll(Buffer.from(noise));
       serve(({ id }) => { for (let i = 0; i < 50; i++) writeAll(Buffer.from(noise)); say({ id, result: {} }); });`,
      { maxMessages: 100 },
    );
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered", messages: [{}] });
    await wire.close();
    const unasked = wire.unasked();
    expect(unasked).toHaveLength(101);
    expect(unasked.at(-1)).toMatchObject({
      outcome: "limit",
      messages: [],
      problem: "99900 more messages that nobody asked for came and were not kept",
    });
  });

  it("may come in a flood without end: the time limit holds and the server is ended", async () => {
    const wire = await server("for (;;) writeAll(Buffer.from('noise\\n'.repeat(10_000)));", { maxMessages: 10 });
    expect(await wire.ask(1, { timeoutMs: 300 })).toMatchObject({ outcome: "timeout", cause: "TIMEOUT" });
  });
});

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

describe("streams", () => {
  const META = (id: unknown) => `{ _meta: { "io.modelcontextprotocol/subscriptionId": ${JSON.stringify(id)} } }`;

  it("give their messages once each, and nothing of other requests", async () => {
    const wire = await server(`serve(({ id, method }) => {
      if (method === "tools/list") {
        say({ method: "notifications/resources/updated", params: ${META("listen-1")} });
        say({ method: "notifications/resources/updated", params: ${META("listen-2")} });
        return say({ id, result: {} });
      }
      if (method === "end") return say({ id: "listen-1", result: { resultType: "complete" } });
      say({ method: "notifications/subscriptions/acknowledged", params: ${META("listen-1")} });
    });`);
    const stream = wire.open(request("listen-1", { method: "subscriptions/listen", timeoutMs: 20_000 }));
    expect(await stream.next(20_000)).toMatchObject({ json: { method: "notifications/subscriptions/acknowledged" } });
    expect(wire.transcript.get(stream.exchange)?.messages).toHaveLength(1);
    expect(await stream.next(10)).toBe("timeout");
    const other = await wire.ask(5);
    expect(other.messages).toHaveLength(1);
    expect(stream.snapshot()).toMatchObject({ messages: [{}, {}] });
    expect(await stream.next(20_000)).toMatchObject({ json: { method: "notifications/resources/updated" } });
    await wire.send({ body: '{"method":"end"}', timeoutMs: 20_000, tags: TAGS });
    expect(await stream.next(20_000)).toMatchObject({ json: { id: "listen-1" } });
    expect(await stream.next(20_000)).toBe("ended");
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "answered", response: { result: { resultType: "complete" } } });
    expect(wire.transcript.get(stream.exchange)).toMatchObject({ outcome: "answered", messages: [{}, {}, {}] });
    expect(wire.unasked()).toHaveLength(1);
  });

  it("take the late answer of a probe that stays open while another request runs", async () => {
    const wire = await server(`serve(({ id }) => {
      if (id !== 2) return;
      say({ id: "d1", error: { code: -32601, message: "x" } });
      say({ id: 2, result: {} });
    });`);
    const probe = wire.open(request("d1", { method: "server/discover", timeoutMs: 60_000 }));
    expect(await probe.next(100)).toBe("timeout");
    expect(await wire.ask(2)).toMatchObject({ outcome: "answered", messages: [{}] });
    expect(probe.snapshot()).toMatchObject({ outcome: "answered", response: { error: { code: -32601 } } });
  });

  it("end when nothing came within the limit of the request, and by no limit afterwards", async () => {
    const wire = await server(`serve(({ id }) => {
      if (id === 0) say({ id, result: {} });
      if (id === 2) say({ method: "ack", params: ${META(2)} });
    });`);
    await wire.ask(0);
    const [silent, open] = [1, 2].map((id) => wire.open(request(id, { timeoutMs: 400 })));
    expect(await open!.next(20_000)).toMatchObject({ json: { method: "ack" } });
    expect(await silent!.next(20_000)).toBe("ended");
    expect(silent!.snapshot()).toMatchObject({ outcome: "timeout", cause: "TIMEOUT" });
    expect(await open!.next(600)).toBe("timeout");
    await open!.close();
    expect(await open!.next(600)).toBe("ended");
    expect(wire.transcript.get(open!.exchange)).toMatchObject({
      outcome: "closed",
      cause: "ABORTED",
      problem: "mcptest closed the stream",
    });
  });

  it("end with the process", async () => {
    const wire = await server("serve(() => process.exit(4));");
    const stream = wire.open(request(1));
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 4",
    });
  });
});

describe("limits", () => {
  const BIG = `const big = (id, place) => place === "first"
    ? '{"jsonrpc":"2.0","id":' + id + ',"result":"' + "x".repeat(200_000) + '"}\\n'
    : '{"result":"' + "x".repeat(200_000) + '","jsonrpc":"2.0","id":' + id + '}\\n';`;
  const LIMIT = { maxMessageBytes: 100_000 };

  it("end the only open exchange when a line is too long, and the session goes on", async () => {
    const wire = await server(
      `${BIG} serve(({ id }) => id === 1 ? put(big(99, "last")) : say({ id, result: {} }));`,
      LIMIT,
    );
    const exchange = await wire.ask(1);
    expect(exchange).toMatchObject({
      outcome: "limit",
      cause: "LIMIT_MESSAGE_BYTES",
      problem: "a message is larger than the limit of 100000 bytes",
    });
    expect(exchange.messages).toMatchObject([
      { problem: "the rest of the line was skipped; a message is larger than the limit of 100000 bytes" },
    ]);
    expect(await wire.ask(2)).toMatchObject({ outcome: "answered" });
    expect(wire.unasked()).toEqual([]);
  });

  it.each(["first", "last"])("end the exchange whose id stands %s in a line that is too long", async (place) => {
    const wire = await server(
      `${BIG} serve(({ id }) => { if (id === 2) { put(big(1, "${place}")); say({ id: 2, result: {} }); } });`,
      LIMIT,
    );
    const [one, two] = await Promise.all([wire.ask(1), wire.ask(2)]);
    expect(one).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGE_BYTES" });
    expect(two).toMatchObject({ outcome: "answered", messages: [{}] });
  });

  it("hold for a line without end", async () => {
    const wire = await server(
      "const part = Buffer.alloc(65_536, 'x'); serve(() => { for (;;) writeAll(part); });",
      LIMIT,
    );
    expect(await wire.ask(1)).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGE_BYTES" });
  });

  it("hold for deep nesting", async () => {
    const wire = await server(`serve(({ id }) => put(
      '{"jsonrpc":"2.0","id":' + id + ',"result":' + "[".repeat(1e6) + "]".repeat(1e6) + "}\\n" + '{"id":9,"result":{}}\\n'));`);
    const [deep, next] = await Promise.all([wire.ask(1), wire.ask(9)]);
    expect(deep).toMatchObject({
      outcome: "limit",
      cause: "LIMIT_NESTING",
      problem: "a message nests deeper than the limit of 256 levels",
    });
    expect(next).toMatchObject({ outcome: "answered" });
  });

  it("hold for the messages of one exchange", async () => {
    const wire = await server(
      `serve(({ id }) => {
      for (let i = 0; i < 50; i++) say({ method: "notifications/message", params: {} });
      say({ id, result: {} });
    });`,
      { maxMessages: 20 },
    );
    expect(await wire.ask(1)).toMatchObject({
      outcome: "limit",
      cause: "LIMIT_MESSAGES",
      problem: "more than the limit of 20 messages came for one exchange",
    });
  });
});

describe("a server that does not read", () => {
  it("costs the time limit and no more, however much is to be written", async () => {
    const wire = await server("process.stdin.pause(); setInterval(() => {}, 1_000);");
    const big = (id: number) => ({
      body: JSON.stringify({ jsonrpc: "2.0", id, x: "x".repeat(3_000_000) }),
      timeoutMs: 400,
    });
    const [one, two, three] = await Promise.all([
      wire.ask(1, big(1)),
      wire.ask(2, big(2)),
      wire.send({ body: "{}", timeoutMs: 400, tags: TAGS }),
    ]);
    const problem =
      "no response within 400 ms (a limit of mcptest), and the server has not read the request from its stdin";
    expect(one).toMatchObject({ outcome: "timeout", problem });
    expect(two).toMatchObject({ outcome: "timeout", problem });
    expect(three).toMatchObject({ outcome: "timeout", problem });
    await wire.close();
    expect(wire.exit).not.toBeUndefined();
  });

  it("is sent nothing of what has timed out meanwhile", async () => {
    const wire = await server(`
      process.stdin.pause();
      process.on("SIGUSR2", () => serve(({ id }) => say({ id, result: {} })));
      setInterval(() => {}, 1_000);
      say({ method: "pid", params: process.pid });`);
    await expect.poll(() => wire.unasked().length).toBe(1);
    await wire.ask(0, { timeoutMs: 100 });
    await wire.ask(1, { body: JSON.stringify({ id: 1, x: "x".repeat(1_000_000) }), timeoutMs: 100 });
    await wire.ask(2, { timeoutMs: 100 });
    const last = wire.ask(3);
    process.kill(Number(member(wire.unasked()[0]?.messages[0]?.json, "params")), "SIGUSR2");
    expect(await last).toMatchObject({ outcome: "answered", number: 5 });
    const problems = wire.unasked().map(({ messages }) => messages[0]?.problem);
    expect(problems).toEqual([
      undefined,
      "a late answer to request 2, which had ended (timeout)",
      "a late answer to request 3, which had ended (timeout)",
    ]);
  });

  it("and has closed its stdin is said to have", async () => {
    const wire = await server(
      "import { closeSync } from 'node:fs'; closeSync(0); put('closed\\n'); setInterval(() => {}, 1_000);",
    );
    const stream = wire.open(request(0));
    await expect.poll(() => wire.unasked().length + stream.snapshot().messages.length).toBe(1);
    expect(await wire.ask(1)).toMatchObject({ outcome: "closed", problem: "the server has closed its stdin" });
  });
});

describe("the end of a server", () => {
  it("is told with its exit code, and what it wrote before is read", async () => {
    const wire = await server(`serve(({ id }) => {
      if (id === 2) { writeAll(Buffer.from(JSON.stringify({ id, result: "x".repeat(3_000_000) }) + "\\n")); process.exit(9); }
    });`);
    const [one, two] = await Promise.all([wire.ask(1), wire.ask(2)]);
    expect(two).toMatchObject({ outcome: "answered" });
    expect(one).toMatchObject({ outcome: "closed", problem: "the server process has exited with code 9" });
    expect(wire.exit).toEqual({ code: 9, signal: null });
    expect(await wire.exited).toEqual({ code: 9, signal: null });
    expect(await wire.ask(3)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 9",
    });
  });

  it("lets a descendant finish what it is writing", async () => {
    const late = `i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; echo '{"jsonrpc":"2.0","id":1,"result":{}}'`;
    const wire = await command({ command: "sh", args: ["-c", `read line; { ${late}; } & exit 3`] });
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered" });
    expect(await wire.ask(2)).toMatchObject({ outcome: "closed" });
  });

  it("is told with its signal", async () => {
    const wire = await server("serve(() => process.kill(process.pid, 'SIGKILL'));");
    expect(await wire.ask(1)).toMatchObject({ outcome: "closed", problem: "the server process was ended by SIGKILL" });
  });

  it("is told before any byte came", async () => {
    const wire = await command({ command: "sh", args: ["-c", "echo no such thing >&2; exit 127"] });
    expect(await wire.ask(1)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 127",
      messages: [],
    });
    expect(wire.stderrTail()).toEqual(["no such thing"]);
  });

  it("is told although a descendant holds its stdout", async () => {
    const wire = await command({ command: "sh", args: ["-c", "sleep 1000 & read line; exit 3"] });
    expect(await wire.ask(1)).toMatchObject({
      outcome: "closed",
      problem: "the server process has exited with code 3",
    });
    expect(survivors(mark)).toEqual(["sleep 1000"]);
  });

  it("is no end when it only closes its stdout, but nothing can be answered any more", async () => {
    const wire = await server("import { closeSync } from 'node:fs'; serve(() => closeSync(1));");
    expect(await wire.ask(1)).toMatchObject({ outcome: "closed", problem: "the server has closed its stdout" });
    expect(wire.exit).toBeUndefined();
    expect(await wire.ask(2)).toMatchObject({ outcome: "closed", problem: "the server has closed its stdout" });
  });
});

describe("a command that cannot be started", () => {
  it("gives a connection whose exchanges are unreachable", async () => {
    const wire = await command({ command: "no-such-command-anywhere", args: ["--key", "CANARY"] });
    expect(wire.exit).toEqual({ code: null, signal: null });
    expect(await wire.exited).toEqual({ code: null, signal: null });
    const exchange = await wire.ask(1);
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "ENOENT", messages: [] });
    expect(exchange.problem).toMatchInlineSnapshot(
      `"The server could not be started: the command "no-such-command-anywhere" was not found (ENOENT)."`,
    );
    const stream = wire.open(request(2));
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "unreachable", cause: "ENOENT" });
    expect(wire.stderrTail()).toEqual([]);
    await wire.close();
  });

  it("names the reason of the system", async () => {
    const wire = await command({ command: tmpdir(), args: [] });
    expect(await wire.ask(1)).toMatchObject({ outcome: "unreachable", cause: "EACCES" });
  });
});

describe("closing", () => {
  it("ends what is open, is safe to ask for twice and at the same time", async () => {
    const wire = await server(
      "for (const s of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(s, () => {}); serve(() => say({ method: 'x' })); setInterval(() => {}, 1e3);",
    );
    const stream = wire.open(request(1));
    await stream.next(20_000);
    const pending = wire.ask(2);
    await Promise.all([wire.close(), wire.close()]);
    await wire.close();
    expect(await pending).toMatchObject({
      outcome: "closed",
      problem: "mcptest closed the connection",
      cause: "ABORTED",
    });
    expect(await stream.next(20_000)).toBe("ended");
    expect(wire.exit).toEqual({ code: null, signal: "SIGKILL" });
    expect(await wire.ask(3)).toMatchObject({ outcome: "closed", problem: "mcptest closed the connection" });
  });

  it("records what the server says on its way out", async () => {
    const wire = await server(
      "serve(({ id }) => say({ id, result: {} })); process.stdin.on('end', () => { put('bye\\n'); });",
      {
        shutdownGraceMs: 20_000,
      },
    );
    await wire.ask(1);
    await wire.close();
    expect(wire.exit).toEqual({ code: 0, signal: null });
    expect(wire.unasked().map(({ messages }) => messages[0]?.raw)).toEqual(["bye"]);
  });
});

describe("the caller", () => {
  it("can give up a request", async () => {
    const wire = await server(OBEDIENT.replace("id !== undefined", "id !== 1"));
    const controller = new AbortController();
    const pending = wire.ask(1, { signal: controller.signal });
    controller.abort();
    expect(await pending).toMatchObject({ outcome: "closed", cause: "ABORTED", problem: "stopped by mcptest" });
    expect(await wire.ask(2, { signal: controller.signal })).toMatchObject({ outcome: "closed", cause: "ABORTED" });
    expect(await wire.ask(3)).toMatchObject({ outcome: "answered" });
  });

  it("can tamper with what is sent, before it is recorded", async () => {
    const tamper: WireOptions["tamper"] = (message) => ({
      ...message,
      body: message.body.replace("tools/list", "other"),
    });
    const wire = await server("serve(({ id, method }) => say({ id, result: { method } }));", {}, { tamper });
    const exchange = await wire.ask(1);
    expect(exchange.response?.result).toEqual({ method: "other" });
    expect(exchange.request?.body).toContain('"other"');
  });

  it("finds no secret of the environment in any record (C09)", async () => {
    const wire = await command({
      command: process.execPath,
      args: program(`
        const key = process.env.API_KEY;
        process.stderr.write("key " + key.slice(0, 5));
        process.stderr.write(key.slice(5) + " used\\n");
        put("key " + key + "\\n");
        serve(({ id }) => { say({ id, error: { code: 1, message: Buffer.from(key).toString("base64") } }); });`),
      env: { API_KEY: "CANARY-2-SECRET" },
    });
    expect((await wire.ask(1)).response?.error).toMatchObject({ message: "Q0FOQVJZLTItU0VDUkVU" });
    await wire.close();
    expect(wire.stderrTail()).toEqual(["key [redacted] used"]);
    const record = JSON.stringify(wire.transcript.all());
    expect(record).toContain("[redacted]");
    expect(record).not.toMatch(/CANARY|Q0FOQVJZ/);
  });
});
