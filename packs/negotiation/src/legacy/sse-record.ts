import { type Exchange, excerpt, isObject, type ReceivedMessage } from "@mcptest/pack";
import { kindOf } from "../came.js";
import type { Sighting } from "../sightings.js";

/** The `GET`s that opened a stream of HTTP+SSE: those on whose stream an `endpoint` was named. */
export function streamsIn(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.filter(({ messages }) => messages.some(({ event }) => event === "endpoint"));
}

/** What came on a stream before its `endpoint` (A110). */
export function endpointSightings(exchanges: readonly Exchange[]): Sighting[] {
  return streamsIn(exchanges).flatMap(({ messages, number }): Sighting[] => {
    const [first] = messages;
    if (!first || first.event === "endpoint") return [];
    const finding = {
      sent: "GET of the SSE stream",
      came: `the first event is ${wordsFor(first)}, and the endpoint came only after it`,
      rule: "A110: when a client connects, the server sends an endpoint event with the URI to post to; nothing goes before it",
      fix: "send the endpoint event as soon as the stream is open, before anything else",
    };
    return [{ kind: "first", subject: "endpoint", exchange: number, finding }];
  });
}

/** Messages that came otherwise than as JSON in a `message` event (A111). */
export function sseMessageSightings(exchanges: readonly Exchange[]): Sighting[] {
  return exchanges.flatMap((exchange) =>
    exchange.messages.flatMap((message): Sighting[] => {
      const problem = problemOf(exchange, message);
      if (!problem) return [];
      const { method, number } = exchange;
      const finding = {
        sent: method ?? "GET of the SSE stream",
        came: problem.came,
        rule: "A111: every message of the server is an SSE event of the type message whose data is JSON",
        fix: problem.fix,
      };
      return [{ kind: problem.kind, subject: method ?? "stream", exchange: number, finding }];
    }),
  );
}

function problemOf({ status = 0 }: Exchange, message: ReceivedMessage) {
  const { via, event, json, raw, cut, problem = "" } = message;
  if (via === "body") {
    const isMessage = status >= 200 && status <= 299 && kindOf(json) !== "other";
    if (!isMessage) return undefined;
    return {
      kind: "body",
      came: `HTTP ${status}, and in its body ${excerpt(json, 120)}`,
      fix: "answer the POST with 202, and send the message on the stream of the GET",
    };
  }
  if (event === "endpoint" || cut || isUnfinished(problem)) return undefined;
  if (event !== undefined) {
    // What is no message may be an event of any type, such as one that keeps the connection alive.
    if (kindOf(json) === "other") return undefined;
    return {
      kind: "event-type",
      came: `a message in an event of the type ${excerpt(event, 60)}, which clients do not listen for: ${excerpt(json, 120)}`,
      fix: "write the line event: message, or no event line at all",
    };
  }
  if (isObject(json) || Array.isArray(json) || isOurLimit(problem)) return undefined;
  return {
    kind: "no-json",
    came: `a message event whose data is no JSON-RPC message: ${excerpt(raw, 80)}`,
    fix: "write the JSON of one message as the data of the event",
  };
}

/** The stream ended inside the event, perhaps by our own hand. */
function isUnfinished(problem: string): boolean {
  return problem.startsWith("stream ended inside an event");
}

function isOurLimit(problem: string): boolean {
  return /the limit of \d+/.test(problem);
}

function wordsFor({ event, raw }: ReceivedMessage): string {
  return event === undefined ? `a message, ${excerpt(raw, 80)}` : `of the type ${excerpt(event, 60)}`;
}
