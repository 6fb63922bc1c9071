import type { CreateMcpHandlerOptions, McpHttpHandler, RequestId } from "@modelcontextprotocol/server";
import type { Catalog } from "../catalog-types.js";
import { readMethods } from "./filter.js";
import type { Hub } from "./hub.js";
import { type ListenStream, openStream } from "./stream.js";

/** As many listens as the SDK allows by default. */
const DEFAULT_MAX_SUBSCRIPTIONS = 1024;
/** As often as the SDK writes a comment on a quiet stream by default, in milliseconds. */
const DEFAULT_KEEP_ALIVE_MS = 15_000;

/**
 * The SDK's handler with `methods` in the filter of `subscriptions/listen`. Everything is the SDK's answer, which says
 * whether the request is valid at all; only a stream that it opens is rewritten. All open listens are counted, and
 * `maxSubscriptions` bounds them all.
 */
export function withMethodFilters(
  handler: McpHttpHandler,
  hub: Hub,
  catalog: Pick<Catalog, "topicOf">,
  options: CreateMcpHandlerOptions,
): McpHttpHandler {
  const limit = options.maxSubscriptions ?? DEFAULT_MAX_SUBSCRIPTIONS;
  const keepAliveMs = options.keepAliveMs ?? DEFAULT_KEEP_ALIVE_MS;
  const open = new Set<ListenStream>();
  let closed = false;

  return {
    notify: handler.notify,
    bus: handler.bus,
    async fetch(request, requestOptions) {
      if (!isListen(request)) return handler.fetch(request, requestOptions);
      const given = requestOptions?.parsedBody;
      const copy = given === undefined ? request.clone() : undefined;
      const response = await handler.fetch(request, requestOptions);
      if (response.body === null || !isEventStream(response)) {
        copy?.body?.cancel().catch(() => {});
        return response;
      }
      const message = (given ?? (await copy?.json())) as { id: RequestId };
      const filter = readMethods(message, catalog);
      const refusal = filter.ok ? full(open.size, limit) : { code: -32602, message: filter.message };
      if (!filter.ok || refusal !== undefined) {
        response.body.cancel().catch(() => {});
        return Response.json({ jsonrpc: "2.0", id: message.id, error: refusal });
      }
      const stream = openStream(response.body, {
        id: message.id,
        accepted: filter.accepted,
        hub,
        keepAliveMs,
        signal: request.signal,
        onerror: options.onerror,
        onend: () => open.delete(stream),
      });
      open.add(stream);
      if (closed) stream.close();
      return new Response(stream.body, { status: response.status, headers: response.headers });
    },
    async close() {
      closed = true;
      for (const stream of [...open]) stream.close();
      await handler.close();
    },
  };
}

function full(count: number, limit: number): { code: number; message: string } | undefined {
  return count >= limit ? { code: -32603, message: "Subscription limit reached" } : undefined;
}

/** The SDK refuses a request for 2026-07-28 whose header does not name the method of its body. */
function isListen(request: Request): boolean {
  const named = request.headers.get("mcp-method")?.trim();
  return request.method.toUpperCase() === "POST" && named === "subscriptions/listen" && !request.bodyUsed;
}

function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/event-stream") === true;
}
