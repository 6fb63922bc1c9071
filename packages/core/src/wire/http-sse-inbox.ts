import type { Exchange, JsonObject, ReceivedMessage } from "@mcptest/pack";
import type { HttpConnectionParts } from "./http.js";
import type { HttpCall, HttpListener } from "./http-call.js";
import { timerDelay } from "./limits.js";
import { kindOf, parseJson, type ReadMessage } from "./message.js";
import { answeredBy, concernedBy, type OpenExchange, progressTokenOf } from "./stdio-routing.js";
import { displayUrl } from "./target.js";
import type { Outgoing } from "./types.js";

/** Why nothing can be sent on an HTTP+SSE connection. */
export interface InboxFailure {
  problem?: string;
  cause?: string;
}

/** The stream on which everything of an HTTP+SSE server arrives, and the POSTs that are answered there. */
export interface SseInbox {
  /** The GET when the endpoint was known or could not be had. */
  readonly opening: Exchange;
  readonly endpoint: URL | undefined;
  /** Set when there is no endpoint, and once the stream has ended. */
  readonly failure: InboxFailure | undefined;
  /** Posts a message whose answer comes on the stream. There must be no `failure`. */
  post(message: Outgoing, until: "answer" | "stream", listener?: HttpListener): HttpCall;
}

interface Posted extends OpenExchange {
  call: HttpCall;
}

/** Sends the GET and waits for its `endpoint` event. Rejects never. */
export async function createSseInbox(parts: HttpConnectionParts, url: URL, get: Outgoing): Promise<SseInbox> {
  const posted = new Set<Posted>();
  let isNamed = false;
  let endpoint: URL | undefined;
  let failure: InboxFailure | undefined;
  let opened: () => void = () => {};
  const opening = new Promise<void>((resolve) => (opened = resolve));

  /** Reads where to post. A stream without a usable endpoint is of no use. */
  function readEndpoint(data: string): void {
    isNamed = true;
    const named = endpointOf(data, url);
    if ("endpoint" in named) endpoint = named.endpoint;
    // The event is in the record before the stream ends.
    else queueMicrotask(() => stream.stop(named.problem, "NO_ENDPOINT", "no-response"));
    if (endpoint) opened();
  }

  function route(read: ReadMessage, eventType: string | undefined): boolean {
    if (eventType === undefined) return false;
    if (!isNamed) {
      // What comes before it is recorded, and answers nothing: nothing was asked.
      if (eventType === "endpoint") readEndpoint(read.message.raw);
      return false;
    }
    if (read.limit) return false;
    const { json } = read.message;
    const answered = answeredBy(json, posted);
    for (const { call } of answered) call.offer(read);
    if (answered.length > 0) return true;
    const kind = kindOf(json);
    if (kind !== "notification" && kind !== "request") return false;
    const concerned = concernedBy(json, posted);
    concerned?.call.offer(read);
    if (kind === "request" && endpoint) {
      const { log, outgoing } = concerned?.call ?? stream;
      parts.answer(json as JsonObject, log.snapshot(), outgoing, endpoint);
    }
    return concerned !== undefined;
  }

  const stream = parts.call(get, { url, until: "stream", events: "any", listener: { route, request() {} } });
  const timer = setTimeout(
    () => stream.stop(`no endpoint event within ${get.timeoutMs} ms (a limit of mcptest)`, "TIMEOUT", "timeout"),
    timerDelay(get.timeoutMs),
  );
  void stream.settled.then((exchange) => {
    const { problem, cause } = exchange;
    failure = {
      problem: problem ?? (endpoint ? "the SSE stream has ended" : "the response holds no endpoint event"),
      cause,
    };
    const why = problem === undefined ? "" : `: ${problem}`;
    for (const { call } of posted) call.stop(`the SSE stream ended before the response${why}`, cause ?? "ENDED");
    opened();
  });
  await opening;
  clearTimeout(timer);

  return {
    opening: stream.log.snapshot(),
    endpoint,
    get failure() {
      return failure;
    },
    post(message, until, listener) {
      const call = parts.call(message, {
        url: endpoint as URL,
        until,
        answeredElsewhere: true,
        listener: { ...listener, message: (received) => isAccepted(received) || listener?.message?.(received) },
      });
      const entry: Posted = {
        call,
        id: call.outgoing.id,
        progressToken: progressTokenOf(parseJson(message.body).json),
      };
      posted.add(entry);
      void call.settled.then(() => posted.delete(entry));
      return call;
    },
  };
}

/** True for the text beside the status of a POST, such as `Accepted`: recorded, but nothing that a stream gives. */
function isAccepted({ via, json }: ReceivedMessage): boolean {
  return via === "body" && json === undefined;
}

function endpointOf(data: string, url: URL): { endpoint: URL } | { problem: string } {
  if (!URL.canParse(data, url.href)) return { problem: "the endpoint event names no URI" };
  const endpoint = new URL(data, url.href);
  if (endpoint.origin !== url.origin) {
    return { problem: `the endpoint event names another origin, ${displayUrl(endpoint.href)}, which is refused` };
  }
  endpoint.username = url.username;
  endpoint.password = url.password;
  return { endpoint };
}
