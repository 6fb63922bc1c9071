import {
  type Connection,
  type Exchange,
  type Json,
  type JsonObject,
  member,
  type PackHost,
  type Stream,
  unavailable,
} from "@mcptest/pack";

/** Milliseconds for the acknowledgement of a listen. */
export const FIRST_MS = 5_000;
/** Milliseconds of one wait for the next message: the stream is closed before. */
const PATIENCE_MS = 600_000;
/** Milliseconds between two looks at what has come. */
const LOOK_MS = 20;
/** Messages of one stream that are read. */
const MOST_MESSAGES = 1_000;

/** A listen that is being read. */
export interface OpenListen {
  stream: Stream;
  /** Exchange number. */
  exchange: number;
  /** What has come so far. */
  messages: Json[];
  /** The stream has ended. */
  ended: boolean;
  /** Closes the stream, and resolves when everything on it is read. */
  close(): Promise<void>;
}

/** Sends `subscriptions/listen` with this filter, and reads its stream until it is closed. */
export async function openListen(
  host: PackHost,
  on: Connection,
  filter: JsonObject,
  more: { id?: Json } = {},
): Promise<OpenListen> {
  const stream = await host.listen(on, {
    method: "subscriptions/listen",
    params: { notifications: filter },
    ...more,
  });
  const listen: OpenListen = {
    stream,
    exchange: stream.exchange,
    messages: [],
    ended: false,
    async close() {
      await host.close(stream);
      await reading;
    },
  };
  const reading = readAll(host, listen).catch(() => {
    listen.ended = true;
  });
  return listen;
}

async function readAll(host: PackHost, listen: OpenListen): Promise<void> {
  while (listen.messages.length < MOST_MESSAGES) {
    const next = await host.next(listen.stream, PATIENCE_MS);
    if (typeof next === "string") break;
    listen.messages.push(next.json ?? null);
  }
  listen.ended = true;
}

/** Waits until `holds` does, at most `ms` milliseconds. Gives whether it does. */
export async function until(host: PackHost, ms: number, holds: () => boolean): Promise<boolean> {
  const end = performance.now() + ms;
  while (!holds() && performance.now() < end) await host.sleep(LOOK_MS);
  return holds();
}

/** True once anything has come for the listen, or nothing will. */
export function isDecided({ messages, ended }: OpenListen): boolean {
  return ended || messages.length > 0;
}

/** `notifications/subscriptions/acknowledged`. */
export function isAcknowledgement(json: unknown): boolean {
  return member(json, "method") === "notifications/subscriptions/acknowledged";
}

/** What was recorded of an exchange. */
export async function exchangeOf(host: PackHost, number: number): Promise<Exchange> {
  const [exchange] = await host.transcript({ after: number - 1, method: "subscriptions/listen" });
  if (exchange?.number === number) return exchange;
  throw unavailable(`exchange ${number} is not in the record`, { origin: "host" });
}
