import type { Exchange, TranscriptQuery } from "@mcptest/pack";
import type { Transcript } from "../wire/types.js";

/**
 * Bytes of large bodies that one query brings back from the disk. A server can fill the disk's share of the record; all
 * of it at once, parsed, would not fit into memory.
 */
const WHOLE_BYTES = 32 * 1024 * 1024;

/** The part of a transcript that belongs to one lane: what the connections of the lane carried. */
export interface LaneTranscript {
  /**
   * Copies for packs, redacted, in order of number. Bodies are whole as long as the large ones among them hold at most
   * 32 MiB together, those of the requests first; further ones stay cut, without JSON, and say `cut`.
   */
  query(query?: TranscriptQuery): Exchange[];
  /** True for the number of an exchange of the lane. */
  has(number: number): boolean;
}

/** Makes the view of one lane. A pack that changes what it is given changes a copy, never the record. */
export function createLaneTranscript(transcript: Transcript, connections: ReadonlySet<string>): LaneTranscript {
  /** One copy for each recorded state; bodies that the record has cut are cut there too. */
  const copies = new WeakMap<Exchange, Exchange>();

  function copyOf(exchange: Exchange): Exchange {
    const known = copies.get(exchange);
    if (known) return known;
    const copy = structuredClone(exchange);
    copies.set(exchange, copy);
    return copy;
  }

  /** The whole bodies of `exchange` where they are wanted; they are read from the disk each time. */
  function withBodies(exchange: Exchange, request: boolean, response: boolean): Exchange {
    const copy = copyOf(exchange);
    if (!request && !response) return copy;
    const whole = transcript.full(exchange.number) ?? exchange;
    return {
      ...copy,
      request: request ? requestOf(whole, copy) : copy.request,
      ...(response ? responseOf(whole, copy) : {}),
    };
  }

  return {
    query(query = {}) {
      const found = transcript
        .all()
        .filter((exchange) => connections.has(exchange.connection) && matches(exchange, query));
      const requests = withinBytes(found, requestBytes);
      const responses = withinBytes(found, responseBytes);
      return found.map((exchange) => withBodies(exchange, requests.has(exchange), responses.has(exchange)));
    },
    has(number) {
      const exchange = transcript.get(number);
      return exchange !== undefined && connections.has(exchange.connection);
    },
  };
}

/** The exchanges with cut bodies that fit, oldest first, into {@link WHOLE_BYTES} with the whole ones. */
function withinBytes(exchanges: readonly Exchange[], bytesOf: (exchange: Exchange) => number): Set<Exchange> {
  const fitting = new Set<Exchange>();
  let left = WHOLE_BYTES;
  for (const exchange of exchanges) {
    const bytes = bytesOf(exchange);
    if (bytes === 0 || bytes > left) continue;
    left -= bytes;
    fitting.add(exchange);
  }
  return fitting;
}

function requestBytes({ request }: Exchange): number {
  return request?.cut ? request.byteLength : 0;
}

function responseBytes({ messages }: Exchange): number {
  return messages.reduce((sum, { cut, byteLength }) => (cut ? sum + byteLength : sum), 0);
}

/** The request of `whole`; what is not read from the disk comes from `copy`, which is not the record's own. */
function requestOf(whole: Exchange, copy: Exchange): Exchange["request"] {
  if (!whole.request || whole.request.cut || !copy.request) return copy.request;
  return { ...whole.request, headers: copy.request.headers };
}

/** Messages and response in the same way. */
function responseOf(whole: Exchange, copy: Exchange): Pick<Exchange, "messages" | "response"> {
  const messages = copy.messages.map((message, index) => {
    const read = whole.messages[index];
    return message.cut && read && !read.cut ? read : message;
  });
  const index = whole.messages.findIndex(({ json }) => json !== undefined && json === whole.response);
  const response = index < 0 ? copy.response : (messages[index]?.json as Exchange["response"]);
  return response === undefined ? { messages } : { messages, response };
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
