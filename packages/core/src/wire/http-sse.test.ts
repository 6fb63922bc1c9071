import type { ServerResponse } from "node:http";
import type { HeaderList } from "@mcptest/pack";
import { afterEach, describe, expect, it } from "vitest";
import { connectHttpSse } from "./http-sse.js";
import {
  cleanUp,
  cleanups,
  HTTP_TAGS,
  httpServer,
  post,
  responseText,
  type TestRequest,
  testOptions,
  testTarget,
} from "./testing/http.js";

afterEach(cleanUp);

/** A server of 2024-11-05: `posted` gets each POST with the stream; the POST itself gets 202 unless it was ended. */
interface SseServer {
  gets: TestRequest[];
  posts: TestRequest[];
  stream(): ServerResponse;
  say(message: string): void;
}

async function serve(
  endpoint: string | ((server: { url: string }) => string),
  posted: (request: TestRequest, server: SseServer, response: ServerResponse) => void = () => {},
  headers: HeaderList = [],
  timeoutMs = 20_000,
) {
  let stream: ServerResponse | undefined;
  const sse: SseServer = {
    gets: [],
    posts: [],
    stream: () => stream!,
    say: (message) => stream!.write(`event: message\ndata: ${message}\n\n`),
  };
  const server = await httpServer((request, response) => {
    if (request.method === "GET") {
      sse.gets.push(request);
      stream = response;
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      const first = typeof endpoint === "string" ? endpoint : endpoint(server);
      if (first !== "") response.write(`${first}\n\n`);
      return;
    }
    sse.posts.push(request);
    posted(request, sse, response);
    if (!response.writableEnded) response.writeHead(202).end();
  });
  cleanups.push(server.close);
  const target = testTarget(server.url, headers);
  const options = testOptions(target);
  const wire = await connectHttpSse(target, options, { tags: HTTP_TAGS, timeoutMs });
  cleanups.push(wire.close);
  return { server, sse, wire, transcript: options.transcript };
}

const ENDPOINT = "event: endpoint\ndata: /messages?session=s1";
const NOTE = '{"jsonrpc":"2.0","method":"notifications/message"}';
const idOf = (request: TestRequest) => JSON.parse(request.body).id as number;

describe("the endpoint", () => {
  it.each([
    ["/messages?session=s1", "/messages?session=s1"],
    ["messages", "/messages"],
    ["?s=1", "/mcp?s=1"],
  ])("%s is resolved against the URL of the stream", async (data, path) => {
    const { sse, wire } = await serve(
      `event: endpoint\ndata: ${data}`,
      (request, { say }) => say(responseText(idOf(request))),
      [["Authorization", "Bearer secret-1"]],
    );
    expect(wire.opening).toMatchObject({ number: 1, status: 200, messages: [{ raw: data, via: "event" }] });
    const exchange = await wire.send(post(1));
    expect(exchange).toMatchObject({ outcome: "answered", status: 202, response: { id: 1 } });
    expect(sse.posts.map(({ url }) => url)).toEqual([path]);
    for (const { headers } of [...sse.gets, ...sse.posts]) {
      expect(headers).toContainEqual(["Authorization", "Bearer secret-1"]);
    }
    expect(sse.gets[0]!.headers).toContainEqual(["Accept", "text/event-stream"]);
  });

  it("may be given with its origin", async () => {
    const { wire } = await serve(
      (server) => `event: endpoint\ndata: ${new URL("/m", server.url).href}`,
      (request, { say }) => say(responseText(idOf(request))),
    );
    expect((await wire.send(post(1))).outcome).toBe("answered");
  });

  it("on another origin is refused, and nothing is sent there", async () => {
    const other: TestRequest[] = [];
    const elsewhere = await httpServer((request, response) => {
      other.push(request);
      response.end();
    });
    cleanups.push(elsewhere.close);
    const { wire, transcript } = await serve(`event: endpoint\ndata: ${elsewhere.url}?token=abc`);
    expect(wire.endpoint).toBeUndefined();
    const exchange = await wire.send(post(1));
    expect(exchange).toMatchObject({ outcome: "unreachable", cause: "NO_ENDPOINT" });
    expect(exchange.problem?.replace(/:\d+/, ":PORT")).toMatchInlineSnapshot(
      `"no stream to answer on: the endpoint event names another origin, http://127.0.0.1:PORT/mcp?token=[redacted], which is refused"`,
    );
    expect(other).toEqual([]);
    expect(transcript.get(1)).toMatchObject({ outcome: "no-response", cause: "NO_ENDPOINT", endedBy: "client" });
    expect(transcript.get(1)!.messages).toHaveLength(1);
  });

  it("may come after other events, which are in the record and answer nothing", async () => {
    const early = [`data: ${NOTE}`, "event: ping\ndata: now", `data: ${responseText(1, "early")}`, ENDPOINT];
    const { wire } = await serve(early.join("\n\n"), (request, { say }) => say(responseText(idOf(request))));
    expect(wire.opening.messages.map(({ event, raw }) => [event, raw])).toEqual([
      [undefined, NOTE],
      ["ping", "now"],
      [undefined, responseText(1, "early")],
      ["endpoint", "/messages?session=s1"],
    ]);
    expect((await wire.send(post(1))).messages.map(({ raw }) => raw)).toEqual([responseText(1)]);
  });

  it("is missed when it names no URI", async () => {
    const { wire } = await serve("event: endpoint\ndata: http://[");
    expect(wire.endpoint).toBeUndefined();
    expect((await wire.send(post(1))).problem).toBe("no stream to answer on: the endpoint event names no URI");
    const stream = wire.open(post(2));
    expect(await stream.next(20_000)).toBe("ended");
  });

  it.each(["", "data: {}"])("is missed when none comes in time after %j", async (first) => {
    const { wire } = await serve(first, undefined, [], 1_500);
    expect(wire.opening).toMatchObject({ outcome: "timeout", cause: "TIMEOUT", status: 200 });
    expect(wire.opening.problem).toMatchInlineSnapshot(`"no endpoint event within 1500 ms (a limit of mcptest)"`);
  });

  it("is missed where GET gives something else", async () => {
    for (const [status, problem] of [
      [405, "HTTP 405"],
      [200, "the response holds no endpoint event"],
    ] as const) {
      const server = await httpServer((_, response) => response.writeHead(status).end("<html>"));
      cleanups.push(server.close);
      const target = testTarget(server.url);
      const wire = await connectHttpSse(target, testOptions(target), { tags: HTTP_TAGS, timeoutMs: 20_000 });
      cleanups.push(wire.close);
      expect(wire.opening).toMatchObject({ status, messages: [{ raw: "<html>" }] });
      expect((await wire.send(post(1))).problem).toBe(`no stream to answer on: ${problem}`);
    }
  });

  it("is missed where no connection is", async () => {
    const server = await httpServer(() => {});
    await server.close();
    for (const [url, cause] of [
      [server.url, "ECONNREFUSED"],
      ["nonsense", "ERR_INVALID_URL"],
    ] as const) {
      const target = testTarget(url);
      const wire = await connectHttpSse(target, testOptions(target), { tags: HTTP_TAGS, timeoutMs: 20_000 });
      expect(wire.opening).toMatchObject({ outcome: "unreachable", cause });
      expect(await wire.send(post(1))).toMatchObject({ outcome: "unreachable", cause });
      await wire.close();
    }
  });
});

describe("messages", () => {
  it("go to the request with their id, in whatever order they come", async () => {
    const waiting: number[] = [];
    const { wire } = await serve(ENDPOINT, (request, { say }) => {
      waiting.push(idOf(request));
      if (waiting.length === 3) for (const id of [...waiting].reverse()) say(responseText(id, `for ${id}`));
    });
    const exchanges = await Promise.all([1, 2, 3].map((id) => wire.send(post(id))));
    expect(exchanges.map(({ response }) => response?.result)).toEqual(["for 1", "for 2", "for 3"]);
    for (const exchange of exchanges) expect(exchange.messages).toHaveLength(1);
  });

  it("count whatever the type of their event is, which is in the record", async () => {
    const { wire } = await serve(ENDPOINT, (_, { stream }) => {
      stream().write(`event: response\ndata: ${responseText(1)}\n\n`);
    });
    const exchange = await wire.send(post(1));
    expect(exchange).toMatchObject({ outcome: "answered", response: { id: 1 } });
    expect(exchange.messages).toMatchObject([{ event: "response", problem: 'event of type "response"' }]);
  });

  it("that answer nothing stay with the stream", async () => {
    const { wire, transcript } = await serve(ENDPOINT, (_, { say }) => {
      say(responseText("1"));
      say(responseText(9));
      say(NOTE);
      say(responseText(1));
    });
    const exchange = await wire.send(post(1));
    expect(exchange.messages.map(({ raw }) => raw)).toEqual([NOTE, responseText(1)]);
    expect(transcript.get(1)!.messages.map(({ raw }) => raw)).toEqual([
      "/messages?session=s1",
      responseText("1"),
      responseText(9),
    ]);
  });

  it("that are late are kept with the stream and given to no other request", async () => {
    const { wire, transcript } = await serve(ENDPOINT, (request, { say }) => {
      if (idOf(request) === 2) say(responseText(1));
      if (idOf(request) === 2) say(responseText(2));
    });
    expect((await wire.send(post(1, { timeoutMs: 1_000 }))).outcome).toBe("timeout");
    expect((await wire.send(post(2))).messages.map(({ raw }) => raw)).toEqual([responseText(2)]);
    expect(transcript.get(1)!.messages.at(-1)!.raw).toBe(responseText(1));
  });

  it("may answer before the POST does, or in the POST itself", async () => {
    const { wire } = await serve(ENDPOINT, (request, { say }, response) => {
      if (idOf(request) === 2) response.end(responseText(2));
      else {
        say(responseText(1));
        response.writeContinue();
      }
    });
    expect(await wire.send(post(1))).toMatchObject({ outcome: "answered", status: 202 });
    expect(await wire.send(post(2))).toMatchObject({ outcome: "answered", status: 200, messages: [{ via: "body" }] });
  });

  it("are refused by the status of the POST", async () => {
    const { wire } = await serve(ENDPOINT, (_, __, response) => response.writeHead(400).end("no"));
    expect(await wire.send(post(1))).toMatchObject({ outcome: "no-response", status: 400, messages: [{ raw: "no" }] });
    expect(await wire.send(post(undefined))).toMatchObject({ outcome: "no-response", status: 400 });
  });

  it("that are notifications are done with the POST", async () => {
    const { wire } = await serve(ENDPOINT);
    expect(await wire.send(post(undefined))).toMatchObject({ outcome: "answered", status: 202 });
  });

  it("end with the stream", async () => {
    const { wire } = await serve(ENDPOINT, (_, { stream }) => stream().end());
    const exchange = await wire.send(post(1));
    expect(exchange.outcome).toBe("closed");
    expect(exchange.problem).toMatchInlineSnapshot(`"the SSE stream ended before the response"`);
    expect(await wire.send(post(2))).toMatchObject({ outcome: "unreachable" });
  });

  it("can be read as a stream", async () => {
    const { wire, sse } = await serve(ENDPOINT, (_, { say }, response) => {
      response.writeHead(202).end("Accepted");
      say(NOTE);
    });
    const stream = wire.open(post(1));
    expect(await stream.next(20_000)).toMatchObject({ raw: NOTE });
    sse.say(responseText(1));
    expect(await stream.next(20_000)).toMatchObject({ raw: responseText(1) });
    expect(await stream.next(20_000)).toBe("ended");
    expect(stream.snapshot()).toMatchObject({ outcome: "answered", response: { id: 1 } });
    expect(stream.snapshot().messages.map(({ raw }) => raw)).toContain("Accepted");
  });

  it("of the server that ask are answered to the endpoint", async () => {
    const { wire, sse } = await serve(ENDPOINT, (request, { say, posts }) => {
      if (posts.length === 1) say('{"jsonrpc":"2.0","id":1,"method":"ping"}');
      else if (request.body.includes("result")) say(responseText(1));
    });
    const exchange = await wire.send(post(1));
    expect(exchange.messages.map(({ json }) => json)).toMatchObject([{ method: "ping" }, { result: {} }]);
    expect(sse.posts.map(({ url, body }) => [url, JSON.parse(body)])).toMatchObject([
      ["/messages?session=s1", { id: 1, method: "tools/list" }],
      ["/messages?session=s1", { jsonrpc: "2.0", id: 1, result: {} }],
    ]);
  });

  it("end when the connection is closed", async () => {
    const { wire, transcript } = await serve(ENDPOINT);
    const pending = wire.send(post(1));
    await expect.poll(() => transcript.all().length).toBeGreaterThan(0);
    await wire.close();
    expect(await pending).toMatchObject({ outcome: "closed" });
    expect(transcript.get(1)).toMatchObject({ outcome: "closed", cause: "ABORTED" });
    expect(await wire.send(post(2))).toMatchObject({ outcome: "unreachable", cause: "ABORTED" });
  });
});
