import type { Exchange, TranscriptQuery } from "@mcptest/pack";
import type { Transcript } from "../wire/types.js";

/** The part of a transcript that belongs to one lane: what the connections of the lane carried. */
export interface LaneTranscript {
  /** Copies for packs, with whole bodies and still redacted, in order of number. */
  query(query?: TranscriptQuery): Exchange[];
  /** True for the number of an exchange of the lane. */
  has(number: number): boolean;
}

/** Makes the view of one lane. A pack that changes what it is given changes a copy, never the record. */
export function createLaneTranscript(transcript: Transcript, connections: ReadonlySet<string>): LaneTranscript {
  const copies = new WeakMap<Exchange, Exchange>();

  /** One copy for each recorded state. Those with large bodies lie on disk and are read each time. */
  function copyOf(exchange: Exchange): Exchange {
    const known = copies.get(exchange);
    if (known) return known;
    const whole = transcript.full(exchange.number) ?? exchange;
    const copy = structuredClone(whole);
    if (!hasCutBodies(exchange)) copies.set(exchange, copy);
    return copy;
  }

  return {
    query: (query = {}) =>
      transcript
        .all()
        .filter((exchange) => connections.has(exchange.connection) && matches(exchange, query))
        .map(copyOf),
    has(number) {
      const exchange = transcript.get(number);
      return exchange !== undefined && connections.has(exchange.connection);
    },
  };
}

function hasCutBodies(exchange: Exchange): boolean {
  return exchange.request?.cut === true || exchange.messages.some((message) => message.cut);
}

function matches(exchange: Exchange, query: TranscriptQuery): boolean {
  return (
    (query.method === undefined || exchange.method === query.method) &&
    (query.connection === undefined || exchange.connection === query.connection) &&
    (query.pack === undefined || exchange.tags.pack === query.pack) &&
    (query.after === undefined || exchange.number > query.after) &&
    (query.defects !== false || exchange.tags.defect === undefined)
  );
}
