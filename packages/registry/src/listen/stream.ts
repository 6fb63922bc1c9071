import type { JSONRPCNotification, RequestId } from "@modelcontextprotocol/server";
import type { MethodEntry } from "./filter.js";
import { ACKNOWLEDGED, acknowledging, type Hub } from "./hub.js";

/** How many bytes may wait for a subscriber that does not read; then it is disconnected. */
export const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** The longest delay of a timer, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** What a stream needs to know. */
export interface StreamOptions {
  id: RequestId;
  accepted: readonly MethodEntry[];
  hub: Hub;
  /** Milliseconds between comments on a stream that is held open; below 1: none. */
  keepAliveMs: number;
  /** Aborted when the caller has gone. */
  signal: AbortSignal | undefined;
  onerror: ((error: Error) => void) | undefined;
  /** Called once. */
  onend(): void;
}

/** The answer to one listen. */
export interface ListenStream {
  body: ReadableStream<Uint8Array>;
  /** Ends it gracefully: with the result, where the SDK has ended its own part before. */
  close(): void;
}

/**
 * The SDK's event stream with the notifications of extensions in it. The SDK ends a stream at once for which it has nothing
 * itself; its result is kept then, the stream stays open, and the result is written at the end.
 */
export function openStream(source: ReadableStream<Uint8Array>, options: StreamOptions): ListenStream {
  const { accepted, hub } = options;
  const reader = source.getReader();
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let state: "acknowledging" | "shared" | "alone" = "acknowledging";
  let farewell: string | undefined;
  let sourceEnded = false;
  let closing = false;
  let ended = false;
  let unsubscribe: (() => void) | undefined;
  let keepAlive: NodeJS.Timeout | undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      cancel: leave,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_UNREAD_BYTES }),
  );
  options.signal?.addEventListener("abort", leave, { once: true });
  pump().catch((error: Error) => {
    options.onerror?.(error);
    leave();
  });
  if (options.signal?.aborted) queueMicrotask(leave);
  return {
    body,
    close() {
      closing = true;
      if (sourceEnded) finish();
    },
  };

  async function pump(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const frames = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) take(frame);
    }
    sourceEnded = true;
    if (state !== "alone" || closing) finish();
    else keepOpen();
  }

  function take(frame: string): void {
    if (state === "acknowledging") acknowledge(frame);
    else if (state === "alone") farewell = frame;
    else write(frame);
  }

  function acknowledge(frame: string): void {
    const ack = notificationOf(frame);
    const agreed = ack.params?.notifications ?? {};
    if (ack.method !== ACKNOWLEDGED) throw new Error(`A listen was answered with ${ack.method} first`);
    state = accepted.length > 0 && Object.keys(agreed).length === 0 ? "alone" : "shared";
    write(event(acknowledging(ack, accepted)));
    if (accepted.length === 0 || ended) return;
    unsubscribe = hub.add({ id: options.id, entries: accepted, send: (notification) => write(event(notification)) });
  }

  function keepOpen(): void {
    if (ended || !Number.isFinite(options.keepAliveMs) || options.keepAliveMs < 1) return;
    keepAlive = setInterval(() => write(": keepalive"), Math.min(options.keepAliveMs, MAX_DELAY_MS));
    keepAlive.unref?.();
  }

  function write(frame: string): void {
    if (ended) return;
    controller.enqueue(encoder.encode(`${frame}\n\n`));
    if ((controller.desiredSize ?? 0) > 0) return;
    options.onerror?.(new Error("A subscriber that does not read was disconnected"));
    leave();
  }

  /** All was said: ends the body where the reader has read it. */
  function finish(): void {
    if (ended) return;
    if (farewell !== undefined) controller.enqueue(encoder.encode(`${farewell}\n\n`));
    end();
    controller.close();
  }

  /** The reader has gone, or is cut off. */
  function leave(): void {
    if (ended) return;
    end();
    reader.cancel().catch(() => {});
    controller.error(new Error("The subscription has ended"));
  }

  function end(): void {
    ended = true;
    unsubscribe?.();
    clearInterval(keepAlive);
    options.signal?.removeEventListener("abort", leave);
    options.onend();
  }
}

function event(message: JSONRPCNotification): string {
  return `event: message\ndata: ${JSON.stringify(message)}`;
}

function notificationOf(frame: string): JSONRPCNotification {
  const data = frame.split("\n").find((line) => line.startsWith("data: "));
  return JSON.parse(data?.slice("data: ".length) ?? "{}") as JSONRPCNotification;
}
