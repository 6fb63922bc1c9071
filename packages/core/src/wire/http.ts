import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Exchange, JsonObject } from "@mcptest/pack";
import { nextConnectionId } from "./connection-id.js";
import { startExchange } from "./exchange-log.js";
import {
  type HttpCall,
  type HttpCallOptions,
  type HttpContext,
  type HttpListener,
  startHttpCall,
} from "./http-call.js";
import { createReplier } from "./http-replies.js";
import { createMessageQueue } from "./message-queue.js";
import type { HttpTarget, Outgoing, ServerRequestHandler, WireConnection, WireOptions, WireStream } from "./types.js";

/**
 * Milliseconds for which an idle connection is kept. Shorter than the idle limit of any common server (5 s), so that no
 * request goes out on a connection that the server is just closing.
 */
const IDLE_MS = 2_000;

/** The plumbing of a connection over HTTP, common to both HTTP transports. */
export interface HttpConnectionParts {
  context: HttpContext;
  /** The URL of the target; undefined when it cannot be read. */
  url: URL | undefined;
  readonly closed: boolean;
  /** Starts a request and keeps account of it; requests of the server on its stream are answered. */
  call(message: Outgoing, options: HttpCallOptions): HttpCall;
  /** Answers a request of the server that came on the stream which `outgoing` opened, with a POST to `url`. */
  answer(request: JsonObject, exchange: Exchange | undefined, outgoing: Outgoing, url: URL): void;
  onServerRequest(handler: ServerRequestHandler): void;
  close(): Promise<void>;
}

/** Makes the plumbing: an agent of its own, nothing is sent. */
export function httpConnectionParts(target: HttpTarget, options: WireOptions): HttpConnectionParts {
  const url = URL.canParse(target.url) ? new URL(target.url) : undefined;
  const Agent = url?.protocol === "https:" ? HttpsAgent : HttpAgent;
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const context: HttpContext = { id: nextConnectionId(options.transcript, "http"), target, agent, options };
  const active = new Set<HttpCall>();
  const replier = createReplier(context, track);
  let closing: Promise<void> | undefined;

  function track(call: HttpCall): void {
    active.add(call);
    void call.ended.then(() => active.delete(call));
  }

  async function close(): Promise<void> {
    for (const call of active) if (!call.log.finished) call.stop("mcptest closed the connection");
    // Answered requests are followed to the end of their streams, which has a limit of its own.
    await Promise.all([...active].map((call) => call.ended));
    agent.destroy();
  }

  return {
    context,
    url,
    get closed() {
      return closing !== undefined;
    },
    call(message, callOptions) {
      const request: HttpListener["request"] = (asked, exchange) =>
        replier.answer(asked, exchange, message, callOptions.url);
      const call = startHttpCall(context, message, { ...callOptions, listener: { request, ...callOptions.listener } });
      track(call);
      return call;
    },
    answer: replier.answer,
    onServerRequest: replier.onServerRequest,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** Records a message that cannot be sent at all. */
export function notSent(
  { context }: HttpConnectionParts,
  outgoing: Outgoing,
  problem: string,
  cause: string,
): Exchange {
  const { transcript, limits } = context.options;
  const log = startExchange({ transcript, limits, transport: "http", connection: context.id, outgoing });
  return log.finish("unreachable", problem, cause);
}

/** A stream that has ended before it began. */
export function endedStream(exchange: Exchange): WireStream {
  return {
    exchange: exchange.number,
    next: () => Promise.resolve("ended"),
    close: () => Promise.resolve(),
    snapshot: () => exchange,
    head: Promise.resolve(),
  };
}

/**
 * A connection over Streamable HTTP: each message is a request of its own over an agent that only this connection uses.
 * Resolves at once, nothing is sent.
 */
export function connectHttp(target: HttpTarget, options: WireOptions): Promise<WireConnection> {
  const parts = httpConnectionParts(target, options);

  function refused(message: Outgoing): Exchange | undefined {
    if (parts.closed) return notSent(parts, message, "mcptest has closed this connection", "ABORTED");
    if (!parts.url) return notSent(parts, message, "the URL of the target cannot be read", "ERR_INVALID_URL");
    return undefined;
  }

  return Promise.resolve({
    id: parts.context.id,
    transport: "http",
    target,
    send(message) {
      const exchange = refused(message);
      return exchange
        ? Promise.resolve(exchange)
        : parts.call(message, { url: parts.url as URL, until: "answer" }).settled;
    },
    open(message) {
      const exchange = refused(message);
      if (exchange) return endedStream(exchange);
      return streamOf((listener) => parts.call(message, { url: parts.url as URL, until: "stream", listener }));
    },
    onServerRequest: parts.onServerRequest,
    exit: undefined,
    exited: new Promise(() => {}),
    stderrTail: () => [],
    talk: () => undefined,
    endInput: () => {},
    close: parts.close,
  });
}

/** The stream of the request that `start` sends. */
export function streamOf(start: (listener: HttpListener) => HttpCall): WireStream {
  const queue = createMessageQueue();
  let openHead: () => void = () => {};
  const head = new Promise<void>((resolve) => (openHead = resolve));
  const call = start({ message: queue.push, head: openHead });
  void call.ended.then(queue.end).then(openHead);
  return {
    exchange: call.log.number,
    next: queue.next,
    snapshot: call.log.snapshot,
    head,
    close() {
      call.stop("mcptest closed the stream");
      return call.ended;
    },
  };
}
