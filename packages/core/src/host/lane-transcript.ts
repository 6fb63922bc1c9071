import type { Exchange, TranscriptQuery } from "@mcptest/pack";
import type { Transcript } from "../wire/types.js";
import { createLargeBodies } from "./large-bodies.js";

/** The part of a transcript that belongs to one lane: what the connections of the lane carried. */
export interface LaneTranscript {
  /**
   * Copies for packs, redacted, in order of number; whoever asks gets the same ones. Of a large body the text is cut, and
   * its JSON is there without its long texts. Large requests are whole. Where either hold more than 32 MiB together, the
   * further ones stay cut, without JSON.
   */
  query(query?: TranscriptQuery): Exchange[];
  /** True for the number of an exchange of the lane. */
  has(number: number): boolean;
}

/** Makes the view of one lane. A pack that changes what it is given changes a copy, never the record. */
export function createLaneTranscript(transcript: Transcript, connections: ReadonlySet<string>): LaneTranscript {
  const bodies = createLargeBodies(transcript.full);
  /** One copy for each recorded state; bodies that the record has cut are cut there too. */
  const copies = new WeakMap<Exchange, Exchange>();

  function copyOf(exchange: Exchange): Exchange {
    const known = copies.get(exchange);
    if (known) return known;
    const copy = structuredClone(exchange);
    copies.set(exchange, copy);
    return copy;
  }

  return {
    query(query = {}) {
      const withBodies = bodies.forQuery();
      return transcript
        .all()
        .filter((exchange) => connections.has(exchange.connection) && matches(exchange, query))
        .map((exchange) => withBodies(exchange, copyOf(exchange)));
    },
    has(number) {
      const exchange = transcript.get(number);
      return exchange !== undefined && connections.has(exchange.connection);
    },
  };
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
