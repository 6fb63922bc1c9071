import {
  type Exchange,
  isObject,
  type Json,
  type JsonObject,
  type Negotiated,
  type ReceivedMessage,
  sentJson,
} from "@mcptest/pack";

/** What a message is by its shape; `other` is JSON that is no JSON-RPC message. */
export type CameKind = "response" | "request" | "notification" | "other";

/** One message of the server with where it came. */
export interface Came {
  exchange: Exchange;
  message: ReceivedMessage;
  json: Json;
  kind: CameKind;
  /** Stable words for what it is about: the method that was asked, else that of the message itself. */
  subject: string;
}

/** The one revision whose messages may stand in arrays. */
export const BATCH_VERSION = "2025-03-26";

/** Characters of a method of the server in a finding. */
const MOST_SUBJECT = 80;

/**
 * What `json` is by its shape: an object with `result` or `error`, or with an `id` and no `method`, counts as a response,
 * whatever else is wrong with it.
 */
export function kindOf(json: Json | undefined): CameKind {
  if (!isObject(json)) return "other";
  if (Object.hasOwn(json, "result") || Object.hasOwn(json, "error")) return "response";
  if (Object.hasOwn(json, "method")) return Object.hasOwn(json, "id") ? "request" : "notification";
  return Object.hasOwn(json, "id") ? "response" : "other";
}

/**
 * Every message of the server in `exchanges`, in order. Arrays are opened on 2025-03-26 and left out elsewhere, where the
 * array itself is what is wrong (A09). What may come from somebody before the server (401, a page of a proxy) counts only
 * where it says that it is JSON-RPC.
 */
export function cameIn(exchanges: readonly Exchange[], negotiated: Negotiated): Came[] {
  return exchanges.flatMap((exchange) =>
    exchange.messages.flatMap((message) => {
      const { json } = message;
      if (json === undefined) return [];
      const opens = Array.isArray(json) && negotiated.protocolVersion === BATCH_VERSION;
      if (Array.isArray(json) && !opens) return [];
      return (opens ? json : [json])
        .map(
          (item): Came => ({ exchange, message, json: item, kind: kindOf(item), subject: subjectOf(exchange, item) }),
        )
        .filter((came) => countsAsMessage(came, negotiated));
    }),
  );
}

/** Only those of one kind, whose JSON is an object. */
export function ofKind(came: readonly Came[], ...kinds: CameKind[]): (Came & { json: JsonObject })[] {
  return came.filter((one): one is Came & { json: JsonObject } => kinds.includes(one.kind) && isObject(one.json));
}

/** On stdout everything that has the shape of a message is one; the rest is judged as what soils stdout (A31). */
function countsAsMessage({ exchange, message, json, kind }: Came, { transport, httpSse }: Negotiated): boolean {
  if (transport === "stdio") return kind !== "other";
  if (message.via === "event") return true;
  if (isObject(json) && Object.hasOwn(json, "jsonrpc")) return true;
  if (httpSse || exchange.id === undefined || exchange.status === undefined) return false;
  const id = isObject(json) && Object.hasOwn(json, "id") ? json.id : undefined;
  if (id !== undefined && idKey(id) === idKey(exchange.id)) return true;
  return exchange.status >= 200 && exchange.status <= 299;
}

function subjectOf({ method, request }: Exchange, json: Json): string {
  const own = isObject(json) && Object.hasOwn(json, "method") ? json.method : undefined;
  if (typeof own === "string") return own.slice(0, MOST_SUBJECT);
  return method ?? (request === null ? "unasked" : "stream");
}

/** What was sent, as the clause with which a finding begins. */
export function sentWords({ method, request, number }: Exchange): string {
  if (request === null) return `nothing (exchange ${number} is what came unasked)`;
  if (method === undefined) return `an HTTP request without a message (exchange ${number})`;
  return `${method} (exchange ${number})`;
}

/** The ids of the requests in the message that we sent: one, or with a batch several. */
export function sentIds(exchange: Exchange): Json[] {
  const ids = new Map<string, Json>(exchange.id === undefined ? [] : [[idKey(exchange.id), exchange.id]]);
  const sent = exchange.request === null ? undefined : sentJson(exchange);
  for (const item of Array.isArray(sent) ? sent : [sent]) {
    if (!isObject(item) || !Object.hasOwn(item, "id") || !Object.hasOwn(item, "method")) continue;
    ids.set(idKey(item.id as Json), item.id as Json);
  }
  return [...ids.values()];
}

/** Two ids are the same in value and JSON type exactly when their keys are equal: `1` is not `"1"` (A05). */
export function idKey(id: Json): string {
  return JSON.stringify(id);
}

/** One stream carries the answers to everything: stdout, and that of HTTP+SSE. */
export function sharesStream({ transport, httpSse }: Negotiated): boolean {
  return transport === "stdio" || httpSse === true;
}
