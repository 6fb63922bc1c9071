import type { ServerResponse } from "node:http";
import type { Exchange, JsonObject } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import {
  cleanUp,
  HTTP_TAGS,
  post,
  responseText,
  serve,
  startSse,
  type TestHttpOptions,
  type TestRequest,
} from "./testing/http.js";
import type { Outgoing } from "./types.js";

afterEach(cleanUp);

describe("requests of the server", () => {
  const SESSION: Outgoing["headers"] = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ["MCP-Session-Id", "s-1"],
    ["MCP-Protocol-Version", "2025-11-25"],
    ["Mcp-Method", "tools/call"],
    ["Last-Event-ID", "4"],
  ];
  const ask = (id: unknown, method: string) => JSON.stringify({ jsonrpc: "2.0", id, method });

  /** Asks `requests` on the stream of the first POST and answers that one once all replies have come. */
  async function asking(requests: string[], replies: number, options?: TestHttpOptions) {
    const posts: TestRequest[] = [];
    let stream: ServerResponse | undefined;
    const served = await serve((request, response) => {
      if (!stream) {
        stream = response;
        startSse(response, ...requests);
        if (replies === 0) response.end(`data: ${responseText(1)}\n\n`);
        return;
      }
      posts.push(request);
      response.writeHead(202).end();
      if (posts.length === replies) stream.end(`data: ${responseText(1)}\n\n`);
    }, options);
    return { posts, ...served };
  }

  it("are answered with a POST each that has the headers of the stream", async () => {
    const { posts, send, transcript, wire } = await asking([ask(7, "ping"), ask("x", "roots/list")], 2, {
      headers: [["Authorization", "Bearer secret-1"]],
    });
    const exchange = await send(post(1, { headers: SESSION, tags: { ...HTTP_TAGS, check: "c", defect: "d" } }));
    expect(exchange).toMatchObject({ outcome: "answered", messages: [{ json: { method: "ping" } }, {}, {}] });
    expect(posts.map(({ body }) => JSON.parse(body))).toEqual([
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "2.0", id: "x", error: { code: -32601, message: "Method not found" } },
    ]);
    for (const { headers } of posts) {
      expect(headers).toContainEqual(["MCP-Session-Id", "s-1"]);
      expect(headers).toContainEqual(["MCP-Protocol-Version", "2025-11-25"]);
      expect(headers).toContainEqual(["Authorization", "Bearer secret-1"]);
      expect(headers.filter(([name]) => /^(mcp-method|last-event-id)$/i.test(name))).toEqual([]);
      expect(headers.filter(([name]) => name === "Content-Type")).toEqual([["Content-Type", "application/json"]]);
    }
    await wire.close();
    const replies = transcript.all().slice(1);
    expect(replies).toHaveLength(2);
    for (const reply of replies) {
      expect(reply).toMatchObject({ outcome: "answered", status: 202, tags: { ...HTTP_TAGS, check: "c" } });
      expect(reply.tags).not.toHaveProperty("defect");
      expect(reply).not.toHaveProperty("id");
    }
  });

  it("are answered by the handler, which knows the exchange and may stay silent", async () => {
    const { posts, send, wire } = await asking([ask(1, "a"), ask(2, "b"), ask(3, "c")], 1);
    const asked: [JsonObject, Exchange | undefined][] = [];
    wire.onServerRequest((message, exchange) => {
      asked.push([message, exchange]);
      if (message.method === "a") return undefined;
      if (message.method === "b") throw new Error("broken handler");
      return "raw reply";
    });
    const exchange = await send(post(1));
    expect(posts.map(({ body }) => body)).toEqual(["raw reply"]);
    expect(asked.map(([message]) => message.id)).toEqual([1, 2, 3]);
    expect(asked.map(([, of]) => of?.number)).toEqual([exchange.number, exchange.number, exchange.number]);
  });

  it("are not confused with the response when they carry its id", async () => {
    const { posts, send } = await asking([ask(1, "ping")], 1);
    const exchange = await send(post(1));
    expect(exchange.response).toEqual(JSON.parse(responseText(1)));
    expect(posts).toHaveLength(1);
  });

  it("are not answered without end when each reply brings the next", async () => {
    let count = 0;
    const { send, wire, transcript } = await serve((_, response) => {
      count++;
      startSse(response, ask(count, "ping"));
      response.end(count === 1 ? `data: ${responseText(1)}\n\n` : undefined);
    });
    await send(post(1));
    await expect.poll(() => transcript.get(2)?.endedBy).toBe("server");
    expect(transcript.get(2)).toMatchObject({ outcome: "answered", messages: [{ json: { method: "ping" } }] });
    await wire.close();
    expect([count, transcript.all().length]).toEqual([2, 2]);
  });
});
