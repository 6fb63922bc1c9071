import type { Readable, Writable } from "node:stream";
import { tooMuchJson } from "./json-limits.js";

// What a pack does to these globals in its process is not to change what is said about it.
const { parse, stringify } = JSON;

/** Bytes of one message of the program itself. */
const MAX_BYTES = 512 * 1024 * 1024 - 1;
/** Bytes of one message of a pack. */
const MAX_PACK_BYTES = 32 * 1024 * 1024;
/** Bytes that wait for a reader before whoever can wait does. */
const FULL_BYTES = 16 * 1024 * 1024;

/** Messages in both directions: one line of JSON each. */
export interface Channel<Out> {
  send(message: Out): void;
  /** Resolves once what was sent is not too much for the reader, or nobody reads any more. */
  room(): Promise<void>;
  close(): void;
}

/** What a channel tells. */
export interface ChannelEvents<In> {
  message(message: In): void;
  /** The other side broke the framing, or sent more than a message may hold. Nothing is read any more. */
  broken(why: string): void;
  closed(): void;
}

/** A pipe for each direction: one that cannot be written to any more may still have something to read. */
export interface Pipes {
  reader: Readable;
  writer: Writable;
}

/** Speaks over pipes. What arrives is parsed and nothing else: the receiver looks at it. */
export function openChannel<Out, In>(
  { reader, writer }: Pipes,
  events: ChannelEvents<In>,
  { trusted }: { trusted: boolean },
): Channel<Out> {
  const limit = trusted ? MAX_BYTES : MAX_PACK_BYTES;
  let pieces: Buffer[] = [];
  let length = 0;
  let ended = false;
  let draining: Promise<void> | undefined;

  function fail(why: string): void {
    if (ended) return;
    ended = true;
    pieces = [];
    close();
    events.broken(why);
  }

  function close(): void {
    reader.destroy();
    writer.destroy();
  }

  function take(piece: Buffer): void {
    length += piece.length;
    if (length > limit) {
      fail(`it sent a message of more than ${limit} bytes`);
      return;
    }
    pieces.push(piece);
    // Pieces of a byte each would take up far more than the message.
    if (pieces.length > 1_000) pieces = [Buffer.concat(pieces)];
  }

  function line(): void {
    const bytes = Buffer.concat(pieces);
    pieces = [];
    length = 0;
    const tooMuch = trusted ? undefined : tooMuchJson(bytes);
    if (tooMuch !== undefined) {
      fail(`it sent a message with ${tooMuch}`);
      return;
    }
    let message: In;
    try {
      message = parse(bytes.toString("utf8")) as In;
    } catch {
      fail("it sent a line that is no JSON");
      return;
    }
    events.message(message);
  }

  reader.on("data", (bytes: Buffer) => {
    let from = 0;
    for (let at = bytes.indexOf(10); at >= 0 && !ended; at = bytes.indexOf(10, from)) {
      take(bytes.subarray(from, at));
      from = at + 1;
      if (!ended) line();
    }
    if (!ended && from < bytes.length) take(bytes.subarray(from));
  });
  reader.on("error", () => {});
  writer.on("error", () => {});
  reader.on("close", () => {
    if (!ended) events.closed();
    ended = true;
  });

  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        writer.off("drain", done).off("close", done);
        draining = undefined;
        resolve();
      };
      writer.on("drain", done).on("close", done);
    });
  }

  return {
    send(message) {
      if (!writer.destroyed && writer.writable) writer.write(`${stringify(message)}\n`);
    },
    async room() {
      while (!writer.destroyed && writer.writableLength > FULL_BYTES) {
        draining ??= drained();
        await draining;
      }
    },
    close,
  };
}
