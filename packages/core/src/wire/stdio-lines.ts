import { createByteBuffer } from "./byte-buffer.js";

/** What a splitter tells, in the order of the bytes. */
export interface LineHandler {
  /** A whole line without its line feed. A carriage return before it is kept. */
  line(bytes: Uint8Array): void;
  /** A line that has just passed the limit: its beginning. The rest of it is skipped. */
  tooLong(beginning: Uint8Array): void;
  /** More bytes of such a line. */
  skipping(bytes: number): void;
  /** Such a line has ended: its last bytes. */
  skipped(end: Uint8Array): void;
  /** The stream ended within a line. */
  unterminated(bytes: Uint8Array): void;
}

/** Splits a byte stream at line feeds (0x0A) and nowhere else: U+2028 is no line break (A30). */
export interface LineSplitter {
  push(chunk: Uint8Array): void;
  end(): void;
}

const LINE_FEED = 0x0a;

/** Bytes of the end of a skipped line that are kept. */
const END_BYTES = 256;

/** A splitter for lines of at most `maxBytes` bytes. Holds at most one line, in one buffer, however small the chunks. */
export function lineSplitter(maxBytes: number, handler: LineHandler): LineSplitter {
  const line = createByteBuffer();
  /** The end of the line that is being skipped, if one is. */
  let skipped: Uint8Array | undefined;

  function add(part: Uint8Array): void {
    if (skipped !== undefined) {
      skipped = Buffer.concat([skipped, part.subarray(-END_BYTES)]).subarray(-END_BYTES);
      handler.skipping(part.length);
      return;
    }
    line.append(part);
    if (line.length <= maxBytes) return;
    const beginning = line.take();
    skipped = beginning.slice(-END_BYTES);
    handler.tooLong(beginning);
  }

  function endLine(): void {
    const end = skipped;
    skipped = undefined;
    if (end === undefined) handler.line(line.take());
    else handler.skipped(end);
  }

  return {
    push(chunk) {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
        add(chunk.subarray(from, at));
        endLine();
        from = at + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
    end() {
      if (skipped !== undefined) endLine();
      else if (line.length > 0) handler.unterminated(line.take());
    },
  };
}
