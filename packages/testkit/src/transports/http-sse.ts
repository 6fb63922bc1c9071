import { randomUUID } from "node:crypto";
import type { Outcome } from "../server/call.js";
import { createScope, type Scope } from "../server/incoming.js";
import { commonRefusal, type Endpoint, type EndpointContext, type Exchange, rejected } from "./endpoint.js";
import { createHttpReply, type HttpReply, writeHead } from "./http-reply.js";
import { closeSignal, decodeBody, headerMap } from "./http-request.js";

/** Path of the stream. */
const STREAM = "/sse";
/** Path for messages of the client. */
const MESSAGES = "/messages";

/** An open stream and its session. */
interface Stream {
  reply: HttpReply;
  scope: Scope;
  gone: AbortSignal;
}

/**
 * HTTP+SSE, the deprecated transport of 2024-11-05: a GET opens a stream, whose first event names the place for messages of
 * the client; every message of the server is an event of the stream (A110, A111).
 */
export function httpSse(context: EndpointContext): Endpoint {
  const { dispatcher, crash } = context;
  const { server } = dispatcher;
  const streams = new Map<string, Stream>();

  function open({ request, response }: Exchange): void {
    const id = randomUUID();
    const reply = createHttpReply(request, response, server);
    const stream: Stream = { reply, scope: createScope(true), gone: closeSignal(response) };
    streams.set(id, stream);
    response.once("close", () => {
      streams.delete(id);
      if (stream.scope.session) stream.scope.session.over = true;
      for (const controller of stream.scope.inFlight.values()) controller.abort();
    });
    const uri = `${MESSAGES}?sessionId=${id}`;
    reply.write(server.hooks.http.endpoint?.(uri, request) ?? `event: endpoint\ndata: ${uri}\n\n`);
    server.hooks.http.standing?.(reply, undefined);
  }

  function streamOf(url: URL): Stream | undefined {
    return streams.get(url.searchParams.get("sessionId") ?? "");
  }

  function refusedStatus(exchange: Exchange, url: URL): number | undefined {
    const { method } = exchange.request;
    if (url.pathname !== STREAM && url.pathname !== MESSAGES) return 404;
    const common = commonRefusal(exchange);
    if (common !== undefined) return common;
    if (method !== (url.pathname === STREAM ? "GET" : "POST")) return 405;
    return url.pathname === MESSAGES && !streamOf(url) ? 404 : undefined;
  }

  /** Takes a message: the POST is answered at once, and what there is to say goes on the stream. */
  async function take({ request, response, bytes }: Exchange, { reply, scope, gone }: Stream): Promise<void> {
    const { accepted = { status: 202, text: "Accepted" }, inBody } = server.hooks.http;
    if (!inBody) {
      writeHead(request, response, server, accepted.status, { "Content-Type": "text/plain" });
      response.end(accepted.text);
    }
    const outcome: Outcome = await dispatcher.handle({
      text: decodeBody(bytes ?? Buffer.alloc(0)),
      transport: "http",
      scope,
      headers: headerMap(request),
      url: request.url ?? "",
      disconnected: gone,
      emit: reply.emit,
      crash,
    });
    if (inBody) return createHttpReply(request, response, server).finish(outcome);
    if (outcome.message !== undefined) reply.emit(outcome.message);
    await outcome.after?.(reply.emit);
  }

  return {
    path: STREAM,
    async answer(exchange) {
      const url = new URL(exchange.request.url ?? "", "http://localhost");
      if (rejected(context, exchange, refusedStatus(exchange, url))) return;
      const stream = streamOf(url);
      if (url.pathname === STREAM) open(exchange);
      else if (stream) await take(exchange, stream);
      else exchange.response.end();
    },
  };
}
