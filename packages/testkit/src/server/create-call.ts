import { createHash } from "node:crypto";
import { type Era, isObject, META, member } from "@mcptest/pack";
import { askClient, type Session } from "../legacy/session.js";
import type { Message } from "../protocol/json-rpc.js";
import type { Call, HeaderMap } from "./call.js";
import type { Incoming } from "./incoming.js";

/**
 * The call behind a request. `cancelled` aborts when the client says so; a lost stream cancels a modern call too, and
 * no legacy one (contract A75, A100).
 */
export function createCall(
  message: Message & { kind: "request" },
  incoming: Incoming,
  era: Era,
  version: string,
  cancelled: AbortSignal,
  session: Session | undefined,
): Call {
  const { disconnected, emit, crash, transport, url, headers, scope } = incoming;
  const ownCapabilities = member(member(message.params, "_meta"), META.clientCapabilities);
  const gone = AbortSignal.any([cancelled, disconnected]);
  const signal = era === "modern" ? gone : cancelled;
  return {
    era,
    version,
    transport,
    method: message.method,
    id: message.id,
    params: message.params,
    declared: era === "legacy" ? (session?.declared ?? {}) : isObject(ownCapabilities) ? ownCapabilities : {},
    headers,
    ...(url === undefined ? {} : { url }),
    principal: principalOf(headers),
    connection: session ?? incoming.connection ?? scope,
    ...(session ? { session } : {}),
    signal,
    disconnected,
    emit: (outgoing) => {
      if (!signal.aborted) emit(outgoing);
    },
    send: emit,
    ask: (method, params) =>
      session
        ? askClient(session, { emit, gone }, method, params)
        : Promise.reject(new Error("Only a client with a legacy session can be asked")),
    standing() {
      const stream = session?.standing;
      if (!session || !stream) return undefined;
      return { ask: (method, params) => askClient(session, stream, method, params), emit: stream.emit };
    },
    crash,
  };
}

function principalOf(headers: HeaderMap): string {
  const authorization = headers.get("authorization");
  return authorization === undefined ? "anonymous" : createHash("sha256").update(authorization).digest("hex");
}
