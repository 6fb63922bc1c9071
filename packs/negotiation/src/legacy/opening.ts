import {
  type Connection,
  type Exchange,
  errorOf,
  header,
  type JsonObject,
  member,
  type PackContext,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import { VERSION } from "../version.js";

/** An `initialize` of our own, on a connection on which nothing was said before. */
export interface OpeningSpec {
  /** Revision that is asked for. */
  version: string;
  /** Client capabilities. Default: none. */
  capabilities?: JsonObject;
  /** Which rule it breaks on purpose. */
  defect?: string;
}

/** What came for it. */
export interface Opening {
  connection: Connection;
  exchange: Exchange;
  /** `protocolVersion` of the result, where it is a string. */
  version?: string;
  /** Value of `Mcp-Session-Id`, as far as this pack may see it. */
  sessionId?: string;
}

/** What stands for a session id where records are masked, as they are for a pack in a process of its own. */
export const MASKED = "[redacted]";

/** First revision whose requests over HTTP carry `MCP-Protocol-Version`. */
export const REVISED = "2025-06-18";

/** Milliseconds for the end of a session. */
const END_MS = 5_000;

type Access = Pick<PackContext, "host">;

/**
 * Sends `initialize` on a new connection (stdio: to a new process) and gives what came to `use`; afterwards the session is
 * ended and the connection closed. `notifications/initialized` is not sent.
 */
export async function withOpening<T>(
  { host }: Access,
  { version, capabilities = {}, defect }: OpeningSpec,
  use: (opening: Opening) => T | Promise<T>,
): Promise<T> {
  const connection = await host.open({ fresh: true, handshake: false });
  try {
    const clientInfo = { name: "mcptest", version: VERSION };
    const exchange = await host.exchange(connection, {
      method: "initialize",
      params: { protocolVersion: version, capabilities, clientInfo },
      ...(defect === undefined ? {} : { defect }),
    });
    const opening = read(connection, exchange);
    const result = await use(opening);
    await end({ host }, opening);
    return result;
  } finally {
    await host.close(connection);
  }
}

function read(connection: Connection, exchange: Exchange): Opening {
  const version = member(resultOf(exchange), "protocolVersion");
  const sessionId = header(exchange.headers, "Mcp-Session-Id");
  return {
    connection,
    exchange,
    ...(typeof version === "string" ? { version } : {}),
    ...(sessionId === undefined ? {} : { sessionId }),
  };
}

/** The headers that tie a request to the session of `opening`. */
export function sessionHeaders({ version, sessionId }: Opening): NonNullable<RequestSpec["headers"]> {
  return {
    "MCP-Protocol-Version": version !== undefined && version >= REVISED ? version : null,
    ...(sessionId === undefined || sessionId === MASKED ? {} : { "Mcp-Session-Id": sessionId }),
  };
}

/** Ends the session that was opened, as a client should that needs it no more (A98). */
async function end({ host }: Access, opening: Opening): Promise<void> {
  const { connection, sessionId, exchange } = opening;
  if (sessionId === undefined || sessionId === MASKED || errorOf(exchange)) return;
  await host.exchange(connection, {
    ...{ method: "DELETE", httpMethod: "DELETE", headers: sessionHeaders(opening), timeoutMs: END_MS },
  });
}
