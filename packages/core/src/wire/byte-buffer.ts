/** Bytes that grow at the end, in one buffer however small the pieces. */
export interface ByteBuffer {
  readonly length: number;
  append(part: Uint8Array): void;
  /** A copy of the bytes; the buffer is empty afterwards. */
  take(): Uint8Array;
}

/** Memory that an empty buffer may hold on to. */
const KEPT_BYTES = 64 * 1024;

/** Makes an empty buffer. */
export function createByteBuffer(): ByteBuffer {
  let buffer = new Uint8Array(0);
  let length = 0;
  return {
    get length() {
      return length;
    },
    append(part) {
      if (length + part.length > buffer.length) {
        const larger = new Uint8Array(Math.max(2 * buffer.length, length + part.length, 1024));
        larger.set(buffer.subarray(0, length));
        buffer = larger;
      }
      buffer.set(part, length);
      length += part.length;
    },
    take() {
      const bytes = buffer.slice(0, length);
      length = 0;
      if (buffer.length > KEPT_BYTES) buffer = new Uint8Array(0);
      return bytes;
    },
  };
}
