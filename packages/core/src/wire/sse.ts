import { createByteBuffer } from "./byte-buffer.js";

/** One event of an SSE stream. */
export interface SseEvent {
  /** `message` unless the stream names another. */
  type: string;
  /** The data lines joined by LF, as bytes; their UTF-8 has not been looked at. */
  data: Uint8Array;
}

/** Reads an SSE stream from its bytes, cut anywhere. */
export interface SseParser {
  /** The events that are complete with this chunk. After an overflow there are none any more. */
  push(chunk: Uint8Array): SseEvent[];
  /**
   * Says that the stream is over. Gives the data of an event whose closing blank line is missing: the format drops it
   * (WHATWG event-stream), and the caller reports it.
   */
  end(): Uint8Array | undefined;
  /** An event, or another line, has passed the limit. `end` gives the data that had come until then. */
  readonly overflowed: boolean;
  /** Id of the last event that was complete. */
  readonly lastEventId: string | undefined;
  /** Milliseconds of the last `retry` field. */
  readonly retryMs: number | undefined;
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;
const LINE_FEED = Uint8Array.of(LF);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Makes a parser for the format of WHATWG event-stream: line ends LF, CRLF and CR, also over chunk borders; one byte
 * order mark at the start; comments; several data lines. No event, and no line, may be larger than `maxBytes`.
 */
export function createSseParser(maxBytes: number): SseParser {
  const line = createByteBuffer();
  const data = createByteBuffer();
  /** How many bytes of a byte order mark have come; 3: it has come, or the stream does not begin with one. */
  let markBytes = 0;
  let inComment = false;
  /** The last line ended in CR: an LF right after it belongs to that line end. */
  let afterCr = false;
  let hasData = false;
  let type = "";
  let idBuffer: string | undefined;
  let lastEventId: string | undefined;
  let retryMs: number | undefined;
  let overflowed = false;
  let events: SseEvent[] = [];

  function field(bytes: Uint8Array): void {
    const colon = bytes.indexOf(COLON);
    const name = text(colon < 0 ? bytes : bytes.subarray(0, colon));
    const value =
      colon < 0 ? bytes.subarray(bytes.length) : bytes.subarray(bytes[colon + 1] === SPACE ? colon + 2 : colon + 1);
    if (name === "data") {
      if (hasData) data.append(LINE_FEED);
      data.append(value);
      hasData = true;
    } else if (name === "event") type = text(value);
    else if (name === "id" && !value.includes(0)) idBuffer = text(value);
    else if (name === "retry" && /^\d{1,15}$/.test(text(value))) retryMs = Number(text(value));
  }

  function endLine(): void {
    if (inComment) inComment = false;
    else if (line.length > 0) field(line.take());
    else endEvent();
  }

  function endEvent(): void {
    lastEventId = idBuffer ?? lastEventId;
    if (hasData) events.push({ type: type === "" ? "message" : type, data: data.take() });
    hasData = false;
    type = "";
  }

  function hold(part: Uint8Array): void {
    if (part.length === 0 || inComment) return;
    if (line.length === 0 && part[0] === COLON) {
      inComment = true;
      return;
    }
    // The longest field name and a blank beside the data are allowed for.
    if (data.length + line.length + part.length > maxBytes + 16) {
      overflowed = true;
      line.append(part.subarray(0, Math.max(0, maxBytes - data.length - line.length)));
    } else line.append(part);
  }

  function lines(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length && !overflowed; at++) {
      const byte = chunk[at];
      if (byte !== LF && byte !== CR) {
        afterCr = false;
        continue;
      }
      if (!(byte === LF && afterCr)) {
        hold(chunk.subarray(from, at));
        if (!overflowed) endLine();
      }
      afterCr = byte === CR;
      from = at + 1;
    }
    if (!overflowed) hold(chunk.subarray(from));
  }

  /** Passes over a byte order mark; what only began like one is given back. */
  function afterMark(chunk: Uint8Array): Uint8Array {
    let at = 0;
    while (markBytes < 3 && at < chunk.length && chunk[at] === BYTE_ORDER_MARK[markBytes]) {
      markBytes++;
      at++;
    }
    if (markBytes === 3 || at === chunk.length) return chunk.subarray(at);
    const begun = BYTE_ORDER_MARK.slice(0, markBytes);
    markBytes = 3;
    return begun.length === 0 ? chunk.subarray(at) : Buffer.concat([Uint8Array.from(begun), chunk.subarray(at)]);
  }

  return {
    push(chunk) {
      if (overflowed) return [];
      lines(markBytes < 3 ? afterMark(chunk) : chunk);
      const complete = events;
      events = [];
      return complete;
    },
    end() {
      if (line.length > 0 && !inComment) field(line.take());
      const dropped = hasData ? data.take() : undefined;
      hasData = false;
      return dropped;
    },
    get overflowed() {
      return overflowed;
    },
    get lastEventId() {
      return lastEventId;
    },
    get retryMs() {
      return retryMs;
    },
  };
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
