import { describe, expect, it } from "vitest";
import { OBEDIENT, program, request, stdioServers, TAGS } from "./testing/stdio.js";
import type { WireOptions } from "./types.js";

const { server, command } = stdioServers();

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
