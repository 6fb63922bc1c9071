import type { Exchange, JsonObject } from "@mcptest/pack";
import { type HttpCall, type HttpContext, startHttpCall } from "./http-call.js";
import { replyHeaders } from "./http-headers.js";
import { replyOf } from "./server-request.js";
import type { Outgoing, ServerRequestHandler } from "./types.js";

/** Answers of ours that may be under way at once; a server that asks faster gets silence. */
const MAX_REPLIES = 64;

/** Sends the answers to requests of the server, each as a POST of its own. */
export interface Replier {
  onServerRequest(handler: ServerRequestHandler): void;
  /** Answers `request`, which came on the stream that `outgoing` opened. */
  answer(request: JsonObject, exchange: Exchange | undefined, outgoing: Outgoing, url: URL): void;
}

/** Makes the replier of one connection. `track` is told of each POST. */
export function createReplier(context: HttpContext, track: (call: HttpCall) => void): Replier {
  let handler: ServerRequestHandler | undefined;
  let underWay = 0;
  return {
    onServerRequest(given) {
      handler = given;
    },
    answer(request, exchange, outgoing, url) {
      if (underWay >= MAX_REPLIES) return;
      const body = replyOf(handler, request, exchange);
      if (body === undefined) return;
      underWay++;
      // A defect belongs to the request that has it. Requests on the stream of a reply are not answered: no endless chain.
      const { defect: _, ...tags } = outgoing.tags;
      const timeoutMs = context.options.limits.requestTimeoutMs;
      const reply: Outgoing = { body, headers: replyHeaders(outgoing), tags, timeoutMs, signal: outgoing.signal };
      const call = startHttpCall(context, reply, { url, until: "answer" });
      track(call);
      void call.ended.then(() => underWay--);
    },
  };
}
