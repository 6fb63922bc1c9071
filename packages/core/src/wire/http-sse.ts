import type { Exchange, ExchangeTags, HeaderList } from "@mcptest/pack";
import { endedStream, httpConnectionParts, notSent, streamOf } from "./http.js";
import { createSseInbox, type SseInbox } from "./http-sse-inbox.js";
import type { HttpTarget, Outgoing, WireConnection, WireOptions } from "./types.js";

/** The GET that opens the stream of an HTTP+SSE connection. */
export interface HttpSseOpening {
  tags: ExchangeTags;
  /** Milliseconds for the `endpoint` event. */
  timeoutMs: number;
  /** Headers of the GET, beside those of the target. Default: `Accept: text/event-stream`. */
  headers?: HeaderList;
  signal?: AbortSignal;
}

/** A connection over the HTTP+SSE transport of 2024-11-05. */
export interface HttpSseConnection extends WireConnection {
  /** The GET as it stood when the `endpoint` event came or it was clear that none comes. */
  readonly opening: Exchange;
  /** Where messages are posted; undefined when the server named no usable endpoint. Nothing can be sent then. */
  readonly endpoint: URL | undefined;
}

/**
 * Opens the deprecated HTTP+SSE transport (A110 to A114): a GET on whose stream an `endpoint` event names the URI for POSTs
 * (it should be the first; what comes before it is recorded); all messages of the server arrive on the stream of that GET,
 * also in events of another type than `message`. An endpoint on another origin is refused. Resolves when
 * the endpoint is known, or when it is clear that there is none; rejects never.
 */
export async function connectHttpSse(
  target: HttpTarget,
  options: WireOptions,
  opening: HttpSseOpening,
): Promise<HttpSseConnection> {
  const parts = httpConnectionParts(target, options);
  const get: Outgoing = {
    body: "",
    httpMethod: "GET",
    headers: opening.headers ?? [["Accept", "text/event-stream"]],
    timeoutMs: opening.timeoutMs,
    tags: opening.tags,
    signal: opening.signal,
  };
  const inbox = parts.url ? await createSseInbox(parts, parts.url, get) : undefined;
  const first = inbox?.opening ?? notSent(parts, get, "the URL of the target cannot be read", "ERR_INVALID_URL");

  function refused(message: Outgoing): Exchange | undefined {
    if (parts.closed) return notSent(parts, message, "mcptest has closed this connection", "ABORTED");
    const failure = inbox ? inbox.failure : first;
    return (
      failure && notSent(parts, message, `no stream to answer on: ${failure.problem}`, failure.cause ?? "NO_ENDPOINT")
    );
  }

  return {
    id: parts.context.id,
    transport: "http",
    target,
    opening: first,
    endpoint: inbox?.endpoint,
    send(message) {
      const exchange = refused(message);
      return exchange ? Promise.resolve(exchange) : (inbox as SseInbox).post(message, "answer").settled;
    },
    open(message) {
      const exchange = refused(message);
      if (exchange) return endedStream(exchange);
      return streamOf((listener) => (inbox as SseInbox).post(message, "stream", listener));
    },
    onServerRequest: parts.onServerRequest,
    exit: undefined,
    exited: new Promise(() => {}),
    stderrTail: () => [],
    talk: () => undefined,
    endInput: () => {},
    close: parts.close,
  };
}
