import type { Exchange, TranscriptQuery } from "@mcptest/pack";
import type { Transcript } from "../wire/types.js";

/** The part of a transcript that belongs to one lane. */
export interface LaneTranscript {
  /** Copies for packs, with whole bodies and still redacted, in order of number. */
  query(query?: TranscriptQuery): Exchange[];
}

/** What belongs to a lane: what is tagged with it, what its connections carried, and the detection that opened it. */
export interface LaneTraffic {
  transcript: Transcript;
  lane: string;
  /** Connection ids; grows while the lane runs. */
  connections: ReadonlySet<string>;
  /** Exchange numbers of the detection. */
  detection: readonly number[];
}

/** Makes the view of one lane. A pack that changes what it is given changes a copy, never the record. */
export function createLaneTranscript(traffic: LaneTraffic): LaneTranscript {
  const detection = new Set(traffic.detection);
  const copies = new WeakMap<Exchange, Exchange>();

  function belongs(exchange: Exchange): boolean {
    return (
      exchange.tags.lane === traffic.lane ||
      traffic.connections.has(exchange.connection) ||
      detection.has(exchange.number)
    );
  }

  /** One copy for each recorded state. Those with large bodies lie on disk and are read each time. */
  function copyOf(exchange: Exchange): Exchange {
    const known = copies.get(exchange);
    if (known) return known;
    const whole = traffic.transcript.full(exchange.number) ?? exchange;
    const copy = structuredClone(whole);
    if (!hasCutBodies(exchange)) copies.set(exchange, copy);
    return copy;
  }

  return {
    query: (query = {}) =>
      traffic.transcript
        .all()
        .filter((exchange) => belongs(exchange) && matches(exchange, query))
        .map(copyOf),
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
