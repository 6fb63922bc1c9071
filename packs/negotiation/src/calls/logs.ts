import { type Exchange, excerpt, META, member } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";
import { answeredAt, arrivedAt, isOnListen, responseIndex, sentMeta } from "./requests.js";

const RULE =
  "A22: notifications/message is sent only for a request with io.modelcontextprotocol/logLevel, on its own stream, before its response";
const FIX =
  "send log messages only while a request whose own _meta has the log level is served, and write all others to stderr or a file";

/** Log messages that nobody asked for, or that came after the answer. `all`: deliberate violations of ours included. */
export function unwantedLogs(judged: readonly Exchange[], all: readonly Exchange[]): Sighting[] {
  const asking = all.filter(asksForLogs).map((exchange) => ({ exchange, over: answeredAt(exchange) }));
  return judged.flatMap((exchange) =>
    exchange.messages.flatMap((message, index): Sighting[] => {
      const { json } = message;
      if (member(json, "method") !== "notifications/message" || isOnListen(exchange, json)) return [];
      const kind = wrongBy(exchange, index, arrivedAt(exchange, message), asking);
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

/** A request that asked for log messages, and when it was answered. */
interface Asking {
  exchange: Exchange;
  over: number | undefined;
}

function wrongBy(exchange: Exchange, index: number, at: number, asking: readonly Asking[]): string | undefined {
  if (asking.some((one) => one.exchange.number === exchange.number)) {
    const response = responseIndex(exchange);
    return response !== undefined && index > response ? "log after the response" : undefined;
  }
  // stdio has one channel, and a log message names no request: any that asked and is not over may be meant.
  if (exchange.transport === "stdio" && asking.some((one) => mayBeMeant(one, exchange, at))) return undefined;
  return "log without a level";
}

function mayBeMeant({ exchange, over }: Asking, { connection }: Exchange, at: number): boolean {
  return exchange.connection === connection && Date.parse(exchange.sentAt) <= at && (over === undefined || over >= at);
}

function asksForLogs(exchange: Exchange): boolean {
  return member(sentMeta(exchange), META.logLevel) !== undefined;
}
