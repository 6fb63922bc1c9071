import type { HeaderList } from "@mcptest/pack";
import { createByteBuffer } from "./byte-buffer.js";
import { contentCoding, mediaType } from "./http-headers.js";
import { limitProblem } from "./limits.js";
import { type ReadMessage, readMessage } from "./message.js";
import { createSseParser, type SseEvent } from "./sse.js";
import type { WireLimits } from "./types.js";

/** Turns the bytes of a response body into messages. */
export interface BodyReader {
  readonly isStream: boolean;
  chunk(bytes: Uint8Array): void;
  /** The body is complete. */
  end(): void;
  /** The body ended early; what there is becomes a message that says `why`. */
  interrupt(why: string): void;
  /** SSE: what a resumption needs, if the stream gave it. */
  resume(): { lastEventId?: string; retryMs?: number } | undefined;
}

/** Takes a message of a body; `eventType` is that of its event, on an SSE stream. */
export type MessageSink = (read: ReadMessage, eventType?: string) => void;

/** Which events of a stream hold messages: those of the type `message` (the default), or all but `endpoint` (A111). */
export type EventsRead = "message" | "any";

/** Bytes of a message past the limit that are kept to show. */
const SHOWN_BYTES = 64 * 1024;

/**
 * The reader for a response with these headers: `text/event-stream` is read as events, anything else as one message,
 * whatever its type says. `message` is called for each message in order.
 */
export function bodyReader(
  headers: HeaderList,
  limits: WireLimits,
  message: MessageSink,
  events?: EventsRead,
): BodyReader {
  const coding = contentCoding(headers);
  if (coding !== undefined) {
    return wholeBody(limits, message, `not read: content coding ${coding}, which the request did not ask for`);
  }
  return mediaType(headers) === "text/event-stream" ? eventStream(limits, message, events) : wholeBody(limits, message);
}

function wholeBody(limits: WireLimits, message: MessageSink, unreadable?: string): BodyReader {
  const buffer = createByteBuffer();
  let over = false;

  function finish(incomplete?: string): void {
    if (over) return;
    over = true;
    if (buffer.length > 0) message(readMessage(buffer.take(), { via: "body", limits, incomplete }));
  }

  return {
    isStream: false,
    chunk(bytes) {
      if (over) return;
      buffer.append(bytes);
      if (buffer.length <= limits.maxMessageBytes) return;
      over = true;
      message(tooLarge(buffer.take(), "body", limits));
    },
    end: () => finish(unreadable),
    interrupt: (why) => finish(why),
    resume: () => undefined,
  };
}

function eventStream(limits: WireLimits, message: MessageSink, events: EventsRead = "message"): BodyReader {
  const parser = createSseParser(limits.maxMessageBytes);
  let over = false;

  function finish(why: string): void {
    if (over) return;
    over = true;
    const dropped = parser.end();
    if (dropped) message(readMessage(dropped, { via: "event", limits, incomplete: why }));
  }

  return {
    isStream: true,
    chunk(bytes) {
      if (over) return;
      for (const event of parser.push(bytes)) {
        // An event with empty data only states an id to resume from.
        if (event.data.length === 0) continue;
        message(readEvent(event, limits, events), event.type);
      }
      if (!parser.overflowed) return;
      over = true;
      message(tooLarge(parser.end() ?? new Uint8Array(0), "event", limits));
    },
    end: () => finish(ENDED_INSIDE_EVENT),
    interrupt: (why) => finish(`${ENDED_INSIDE_EVENT}: ${why}`),
    resume() {
      const { lastEventId, retryMs } = parser;
      if (lastEventId === undefined && retryMs === undefined) return undefined;
      return { ...(lastEventId !== undefined && { lastEventId }), ...(retryMs !== undefined && { retryMs }) };
    },
  };
}

/** Characters of an event type that are kept: only the data counts towards the limit of an exchange. */
const TYPE_CHARACTERS = 60;

function readEvent({ type, data }: SseEvent, limits: WireLimits, events: EventsRead): ReadMessage {
  if (type === "message") return readMessage(data, { via: "event", limits });
  const event = type.length > TYPE_CHARACTERS ? `${type.slice(0, TYPE_CHARACTERS)}…` : type;
  const said = `event of type ${JSON.stringify(event)}`;
  const isRead = events === "any" && type !== "endpoint";
  const read = readMessage(data, {
    ...{ via: "event", limits },
    ...(isRead ? { odd: said } : { incomplete: `${said}, no message` }),
  });
  return { ...read, message: { ...read.message, event } };
}

/** Why an event that lacks its closing blank line is not read. */
export const ENDED_INSIDE_EVENT = "stream ended inside an event";

function tooLarge(bytes: Uint8Array, via: "body" | "event", limits: WireLimits): ReadMessage {
  const incomplete = `${limitProblem("LIMIT_MESSAGE_BYTES", limits)}; its beginning is kept`;
  const { message } = readMessage(bytes.subarray(0, SHOWN_BYTES), { via, limits, incomplete });
  return { message, limit: "LIMIT_MESSAGE_BYTES" };
}
