import {
  type Connection,
  type Exchange,
  excerpt,
  header,
  isObject,
  type Json,
  member,
  type PackContext,
  type ReceivedMessage,
} from "@mcptest/pack";
import { kindOf } from "../came.js";
import type { Sighting } from "../sightings.js";

/** Milliseconds for the head of a stream, in steps. */
const HEAD_MS = 2_000;
const STEP_MS = 50;
/** Milliseconds without another message after which a stream is taken as quiet, and the longest that it is read. */
const QUIET_MS = 400;
const MOST_MS = 2_000;

/** One stream of the server that belongs to no request. */
export interface OwnStream {
  exchange: number;
  /** HTTP status; absent where no head came in time. */
  status?: number;
  isSse: boolean;
  messages: ReceivedMessage[];
}

/** What came on the streams of a session, and for its requests. */
export interface StreamRecord {
  streams: OwnStream[];
  requests: Exchange[];
}

/**
 * Opens a stream of the server's own messages by `GET`, and a second one where the first is there; then sends what `ask`
 * sends, and reads all of them until they are quiet.
 */
export async function recordStreams(
  { host }: Pick<PackContext, "host">,
  connection: Connection,
  ask: () => Promise<Exchange[]>,
): Promise<StreamRecord> {
  const handles = [];
  const streams: OwnStream[] = [];
  while (handles.length < 2) {
    const handle = await host.listen(connection, { method: "GET", httpMethod: "GET", freshSocket: true });
    handles.push(handle);
    const stream = await headOf(host, connection, handle.exchange);
    streams.push(stream);
    if (!stream.isSse) break;
  }
  const requests = await ask();
  for (const [at, handle] of handles.entries()) {
    const began = performance.now();
    while (performance.now() - began < MOST_MS) {
      const message = await host.next(handle, QUIET_MS);
      if (typeof message === "string") break;
      streams[at]?.messages.push(message);
    }
  }
  for (const handle of handles) await host.close(handle);
  return { streams, requests };
}

async function headOf(host: PackContext["host"], connection: Connection, number: number): Promise<OwnStream> {
  for (let waited = 0; waited < HEAD_MS; waited += STEP_MS) {
    const [exchange] = await host.transcript({ connection: connection.id, after: number - 1 });
    if (exchange?.number === number && exchange.status !== undefined) {
      const { status, headers } = exchange;
      const type = (header(headers, "Content-Type") ?? "").split(";")[0]?.trim().toLowerCase();
      const isSse = status >= 200 && status <= 299 && type === "text/event-stream";
      return { exchange: number, status, isSse, messages: [] };
    }
    await host.sleep(STEP_MS);
  }
  return { exchange: number, isSse: false, messages: [] };
}

const RULE =
  "A99: each message goes on exactly one stream; the stream of a GET carries responses only where it resumes another";

/** Responses on a stream that answers nothing, and messages that came on two streams (A99). */
export function streamSightings({ streams, requests }: StreamRecord): Sighting[] {
  const sightings: Sighting[] = [];
  const places: { key: string; exchange: number; json: Json }[] = [];
  // What refuses a GET is no stream, even where its body is an error of JSON-RPC.
  for (const { exchange, messages } of streams.filter(({ isSse }) => isSse)) {
    for (const { json } of messages) {
      if (json === undefined) continue;
      if (kindOf(json) === "response") sightings.push(misplaced(json, exchange, requests));
      else places.push({ key: JSON.stringify(json), exchange, json });
    }
  }
  for (const { number, messages } of requests) {
    for (const { json, via } of messages) {
      if (via === "event" && json !== undefined && kindOf(json) !== "response") {
        places.push({ key: JSON.stringify(json), exchange: number, json });
      }
    }
  }
  for (const [index, { key, exchange, json }] of places.entries()) {
    const earlier = places.slice(0, index).find((other) => other.key === key && other.exchange !== exchange);
    if (earlier && isObject(json)) sightings.push(repeated(json, earlier.exchange, exchange));
  }
  return sightings;
}

function misplaced(json: Json, exchange: number, requests: readonly Exchange[]): Sighting {
  const id = JSON.stringify(member(json, "id") ?? null);
  const method = requests.find((request) => JSON.stringify(request.id ?? null) === id)?.method ?? "a request";
  const finding = {
    sent: `${method}, and a GET of the server's own messages`,
    came: `a response on the stream of the GET: ${excerpt(json, 120)}`,
    rule: RULE,
    fix: "send each response on the stream of its own request alone",
  };
  return { kind: "response", subject: method, exchange, finding };
}

function repeated(json: Json, first: number, second: number): Sighting {
  const method = member(json, "method");
  const subject = typeof method === "string" ? method.slice(0, 80) : "a message";
  const finding = {
    sent: "two streams of one session",
    came: `the same message on both, in exchange ${first} and in exchange ${second}: ${excerpt(json, 120)}`,
    rule: RULE,
    fix: "choose one open stream for each message, and do not broadcast it",
  };
  return { kind: "repeated", subject, exchange: second, finding };
}
