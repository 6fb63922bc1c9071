import { type Exchange, excerpt, META, member } from "@mcptest/pack";
import { beganAt, mayBeWithin, type Span } from "../clock.js";
import type { Sighting } from "../sightings.js";
import { answeredAt, arrivedAt, isOnListen, responseIndex, sentMeta } from "./requests.js";

const RULE =
  "A22: notifications/message is sent only for a request with io.modelcontextprotocol/logLevel, on its own stream, before its response";
const FIX =
  "send log messages only while a request whose own _meta has the log level is served, and write all others to stderr or a file";

/** Log messages that nobody asked for, or that came after the answer. `all`: deliberate violations of ours included. */
export function unwantedLogs(judged: readonly Exchange[], all: readonly Exchange[]): Sighting[] {
  const asking = askingIn(all);
  const findings = new Map<string, Sighting["finding"]>();
  return judged.flatMap((exchange) =>
    exchange.messages.flatMap((message, index): Sighting[] => {
      const { json } = message;
      if (member(json, "method") !== "notifications/message" || isOnListen(exchange, json)) return [];
      const kind = wrongBy(exchange, index, arrivedAt(exchange, message), asking);
      if (kind === undefined) return [];
      const subject = exchange.method ?? "unasked";
      const key = JSON.stringify([kind, subject]);
      // The first of each kind is reported; a flood of the others shall not hold a text each.
      const finding = findings.get(key) ?? findingOf(kind, exchange, json);
      findings.set(key, finding);
      return [{ kind, subject, exchange: exchange.number, finding }];
    }),
  );
}

function findingOf(kind: string, { method = "nothing" }: Exchange, json: unknown): Sighting["finding"] {
  const isLate = kind === "log after the response";
  return {
    sent: isLate ? `${method}, with a log level` : `${method}, without a log level`,
    came: `${isLate ? "after the response came" : "received"} ${excerpt(json, 200)}`,
    rule: RULE,
    fix: FIX,
  };
}

/** The requests that asked for log messages: their numbers, and when they were not yet answered, by connection. */
interface Asking {
  numbers: ReadonlySet<number>;
  spans: ReadonlyMap<string, readonly Span[]>;
}

/** Reads each request once: a flood has many messages to look up here. */
function askingIn(all: readonly Exchange[]): Asking {
  const numbers = new Set<number>();
  const spans = new Map<string, Span[]>();
  for (const exchange of all) {
    if (exchange.request === null || !asksForLogs(exchange)) continue;
    numbers.add(exchange.number);
    const own = spans.get(exchange.connection) ?? [];
    if (own.length === 0) spans.set(exchange.connection, own);
    own.push({ from: beganAt(exchange), to: answeredAt(exchange) });
  }
  return { numbers, spans };
}

function wrongBy(exchange: Exchange, index: number, at: number, { numbers, spans }: Asking): string | undefined {
  if (numbers.has(exchange.number)) {
    const response = responseIndex(exchange);
    return response !== undefined && index > response ? "log after the response" : undefined;
  }
  // stdio has one channel, and a log message names no request: any that asked and is not over may be meant.
  const own = exchange.transport === "stdio" ? spans.get(exchange.connection) : undefined;
  if (own?.some((span) => mayBeWithin(span, at))) return undefined;
  return "log without a level";
}

function asksForLogs(exchange: Exchange): boolean {
  return member(sentMeta(exchange), META.logLevel) !== undefined;
}
