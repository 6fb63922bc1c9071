import { ERROR } from "@mcptest/pack";
import { type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Incoming, InFlight } from "../server/incoming.js";
import type { Session } from "./session.js";
import { LEGACY_VERSION } from "./version.js";

/** A session with its requests in progress. */
export interface OpenSession {
  session: Session;
  inFlight: InFlight;
}

/** The legacy sessions of one server. */
export interface Sessions {
  /** The session that a message belongs to, or why it has none; the error carries its HTTP status (A94, A96, A97). */
  find(incoming: Pick<Incoming, "transport" | "scope" | "headers">): OpenSession | RpcError;
  keep(session: Session, incoming: Incoming): void;
  /** Ends the session that a `DELETE` names. Gives the HTTP status. */
  end(id: string | undefined): number;
}

/** A table of sessions: on stdio the process is the session, over HTTP a header names it. */
export function createSessions(): Sessions {
  const open = new Map<string, OpenSession>();
  return {
    find({ transport, scope, headers }) {
      if (transport === "stdio") {
        return scope.session ? { session: scope.session, inFlight: scope.inFlight } : refusal(400, "Not initialized");
      }
      const version = headers.get("mcp-protocol-version");
      if (version !== undefined && version !== LEGACY_VERSION) return refusal(400, "Unsupported MCP-Protocol-Version");
      const id = headers.get("mcp-session-id");
      if (id === undefined) return refusal(400, "Mcp-Session-Id is missing: call initialize first");
      return open.get(id) ?? refusal(404, "Session not found: call initialize again");
    },
    keep(session, { transport, scope }) {
      if (transport === "stdio") scope.session = session;
      else open.set(session.id, { session, inFlight: new Map() });
    },
    end(id) {
      if (id === undefined) return 400;
      const found = open.get(id);
      if (!found) return 404;
      open.delete(id);
      for (const controller of found.inFlight.values()) controller.abort();
      return 200;
    },
  };
}

function refusal(status: number, message: string): RpcError {
  return rpcError(ERROR.invalidRequest, message, { status });
}
