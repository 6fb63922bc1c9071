/** The last bytes of a stream. */
export interface Tail {
  push(chunk: Uint8Array): void;
  /** The kept text as lines, after `redact` has seen it as a whole. */
  lines(redact: (text: string) => string): string[];
}

/**
 * Bytes kept before the tail. They are redacted with it, and then their lines are dropped, so that the tail never begins
 * with the second half of a secret.
 */
const MARGIN = 8_192;

/** Keeps the last `maxBytes` bytes of a stream, as UTF-8 (A33: free-form, judged by nobody). */
export function byteTail(maxBytes: number): Tail {
  const ring = Buffer.alloc(maxBytes + MARGIN);
  let position = 0;
  /** The ring is full: older bytes may be gone. */
  let wrapped = false;

  return {
    push(chunk) {
      const rest = chunk.subarray(-ring.length);
      const first = rest.subarray(0, ring.length - position);
      ring.set(first, position);
      ring.set(rest.subarray(first.length), 0);
      if (position + rest.length >= ring.length) wrapped = true;
      position = (position + rest.length) % ring.length;
    },
    lines(redact) {
      const bytes = wrapped
        ? Buffer.concat([ring.subarray(position), ring.subarray(0, position)])
        : ring.subarray(0, position);
      const text = redact(bytes.toString("utf8"));
      const lines = text.split(/\r?\n/);
      if (lines.at(-1) === "") lines.pop();
      if (!wrapped) return lines;
      const inMargin = lineFeeds(bytes.subarray(0, MARGIN)) + 1;
      return inMargin < lines.length ? lines.slice(inMargin) : text.slice(MARGIN).split(/\r?\n/);
    },
  };
}

function lineFeeds(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0);
}
