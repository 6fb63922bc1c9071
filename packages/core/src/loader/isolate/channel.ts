import type { Duplex } from "node:stream";
import { StringDecoder } from "node:string_decoder";

/** Characters of one message from the other side. */
const MAX_MESSAGE = 64 * 1024 * 1024;

/** Messages in both directions: one line of JSON each. */
export interface Channel<Out> {
  send(message: Out): void;
  close(): void;
}

/** What a channel tells. */
export interface ChannelEvents<In> {
  message(message: In): void;
  /** The other side broke the framing, or sent more than a message may hold. Nothing is read any more. */
  broken(why: string): void;
  closed(): void;
}

/** Speaks over a pipe. What arrives is parsed and nothing else: the receiver looks at it. */
export function openChannel<Out, In>(pipe: Duplex, events: ChannelEvents<In>): Channel<Out> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  let length = 0;
  let ended = false;

  function fail(why: string): void {
    ended = true;
    pipe.destroy();
    events.broken(why);
  }

  function line(text: string): void {
    let message: In;
    try {
      message = JSON.parse(text) as In;
    } catch {
      fail("it sent a line that is no JSON");
      return;
    }
    events.message(message);
  }

  pipe.on("data", (bytes: Buffer) => {
    const chunks = decoder.write(bytes).split("\n");
    for (const [index, chunk] of chunks.entries()) {
      if (ended) return;
      parts.push(chunk);
      length += chunk.length;
      if (length > MAX_MESSAGE) return fail(`it sent a message of more than ${MAX_MESSAGE} characters`);
      if (index === chunks.length - 1) return;
      const text = parts.join("");
      parts = [];
      length = 0;
      line(text);
    }
  });
  pipe.on("error", () => {});
  pipe.on("close", () => {
    if (!ended) events.closed();
    ended = true;
  });
  return {
    send(message) {
      if (!pipe.destroyed && pipe.writable) pipe.write(`${JSON.stringify(message)}\n`);
    },
    close: () => pipe.destroy(),
  };
}
