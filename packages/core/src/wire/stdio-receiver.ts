import { type ExchangeTags, type Json, member, type ReceivedMessage } from "@mcptest/pack";
import { type LimitCause, limitProblem } from "./limits.js";
import { kindOf, readMessage, startsLikeStructure } from "./message.js";
import { replyOf } from "./server-request.js";
import type { StdioExchange, StdioExchanges } from "./stdio-exchanges.js";
import type { LineHandler } from "./stdio-lines.js";
import { answeredBy, concernedBy, idWithoutParsing } from "./stdio-routing.js";
import { unaskedMessages } from "./stdio-unasked.js";
import type { ServerRequestHandler, WireConnection, WireOptions } from "./types.js";

/** Takes up what a server writes to stdout, line by line. */
export interface StdioReceiver extends LineHandler {
  onServerRequest: WireConnection["onServerRequest"];
  talk: WireConnection["talk"];
  /** No line follows. */
  close(): void;
}

/** Replies to requests of the server that may wait until it reads them; a server that asks on and on gets no more. */
const MAX_WAITING_REPLIES = 100;

/**
 * Gives each line to the exchange that it answers or concerns, records the rest as unasked, answers requests of the
 * server. Nothing that a line contains is an error here. `flooded` is called once, when so much came that nobody asked
 * for that the connection must end.
 */
export function stdioReceiver(
  options: WireOptions,
  connection: string,
  exchanges: StdioExchanges,
  flooded: (cause: LimitCause) => void,
): StdioReceiver {
  const { limits } = options;
  const unasked = unaskedMessages(options, connection, exchanges.tags, flooded);
  let handler: ServerRequestHandler | undefined;
  let replies = 0;
  /** The line that is being skipped was given to no exchange yet. */
  let skippedIsUnasked = false;

  function receive(bytes: Uint8Array, odd?: string): void {
    const { message, limit } = readMessage(bytes, { via: "line", limits, odd });
    if (limit) {
      const id = idWithoutParsing("first", bytes) ?? idWithoutParsing("last", bytes);
      if (!endByLimit(limit, id, message)) unasked.recordLimit(message, limit);
      return;
    }
    const kind = kindOf(message.json);
    if (kind === "response") receiveResponse(message);
    else if (kind === "array") receiveArray(message);
    else if (kind === "notification") receiveOther(message);
    else if (kind === "request") receiveRequest(message);
    else unasked.record(message, message.json === undefined ? undefined : "JSON, but no JSON-RPC message");
  }

  function receiveResponse(message: ReceivedMessage): void {
    const [exchange] = answeredBy(message.json, exchanges.waiting());
    if (exchange) {
      if (exchange.take(message).answers) exchange.end({ outcome: "answered" });
      return;
    }
    const id = member(message.json, "id");
    // An error to what the server could not read has no id. It may just as well answer a notification: no end then.
    const concerned = id === undefined || id === null ? concernedBy(message.json, exchanges.waiting()) : undefined;
    if (concerned) concerned.take(message);
    else unasked.record(message, exchanges.ended.noteOn(id));
  }

  function receiveArray(message: ReceivedMessage): void {
    const wrapped = answeredBy(message.json, exchanges.waiting());
    for (const exchange of wrapped) {
      exchange.take(message);
      exchange.end({ outcome: "no-response", problem: "the response came inside an array" });
    }
    if (wrapped.length === 0) unasked.record(message, "an array, and no message");
  }

  /** Takes up a message that answers nothing. `number` is the exchange it was recorded in, if there was room for it. */
  function receiveOther(message: ReceivedMessage): { concerned?: StdioExchange; number?: number } {
    const concerned = concernedBy(message.json, exchanges.waiting());
    if (!concerned) return { number: unasked.record(message) };
    concerned.take(message);
    return { concerned };
  }

  function receiveRequest(message: ReceivedMessage): void {
    const { concerned, number } = receiveOther(message);
    if (exchanges.unread >= MAX_WAITING_REPLIES || replies >= limits.maxMessages) return;
    const unaskedFor = number === undefined ? undefined : options.transcript.get(number);
    const body = replyOf(handler, message.json, concerned?.snapshot() ?? unaskedFor);
    if (body === undefined) return;
    replies++;
    void exchanges.send({ body, timeoutMs: limits.requestTimeoutMs, tags: replyTags(concerned) });
  }

  /** A reply belongs to whom the request of the server came for, but breaks no rule on purpose. */
  function replyTags(concerned: StdioExchange | undefined): ExchangeTags {
    const { defect: _, ...tags } = concerned?.tags ?? exchanges.tags();
    return tags;
  }

  /** Ends the exchange to which a message belongs that cannot be parsed. False when there is none. */
  function endByLimit(limit: LimitCause, id: Json | undefined, message?: ReceivedMessage): boolean {
    const waiting = exchanges.waiting();
    const concerned = id === undefined ? concernedBy(undefined, waiting) : answeredBy({ id, result: null }, waiting)[0];
    if (message) concerned?.take(message);
    concerned?.end({ outcome: "limit", problem: limitProblem(limit, limits), cause: limit });
    return concerned !== undefined;
  }

  return {
    line(bytes) {
      if (unasked.isFull && !startsLikeStructure(bytes)) unasked.skip(1, bytes.byteLength);
      else receive(bytes);
    },
    unterminated: (bytes) => receive(bytes, "the line is not ended by a line feed"),
    tooLong(beginning) {
      const { message, limit } = readMessage(beginning, {
        via: "line",
        limits,
        odd: "the rest of the line was skipped",
      });
      const cause = limit ?? "LIMIT_MESSAGE_BYTES";
      skippedIsUnasked = !endByLimit(cause, idWithoutParsing("first", beginning), message);
      if (skippedIsUnasked) unasked.recordLimit(message, cause);
      else if (!startsLikeStructure(beginning)) unasked.hear(message);
    },
    skipping: (bytes) => unasked.skip(0, bytes),
    skipped(end) {
      const id = idWithoutParsing("last", end);
      if (skippedIsUnasked && id !== undefined) endByLimit("LIMIT_MESSAGE_BYTES", id);
    },
    onServerRequest(newHandler) {
      handler = newHandler;
    },
    talk: () => unasked.talk(),
    close: () => unasked.close(),
  };
}
