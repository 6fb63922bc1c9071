import { createScope } from "../server/incoming.js";
import { commonRefusal, type Endpoint, type EndpointContext, type Exchange, rejected } from "./endpoint.js";
import { createHttpReply } from "./http-reply.js";
import { closeSignal, decodeBody, headerMap } from "./http-request.js";

/** Path of the endpoint. */
const PATH = "/mcp";

/** Streamable HTTP: one path for POST, and in the legacy era for GET and DELETE (2025-03-26 to 2026-07-28). */
export function streamable(context: EndpointContext): Endpoint {
  const { dispatcher, crash } = context;
  const { server } = dispatcher;

  /** Status of what never reaches MCP: another path or origin, another HTTP method, a body that is too large. */
  function refusedStatus(exchange: Exchange): number | undefined {
    const { method, url = "", headers } = exchange.request;
    if (new URL(url, "http://localhost").pathname !== PATH) return 404;
    const common = commonRefusal(exchange);
    if (common !== undefined) return common;
    if (method === "DELETE" && server.era !== "modern") {
      const id = headers["mcp-session-id"];
      return dispatcher.endSession(typeof id === "string" ? id : undefined);
    }
    return method === "POST" || method === "GET" ? undefined : 405;
  }

  function stream(exchange: Exchange): void {
    const { request, response } = exchange;
    const reply = createHttpReply(request, response, server);
    const session = dispatcher.openStream(headerMap(request), { emit: reply.emit, gone: closeSignal(response) });
    if (typeof session === "number") {
      if (rejected(context, exchange, session)) return;
    }
    reply.open();
    server.hooks.http.standing?.(reply, typeof session === "number" ? undefined : session);
  }

  async function post({ request, response, bytes }: Exchange): Promise<void> {
    const reply = createHttpReply(request, response, server);
    const outcome = await dispatcher.handle({
      text: decodeBody(bytes ?? Buffer.alloc(0)),
      transport: "http",
      scope: createScope(),
      headers: headerMap(request),
      url: request.url ?? "",
      connection: request.socket,
      disconnected: closeSignal(response),
      emit: reply.emit,
      crash,
    });
    if (!response.destroyed) await reply.finish(outcome);
  }

  return {
    path: PATH,
    async answer(exchange) {
      if (rejected(context, exchange, refusedStatus(exchange))) return;
      if (exchange.request.method === "GET") stream(exchange);
      else await post(exchange);
    },
  };
}
