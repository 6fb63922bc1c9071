import type { Connection, Exchange, Negotiated, PackHost, RequestSpec } from "@mcptest/pack";
import { askSteadily } from "../steady.js";

/** The request that opened the lane: the server answers it, and it changes nothing. */
export function safeMethod({ discovered }: Pick<Negotiated, "discovered">): string {
  return discovered ? "server/discover" : "tools/list";
}

/** Asks on a TCP connection of its own, so that no answer closes the connection of others. */
export function sendAlone(host: PackHost, connection: Connection, request: RequestSpec): Promise<Exchange> {
  return askSteadily(host, connection, { ...request, freshSocket: true });
}
