import { describe, expect, it } from "vitest";
import { OBEDIENT, stdioServers, TAGS } from "./testing/stdio.js";

const { server } = stdioServers();

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

  it("may come in a flood without end: the connection ends when it is more than any server has to say", async () => {
    const wire = await server("for (;;) writeAll(Buffer.from('noise\\n'.repeat(10_000)));", { maxMessages: 10 });
    const ended = await wire.ask(1);
    expect(ended).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGES" });
    expect(ended.problem).toBe(
      'stdout carries something that is no MCP message: "noise" (1000001 lines), more than mcptest reads',
    );
    expect(await wire.ask(2)).toMatchObject({ outcome: "limit", problem: ended.problem });
    await wire.exited;
    expect(await wire.ask(3)).toMatchObject({ outcome: "limit", problem: ended.problem });
    await wire.close();
    expect(wire.unasked().length).toBe(11);
    expect(wire.talk()?.lines).toBeGreaterThan(1_000_000);
  });

  it("may be one line without end", async () => {
    const wire = await server("for (;;) writeAll(Buffer.alloc(100_000));", {
      maxMessageBytes: 200_000,
      maxExchangeBytes: 1_000_000,
    });
    const ended = await wire.ask(1);
    expect(ended).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGE_BYTES" });
    const later = await wire.ask(2);
    expect(later).toMatchObject({ outcome: "limit", cause: "LIMIT_EXCHANGE_BYTES" });
    expect(later.problem).toMatch(
      /^stdout carries something that is no MCP message: "\\u0000.*more than mcptest reads$/,
    );
    await wire.exited;
  });

  it("may be a flood of JSON that is no message", async () => {
    const wire = await server("for (;;) writeAll(Buffer.from('{}\\n'.repeat(1_000)));", { maxMessages: 10 });
    expect(await wire.ask(1)).toMatchObject({ outcome: "limit", cause: "LIMIT_MESSAGES" });
  });

  it("is counted, and kept no longer than a thousand lines, when nobody reads it", async () => {
    const wire = await server(`writeAll(Buffer.from("noise\\n".repeat(5_000))); ${OBEDIENT}`);
    expect(await wire.ask(1)).toMatchObject({ outcome: "answered" });
    expect(wire.talk()).toEqual({ first: "noise", lines: 5_000 });
    expect(wire.unasked()).toHaveLength(1_000);
  });

  it("does not keep timers waiting while it comes", async () => {
    const wire = await server("const noise = 'noise'.repeat(2_000); for (;;) writeAll(Buffer.from(noise + '\\n'));");
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await wire.ask(1);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});
