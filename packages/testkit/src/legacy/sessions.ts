import { ERROR } from "@mcptest/pack";
import { type RpcError, rpcError } from "../protocol/json-rpc.js";
import type { Check } from "../server/checks.js";
import { type Incoming, type InFlight, isLasting } from "../server/incoming.js";
import type { Session } from "./session.js";
import { REVISED } from "./version.js";

/** A session with its requests in progress. */
export interface OpenSession {
  session: Session;
  inFlight: InFlight;
}

/** Why a message belongs to no session. The error carries its HTTP status (A94, A96, A97). */
export interface NoSession {
  check: Check;
  error: RpcError;
}

type Place = Pick<Incoming, "transport" | "scope" | "headers">;

/** The legacy sessions of one server. */
export interface Sessions {
  /** The session that a message belongs to, whatever else is wrong with it. */
  of(place: Place): OpenSession | undefined;
  /** Why a message cannot be served in a session. */
  refusal(place: Place): NoSession | undefined;
  keep(session: Session, incoming: Incoming): void;
  /** Ends the session that a `DELETE` names. Gives the HTTP status. */
  end(id: string | undefined): number;
}

/** A table of sessions: a stdio process or a stream of HTTP+SSE is one, with Streamable HTTP a header names it. */
export function createSessions(versions: readonly string[]): Sessions {
  const open = new Map<string, OpenSession>();

  function of(place: Place): OpenSession | undefined {
    const { scope, headers } = place;
    if (!isLasting(place)) return open.get(headers.get("mcp-session-id") ?? "");
    return scope.session ? { session: scope.session, inFlight: scope.inFlight } : undefined;
  }

  return {
    of,
    refusal(place) {
      const found = of(place);
      if (isLasting(place)) return found ? undefined : refused("initialized", 400, "Not initialized");
      const { headers } = place;
      const version = headers.get("mcp-protocol-version");
      const revised = found === undefined || found.session.version >= REVISED;
      if (version !== undefined && revised && !versions.includes(version)) {
        return refused("session-version", 400, "Unsupported MCP-Protocol-Version");
      }
      if (!headers.has("mcp-session-id")) {
        return refused("session-header", 400, "Mcp-Session-Id is missing: call initialize first");
      }
      return found ? undefined : refused("session", 404, "Session not found: call initialize again");
    },
    keep(session, incoming) {
      const { scope } = incoming;
      if (!isLasting(incoming)) {
        open.set(session.id, { session, inFlight: new Map() });
        return;
      }
      if (scope.session) scope.session.over = true;
      scope.session = session;
    },
    end(id) {
      if (id === undefined) return 400;
      const found = open.get(id);
      if (!found) return 404;
      open.delete(id);
      found.session.over = true;
      for (const controller of found.inFlight.values()) controller.abort();
      return 200;
    },
  };
}

function refused(check: Check, status: number, message: string): NoSession {
  return { check, error: rpcError(ERROR.invalidRequest, message, { status }) };
}
