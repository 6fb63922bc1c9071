import { type Exchange, header, type Json, member, type ReceivedMessage } from "@mcptest/pack";

/** What keeps the bytes of a message from being JSON in UTF-8. */
export interface Utf8Problem {
  kind: "encoding" | "byte-order-mark" | "no-json";
  came: string;
  fix: string;
}

/**
 * The violation of A01 that `message` shows. On stdout what is no JSON soils it (A31); over HTTP a body without a JSON
 * media type is what A55 is about, and what we did not read whole cannot be judged.
 */
export function utf8Problem(exchange: Exchange, message: ReceivedMessage, httpSse: boolean): Utf8Problem | undefined {
  const { problem = "", json, via } = message;
  const isNoJson = json === undefined;
  if (isNoJson && (via === "line" || !isDeclaredJson(exchange, message, httpSse))) return undefined;
  if (problem.includes("not valid UTF-8")) {
    return {
      kind: "encoding",
      came: "a message whose bytes are no valid UTF-8",
      fix: "write messages in UTF-8, whatever the encoding of the platform is",
    };
  }
  if (!isNoJson && problem.includes("byte order mark")) {
    return {
      kind: "byte-order-mark",
      came: "a message that begins with a byte order mark",
      fix: "write UTF-8 without a byte order mark; many JSON parsers refuse it",
    };
  }
  if (isNoJson && /(?:^|; )not JSON: /.test(problem)) {
    return { kind: "no-json", came: "text that is no JSON", fix: "answer a request with JSON alone" };
  }
  return undefined;
}

/**
 * The body of an answer to a request that says that it is JSON, or an event of a stream of messages; what is no JSON over
 * HTTP+SSE is a matter of A111.
 */
function isDeclaredJson({ id, status, headers }: Exchange, { via }: ReceivedMessage, httpSse: boolean): boolean {
  if (via === "event") return !httpSse;
  if (httpSse || id === undefined || status === undefined || status < 200 || status > 299) return false;
  const type = header(headers, "Content-Type")?.split(";")[0]?.trim().toLowerCase();
  return type === "application/json";
}

/** Stable words for what a message is about, where it may be no JSON. */
export function shownMethod({ method, request }: Exchange, json: Json | undefined): string {
  const own = member(json, "method");
  return method ?? (typeof own === "string" ? own.slice(0, 80) : request === null ? "unasked" : "stream");
}
