import { type Exchange, excerpt, META, member } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";
import { answeredAt, arrivedAt, isOnListen, responseIndex, sentMeta } from "./requests.js";

const RULE =
  "A22: notifications/message is sent only for a request with io.modelcontextprotocol/logLevel, on its own stream, before its response";
const FIX =
  "send log messages only while a request whose own _meta has the log level is served, and write all others to stderr or a file";

/** Log messages that nobody asked for, or that came after the answer. `all`: deliberate violations of ours included. */
export function unwantedLogs(judged: readonly Exchange[], all: readonly Exchange[]): Sighting[] {
  return judged.flatMap((exchange) =>
    exchange.messages.flatMap((message, index): Sighting[] => {
      const { json } = message;
      if (member(json, "method") !== "notifications/message" || isOnListen(exchange, json)) return [];
      const kind = wrongBy(exchange, index, arrivedAt(exchange, message), all);
      if (kind === undefined) return [];
      const asked = exchange.method ?? "nothing";
      return [
        {
          kind,
          subject: exchange.method ?? "unasked",
          exchange: exchange.number,
          finding: {
            sent: kind === "log after the response" ? `${asked}, with a log level` : `${asked}, without a log level`,
            came: `${kind === "log after the response" ? "after the response came" : "received"} ${excerpt(json, 200)}`,
            rule: RULE,
            fix: FIX,
          },
        },
      ];
    }),
  );
}

function wrongBy(exchange: Exchange, index: number, at: number, all: readonly Exchange[]): string | undefined {
  if (asksForLogs(exchange)) {
    const response = responseIndex(exchange);
    return response !== undefined && index > response ? "log after the response" : undefined;
  }
  // stdio has one channel, and a log message names no request: any that asked and is not over may be meant.
  if (exchange.transport === "stdio" && all.some((other) => mayBeMeant(other, exchange, at))) return undefined;
  return "log without a level";
}

/** Milliseconds by which two recorded times may be wrong: each is a time of day that was cut, plus a time that was rounded. */
const CLOCK_MS = 5;

function mayBeMeant(other: Exchange, { connection }: Exchange, at: number): boolean {
  if (other.connection !== connection || !asksForLogs(other) || Date.parse(other.sentAt) > at + CLOCK_MS) return false;
  const over = answeredAt(other);
  return over === undefined || over >= at - CLOCK_MS;
}

function asksForLogs(exchange: Exchange): boolean {
  return member(sentMeta(exchange), META.logLevel) !== undefined;
}
