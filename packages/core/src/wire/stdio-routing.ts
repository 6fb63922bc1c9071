import { at, type Json, META, member } from "@mcptest/pack";
import { responseTo, sameId, wrapsResponseTo } from "./message.js";

/** An exchange that can still receive something. */
export interface OpenExchange {
  /** The id of its request. */
  id?: Json;
  /** `params._meta.progressToken` of its request. */
  progressToken?: Json;
}

/** The exchanges that `json` answers: the oldest with the id of a response, or all whose response an array holds. */
export function answeredBy<E extends OpenExchange>(json: Json | undefined, open: Iterable<E>): E[] {
  const inOrder = [...open];
  const answered = inOrder.find(({ id }) => id !== undefined && responseTo(id, json) !== undefined);
  if (answered) return [answered];
  return inOrder.filter(({ id }) => id !== undefined && wrapsResponseTo(id, json));
}

/**
 * The exchange to which a message without an id of ours belongs: a notification, a request of the server, an error
 * without `id`. stdio has one channel for everything, so the rule is:
 *
 * 1. A notification that names a request by subscription id, by progress token, or (`notifications/cancelled`) by
 *    `requestId` belongs to the open exchange of that request, and to none when that is not open.
 * 2. Anything else belongs to the open exchange if exactly one is open, and to none otherwise.
 */
export function concernedBy<E extends OpenExchange>(json: Json | undefined, open: Iterable<E>): E | undefined {
  const inOrder = [...open];
  const named = namedRequest(json);
  if (named) return inOrder.find((exchange) => matches(exchange[named.by], named.value));
  return inOrder.length === 1 ? inOrder[0] : undefined;
}

/** `params._meta.progressToken` of a message, if it has one. */
export function progressTokenOf(json: Json | undefined): Json | undefined {
  return at(json, "params", "_meta", "progressToken");
}

function namedRequest(json: Json | undefined): { by: "id" | "progressToken"; value: Json } | undefined {
  if (member(json, "id") !== undefined) return undefined;
  const subscription = at(json, "params", "_meta", META.subscriptionId);
  if (subscription !== undefined) return { by: "id", value: subscription };
  const method = member(json, "method");
  const token = at(json, "params", "progressToken");
  if (method === "notifications/progress" && token !== undefined) return { by: "progressToken", value: token };
  const request = at(json, "params", "requestId");
  if (method === "notifications/cancelled" && request !== undefined) return { by: "id", value: request };
  return undefined;
}

function matches(one: Json | undefined, other: Json): boolean {
  return one !== undefined && sameId(one, other);
}

const TOKEN = String.raw`(-?\d{1,20}|"(?:[^"\\]|\\.){0,200}")`;
const ID_FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*${TOKEN}\s*[,}]`);
const ID_LAST = new RegExp(String.raw`[{,]\s*"id"\s*:\s*${TOKEN}\s*\}\s*$`);

/**
 * The id of a message that is too large or too deep to parse, when it stands at the beginning or at the end of the
 * object. Either place is one where only a member of the message itself can stand.
 */
export function idWithoutParsing(place: "first" | "last", bytes: Uint8Array): Json | undefined {
  const part = place === "first" ? bytes.subarray(0, 256) : bytes.subarray(-256);
  const found = (place === "first" ? ID_FIRST : ID_LAST).exec(Buffer.from(part).toString("utf8"))?.[1];
  if (found === undefined) return undefined;
  try {
    return JSON.parse(found) as Json;
  } catch {
    return undefined;
  }
}
