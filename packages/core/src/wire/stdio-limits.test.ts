import { member } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { request, stdioServers, TAGS } from "./testing/stdio.js";

const { server } = stdioServers();

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
