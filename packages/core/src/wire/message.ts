import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { isObject, type Json, type JsonObject, type ReceivedMessage } from "@mcptest/pack";
import { type LimitCause, limitProblem } from "./limits.js";
import type { WireLimits } from "./types.js";

/** What a parsed message is by its shape. `other` is JSON that is no JSON-RPC message, or no JSON at all. */
export type MessageKind = "response" | "request" | "notification" | "array" | "other";

/** One message as read from its bytes, and the limit that it breaks, if any. `json` is missing then. */
export interface ReadMessage {
  message: ReceivedMessage;
  limit?: LimitCause;
}

/** How {@link readMessage} treats what it is given. */
export interface ReadingOptions {
  via: ReceivedMessage["via"];
  limits: WireLimits;
  /** Why the bytes are no whole message; they are kept as text and not parsed. */
  incomplete?: string;
  /** An oddity of the framing; the bytes are parsed all the same. */
  odd?: string;
}

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Reads the bytes of one message: text, size, hash, and JSON within the limits. Never throws. Bytes that are no UTF-8
 * are decoded with U+FFFD and said in `problem` (A01); so is everything that keeps the text from being JSON.
 * `afterMs` is 0 until an exchange takes the message up.
 */
export function readMessage(bytes: Uint8Array, options: ReadingOptions): ReadMessage {
  const raw = lenient.decode(bytes);
  const message: ReceivedMessage = {
    afterMs: 0,
    raw,
    byteLength: bytes.byteLength,
    sha256: sha256(bytes),
    via: options.via,
  };
  const problems: string[] = options.odd === undefined ? [] : [options.odd];
  if (!isUtf8(bytes)) problems.push("not valid UTF-8");
  let limit: LimitCause | undefined;
  if (options.incomplete !== undefined) problems.push(options.incomplete);
  else if (bytes.byteLength > options.limits.maxMessageBytes) limit = "LIMIT_MESSAGE_BYTES";
  else if (nestsDeeper(bytes, options.limits.maxNesting)) limit = "LIMIT_NESTING";
  else {
    const parsed = parseJson(raw);
    if (parsed.json !== undefined) message.json = parsed.json;
    problems.push(...parsed.problems);
  }
  if (limit) problems.push(limitProblem(limit, options.limits));
  if (problems.length > 0) message.problem = problems.join("; ");
  return limit ? { message, limit } : { message };
}

/** The JSON of `raw`, or why it is none; a leading byte order mark is passed over and said. */
export function parseJson(raw: string): { json?: Json; problems: string[] } {
  const hasMark = raw.startsWith("\ufeff");
  const text = hasMark ? raw.slice(1) : raw;
  const problems = hasMark ? ["starts with a byte order mark"] : [];
  try {
    return { json: JSON.parse(text) as Json, problems };
  } catch {
    // Node's own message differs from version to version.
    return {
      problems: [...problems, text.trim() === "" ? "empty" : `not JSON: begins with ${beginningOf(text)}`],
    };
  }
}

/** The mark says to whoever masks secrets that one may have been cut here. */
function beginningOf(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** SHA-256 of `data`, hex. */
export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * True when arrays and objects in the JSON text `bytes` nest deeper than `limit`. One pass without recursion, so that it
 * can run before the text is parsed or walked by anything that recurses.
 */
export function nestsDeeper(bytes: Uint8Array, limit: number): boolean {
  if (!startsLikeStructure(bytes)) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    // `[` and `{`, `]` and `}` differ from each other in one bit.
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return false;
}

/** False for text that cannot be a JSON array or object, such as HTML: its brackets mean nothing. */
export function startsLikeStructure(bytes: Uint8Array): boolean {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  for (let index = start; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return byte === 0x5b || byte === 0x7b;
  }
  return false;
}

/**
 * What `json` is by its shape: an object with `result` or `error`, or with an `id` and no `method`, counts as a
 * response, whatever else is wrong with it; with `method` it is a request (`id` present) or a notification.
 */
export function kindOf(json: Json | undefined): MessageKind {
  if (Array.isArray(json)) return "array";
  if (!isObject(json)) return "other";
  if (Object.hasOwn(json, "result") || Object.hasOwn(json, "error")) return "response";
  if (Object.hasOwn(json, "method")) return Object.hasOwn(json, "id") ? "request" : "notification";
  return Object.hasOwn(json, "id") ? "response" : "other";
}

/** True when two ids are equal in value and JSON type: `1` is not `"1"` (A05). */
export function sameId(one: Json, other: Json): boolean {
  if (typeof one !== typeof other) return false;
  if (typeof one !== "object") return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The message as a response to the request with `id`, or `undefined` when it is none. */
export function responseTo(id: Json, json: Json | undefined): JsonObject | undefined {
  if (kindOf(json) !== "response" || !isObject(json) || !Object.hasOwn(json, "id")) return undefined;
  return sameId(id, json.id as Json) ? json : undefined;
}

/** True when `json` is an array that holds a response to the request with `id` (which no revision allows, a batch apart). */
export function wrapsResponseTo(id: Json, json: Json | undefined): boolean {
  return Array.isArray(json) && json.some((item) => responseTo(id, item) !== undefined);
}
