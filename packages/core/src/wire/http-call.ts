import type { Agent } from "node:http";
import type { Exchange, ExchangeOutcome, HeaderList, JsonObject, ReceivedMessage } from "@mcptest/pack";
import { type ExchangeLog, finishByLimit, startExchange } from "./exchange-log.js";
import { type BodyReader, bodyReader, type EventsRead } from "./http-body.js";
import { concludeHttp } from "./http-conclusion.js";
import { type FollowingEvents, type Hop, sendFollowing } from "./http-following.js";
import { requestHeaders } from "./http-headers.js";
import type { HttpTransfer } from "./http-request.js";
import { type LimitCause, timerDelay } from "./limits.js";
import type { ReadMessage } from "./message.js";
import type { HttpTarget, Outgoing, WireOptions } from "./types.js";

/** What all requests of one connection share. */
export interface HttpContext {
  /** {@link WireConnection.id} */
  id: string;
  target: HttpTarget;
  agent: Agent;
  options: WireOptions;
}

/** What the caller of a request wants to hear. */
export interface HttpListener {
  /** The head of the response came (redirects that are followed have none). */
  head?(status: number, headers: HeaderList): void;
  /** A message was taken up. */
  message?(message: ReceivedMessage): void;
  /** A request of the server came on an SSE stream. */
  request?(message: JsonObject, exchange: Exchange): void;
  /** Sees each message of the response first; true keeps it out of this exchange, because it belongs to another. */
  route?(read: ReadMessage, eventType: string | undefined): boolean;
}

/** How a request is treated beyond its bytes. */
export interface HttpCallOptions {
  url: URL;
  /**
   * `answer`: the exchange ends with the awaited response. `stream`: it goes on until the stream ends, and `timeoutMs`
   * is for the head of the response only.
   */
  until: "answer" | "stream";
  /** The response with the awaited id may come from elsewhere, through {@link HttpCall.offer}. */
  answeredElsewhere?: boolean;
  /** Which events of an SSE stream are read as messages. Default: those of the type `message`. */
  events?: EventsRead;
  listener?: HttpListener;
}

/** One HTTP request as an exchange. */
export interface HttpCall {
  readonly log: ExchangeLog;
  /** The finished exchange. Never rejects. */
  readonly settled: Promise<Exchange>;
  /** Resolves when the response is over, late messages included. */
  readonly ended: Promise<void>;
  readonly outgoing: Outgoing;
  /** Takes up a message that came from elsewhere. */
  offer(read: ReadMessage): void;
  /** Ends it now, by our own will or because nothing more can come. Default: `closed` by `ABORTED`. */
  stop(problem: string, cause?: string, outcome?: ExchangeOutcome): void;
}

/**
 * Milliseconds for which the stream of an answered request stays open, so that what the server sends after its response
 * is recorded, and whether it ends the stream (A72).
 */
export const AFTER_ANSWER_MS = 2_000;

/** Sends one request and follows its response to the end. */
export function startHttpCall(context: HttpContext, message: Outgoing, options: HttpCallOptions): HttpCall {
  const { limits, transcript, tamper } = context.options;
  const { listener } = options;
  const outgoing = tamper ? tamper(message) : message;
  const method = outgoing.httpMethod ?? "POST";
  const body = method === "POST" || outgoing.body !== "" ? outgoing.body : undefined;
  const fresh = outgoing.freshSocket === true;
  const headersFor = (url: URL) =>
    requestHeaders({ url, target: context.target.headers, own: outgoing.headers ?? [], body, keepAlive: !fresh });
  const base = { transcript, limits, transport: "http", connection: context.id } as const;
  const log = startExchange({ ...base, outgoing, sentHeaders: headersFor(options.url).recorded });

  let settle: (exchange: Exchange) => void = () => {};
  const settled = new Promise<Exchange>((resolve) => (settle = resolve));
  let markEnded: () => void = () => {};
  const ended = new Promise<void>((resolve) => (markEnded = resolve));
  let transfer: HttpTransfer | undefined;
  let reader: BodyReader | undefined;
  let over = false;
  let bodyEnded = false;
  let redirectProblem: string | undefined;
  let brokenLimit: LimitCause | undefined;
  let answer: "response" | "in-array" | undefined;
  let timer = setTimeout(timedOut, timerDelay(outgoing.timeoutMs));

  function finish(outcome: ExchangeOutcome, problem?: string, cause?: string): void {
    settle(log.finish(outcome, problem, cause));
  }

  /** The response is over: nothing more will be taken up. */
  function close(endedBy: "server" | "client" | undefined): void {
    if (over) return;
    over = true;
    clearTimeout(timer);
    outgoing.signal?.removeEventListener("abort", aborted);
    transfer?.destroy();
    if (reader) log.note({ endedBy: bodyEnded ? "server" : endedBy, resume: reader.resume() });
    if (log.finished) log.record();
  }

  /** Ends an exchange that has not ended yet, and closes. */
  function conclude(endedBy: "server" | "client" | undefined, end: () => void): void {
    if (over) return;
    close(endedBy);
    if (!log.finished) end();
    markEnded();
  }

  function timedOut(): void {
    const { host } = options.url;
    const within = `within ${outgoing.timeoutMs} ms (a limit of mcptest)`;
    reader?.interrupt(`the time limit of mcptest passed`);
    conclude("client", () => {
      if (!transfer?.connected) finish("unreachable", `no connection to ${host} ${within}`, "ETIMEDOUT");
      else finish("timeout", `no response ${within}`, "TIMEOUT");
    });
  }

  function stop(problem: string, cause = "ABORTED", outcome: ExchangeOutcome = "closed"): void {
    conclude("client", () => finish(outcome, problem, cause));
  }

  function aborted(): void {
    stop("stopped by mcptest");
  }

  function take(read: ReadMessage, eventType?: string): void {
    if (over || brokenLimit || listener?.route?.(read, eventType)) return;
    const { message: received, limit } = read;
    const added = log.add(received);
    brokenLimit = added.limit ?? limit;
    if (!added.message) return;
    if (added.answers) answer = "response";
    else if (added.wrapsAnswer) answer ??= "in-array";
    listener?.message?.(added.message);
    if (reader?.isStream && added.kind === "request") listener?.request?.(received.json as JsonObject, log.snapshot());
  }

  /** Looks at what the last bytes brought. All messages of a chunk are in the exchange before it ends. */
  function afterBytes(): void {
    if (over) return;
    const limit = brokenLimit;
    if (limit) conclude("client", () => settle(finishByLimit(log, limit, limits)));
    else if (answer && !log.finished && reader?.isStream) {
      finishByResponse();
      closeSoon();
    } else if (answer && !log.finished && options.answeredElsewhere) {
      // The status of the POST belongs to the exchange; it is waited for a little.
      if (bodyEnded) conclude("server", finishByResponse);
      else closeSoon(finishByResponse);
    } else if (options.until === "stream") log.recordOpen();
  }

  function finishByResponse(): void {
    const { outcome, problem } = concludeHttp(log.snapshot());
    finish(outcome, outcome === "answered" ? undefined : (redirectProblem ?? problem));
  }

  function closeSoon(end: () => void = () => {}): void {
    clearTimeout(timer);
    // On a busy machine the end may have come meanwhile, and waits to be read.
    timer = setTimeout(() => setImmediate(() => conclude("client", end)), AFTER_ANSWER_MS);
  }

  /** A redirect that was followed is an exchange of its own in the record. */
  function recordHop({ status, headers, from, to }: Hop): void {
    const hop = startExchange({
      ...base,
      outgoing: { ...outgoing, id: undefined },
      sentHeaders: headersFor(from).recorded,
    });
    hop.setHead(status, headers);
    hop.finish("no-response", `HTTP ${status} on the way of exchange ${log.number}, followed to ${to.pathname}`);
  }

  const events: FollowingEvents = {
    followed: recordHop,
    head(status, headers, problem) {
      log.setHead(status, headers);
      listener?.head?.(status, headers);
      reader = bodyReader(headers, limits, take, options.events);
      redirectProblem = problem;
      if (options.until === "stream") {
        clearTimeout(timer);
        log.recordOpen();
      } else if (reader.isStream && outgoing.id === undefined) {
        finishByResponse();
        closeSoon();
      }
    },
    chunk(bytes) {
      reader?.chunk(bytes);
      afterBytes();
    },
    end() {
      bodyEnded = true;
      reader?.end();
      afterBytes();
      const isAwaited = options.answeredElsewhere && outgoing.id !== undefined && isSuccess(log.snapshot().status);
      if (!isAwaited || log.finished) conclude("server", finishByResponse);
    },
    fail({ outcome, problem, cause }) {
      reader?.interrupt("the connection ended");
      afterBytes();
      conclude(reader && "server", () => finish(outcome, problem, cause));
    },
  };

  if (outgoing.signal?.aborted) queueMicrotask(aborted);
  else {
    outgoing.signal?.addEventListener("abort", aborted, { once: true });
    const agent = fresh ? undefined : context.agent;
    const lines = (url: URL) => headersFor(url).sent;
    transfer = sendFollowing({ url: options.url, method, body, agent, headersFor: lines }, events);
  }
  return {
    log,
    settled,
    ended,
    outgoing,
    stop,
    offer(read) {
      take(read);
      afterBytes();
    },
  };
}

function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status <= 299;
}
