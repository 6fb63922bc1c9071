import { unavailable } from "@mcptest/pack";
import type { Session } from "../negotiation/types.js";
import type { RecordedLane, RecordedServer } from "../report/recorded.js";
import type { Target, WireConnection } from "../wire/types.js";

/** The session of a recorded lane: it tells what was negotiated, and sends nothing. `evidence` are all its exchanges. */
export function offlineSession(server: RecordedServer, lane: RecordedLane, evidence: number[]): Session {
  const wire: WireConnection = {
    id: lane.connection,
    transport: server.transport,
    target: targetOf(server),
    send: () => Promise.reject(nothingSent()),
    open: refuse,
    onServerRequest: () => {},
    exit: undefined,
    exited: new Promise(() => {}),
    stderrTail: () => [],
    talk: () => undefined,
    endInput: () => {},
    close: () => Promise.resolve(),
  };
  return {
    wire,
    negotiated: lane.negotiated,
    lane: lane.id,
    evidence,
    request: () => Promise.reject(nothingSent()),
    stream: refuse,
    respond: () => Promise.reject(nothingSent()),
    standingStream: () => undefined,
    another: () => Promise.reject(nothingSent()),
    close: () => Promise.resolve(),
  };
}

function targetOf({ name, target, transport }: RecordedServer): Target {
  return transport === "http"
    ? { kind: "http", name, url: target, headers: [] }
    : { kind: "stdio", name, command: target, args: [] };
}

function nothingSent() {
  return unavailable("there is a transcript and no server", { origin: "host" });
}

function refuse(): never {
  throw nothingSent();
}
