import type { Exchange, Json, JsonObject, Negotiated, ReceivedMessage } from "@mcptest/pack";
import { exchangeWith, received, sent } from "./exchange.js";

/** The lane of a legacy server on stdio. */
export const STDIO_LEGACY: Partial<Negotiated> = { transport: "stdio", era: "legacy", protocolVersion: "2025-11-25" };
/** The lane of a modern one. */
export const STDIO_MODERN: Partial<Negotiated> = { transport: "stdio" };

/** Tags of an exchange of the lane. */
export function lane({ transport = "http", era = "modern", protocolVersion = "2026-07-28" }: Partial<Negotiated>) {
  return { lane: `${transport}-${era}-${protocolVersion}`, identity: "first" };
}

/** A request over HTTP on 2026-07-28, and what came for it. */
export function asked(
  came: Json | ReceivedMessage[],
  parts: Partial<Exchange> = {},
  on: Partial<Negotiated> = {},
): Exchange {
  const method = parts.method ?? "tools/list";
  const id = 7;
  const messages =
    Array.isArray(came) && came.every((each) => typeof each === "object" && each !== null && "raw" in each)
      ? (came as ReceivedMessage[])
      : [received(came as Json, { via: on.transport === "stdio" ? "line" : "body" })];
  const [first] = messages;
  const json = first?.json as JsonObject | undefined;
  return exchangeWith({
    tags: lane(on),
    transport: on.transport ?? "http",
    method,
    id,
    ...(on.transport === "stdio" ? {} : { status: 200 }),
    request: sent(JSON.stringify({ jsonrpc: "2.0", id, method })),
    ...(json?.id === id ? { response: json } : {}),
    messages,
    ...parts,
  });
}

/** What came on stdout without being asked. */
export function unasked(came: Json, number: number, on: Partial<Negotiated> = STDIO_MODERN): Exchange {
  const messages = [received(came, { via: "line" })];
  return exchangeWith({ tags: lane(on), transport: "stdio", number, outcome: "no-response", messages });
}

/** An error response with an id. */
export const error = (code: number, id: Json = 7): JsonObject => ({
  jsonrpc: "2.0",
  id,
  error: { code, message: "x" },
});
/** An error response without one. */
export const withoutId = (code: number): JsonObject => ({ jsonrpc: "2.0", error: { code, message: "x" } });
