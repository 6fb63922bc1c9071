import {
  type Connection,
  type Exchange,
  type ExchangeTags,
  type HeaderList,
  isUnavailable,
  type ProcessEnd,
  type Stream,
  type Unavailable,
  unavailable,
} from "@mcptest/pack";
import type { AnotherOptions, Session } from "../negotiation/types.js";
import type { Target, WireStream } from "../wire/types.js";
import { within } from "../wire/within.js";
import { howItEnded } from "./lane-trouble.js";
import { targetOfSecondIdentity } from "./second-identity.js";
import { createServerRequests, type ServerRequests } from "./server-requests.js";
import { openStandingStream } from "./standing-stream.js";

/** Connections that one pack may have open on one lane, the shared one included. */
const MAX_CONNECTIONS = 64;
/** Streams that one pack may have open on one lane. */
const MAX_STREAMS = 256;
/** Processes of one pack that may be ending while it goes on. */
const MAX_ENDING = 8;

/** Whose credentials a connection carries. */
export type Identity = "first" | "second";

/** What is behind a connection handle. */
export interface OpenConnection {
  session: Session;
  identity: Identity;
  /** The requests of the server, where the pack takes them. */
  requests?: ServerRequests;
}

/** What a new connection has of its own. */
export interface OwnConnection
  extends Pick<AnotherOptions, "capabilities" | "initializeTags" | "era" | "protocolVersion" | "handshake"> {
  identity: Identity;
  /** The requests of the server wait for the pack (legacy eras). */
  takeRequests?: boolean;
  /** Connects to this target in place of that of the lane. */
  also?: Target;
  /** Tags of the stream of the server's own messages. */
  tags?: Partial<ExchangeTags>;
}

/** What is behind a stream handle. */
export interface OpenStream {
  stream: WireStream;
  session: Session;
}

/** The handles of one pack on one lane: plain ids outside, connections and streams inside. */
export interface Handles {
  shared: Connection;
  /** Opens a new connection (stdio: a new process) of the same era and version. */
  another(own: OwnConnection): Promise<Connection>;
  /** The one connection of the second identity that is kept for all who ask. */
  second(): Promise<Connection>;
  /** Throws an `Unavailable` for a handle that is not open. */
  connection(handle: Connection): OpenConnection;
  /** The requests of the server on a connection that takes them, while it is open. */
  requests(handle: Connection): ServerRequests | undefined;
  /** Opens a stream on `session` by `start`. Throws an `Unavailable` when too many are open. */
  listen(session: Session, start: () => WireStream): Stream;
  /** Ends the input of an own stdio connection, waits for its process, and closes it. */
  endInput(handle: Connection, withinMs: number): Promise<ProcessEnd>;
  stream(handle: Stream): OpenStream | undefined;
  /** Closes what a handle stands for. Shared connections, also the second identity's, stay open; unknown handles are ignored. */
  close(id: string): Promise<void>;
  /** Closes everything that is still open, and what is still being opened once it is. */
  closeAll(): Promise<void>;
}

/** Makes the handles of one pack. `opened` learns the id of each new connection. */
export function createHandles(
  shared: Session,
  secondIdentity: HeaderList | undefined,
  opened: (connection: string) => void,
): Handles {
  const connections = new Map<string, OpenConnection>([[shared.wire.id, { session: shared, identity: "first" }]]);
  const streams = new Map<string, OpenStream>();
  /** Ids of the connections that everybody is given who asks: one check must not close them for the others. */
  const kept = new Set([shared.wire.id]);
  let second: Promise<Connection> | undefined;
  let opening = 0;
  let lastStream = 0;
  let closed = false;
  /** Processes that are being ended while their pack goes on. */
  const ending = new Set<Promise<void>>();

  function handleOf(session: Session, identity: Identity): Connection {
    return { id: session.wire.id, identity, negotiated: structuredClone(session.negotiated) };
  }

  async function another({ identity, takeRequests, tags, also, ...own }: OwnConnection): Promise<Connection> {
    if (connections.size + opening >= MAX_CONNECTIONS) {
      throw limit(`a pack has at most ${MAX_CONNECTIONS} connections open at once`);
    }
    const target = identity === "second" ? targetOfSecondIdentity(shared.wire.target, secondIdentity) : undefined;
    const requests = takeRequests && shared.negotiated.era === "legacy" ? createServerRequests() : undefined;
    opening++;
    try {
      const detects = also ? { target: also, lanePrefix: "also-" } : { target };
      const session = await connectAgain(shared, { ...detects, identity, ...own, onServerRequest: requests?.take });
      connections.set(session.wire.id, { session, identity, ...(requests ? { requests } : {}) });
      opened(session.wire.id);
      if (requests) {
        void session.wire.exited.then(requests.end);
        await openStandingStream(session, { ...tags, identity });
      }
      if (closed) await closeConnection(session.wire.id);
      return handleOf(session, identity);
    } finally {
      opening--;
    }
  }

  async function closeConnection(id: string): Promise<void> {
    const open = connections.get(id);
    if (!open || open.session === shared) return;
    connections.delete(id);
    open.requests?.end();
    await open.session.close();
  }

  /**
   * Closes a connection. Nobody waits for the end of its process, which may ignore the end of its input for seconds, but for
   * that of an older one where too many are ending.
   */
  async function closeAside(id: string): Promise<void> {
    if (connections.get(id)?.session.wire.transport !== "stdio") return await closeConnection(id);
    const end = closeConnection(id).catch(() => {});
    ending.add(end);
    void end.then(() => ending.delete(end));
    if (ending.size > MAX_ENDING) await Promise.race(ending);
  }

  async function endInput(handle: Connection, withinMs: number): Promise<ProcessEnd> {
    const open = connections.get(handle.id);
    if (!open) throw unavailable(`the connection ${handle.id} is not open`, { origin: "pack" });
    const { wire } = open.session;
    if (wire.transport !== "stdio" || kept.has(handle.id)) {
      throw unavailable("only the input of an own stdio connection can be ended", { origin: "pack" });
    }
    wire.endInput();
    await within(withinMs, wire.exited);
    const end = wire.exit ? { code: wire.exit.code, signal: wire.exit.signal } : "running";
    await closeAside(handle.id);
    return end;
  }

  async function closeStream(id: string): Promise<void> {
    const open = streams.get(id);
    if (!open) return;
    streams.delete(id);
    const exchange = open.stream.snapshot();
    await open.stream.close();
    const ended = exchange.response !== undefined || exchange.outcome === "closed";
    if (!ended) await cancelRequest(open.session, exchange);
  }

  return {
    shared: handleOf(shared, "first"),
    another,
    second() {
      second ??= another({ identity: "second" }).then((connection) => {
        kept.add(connection.id);
        return connection;
      });
      return second;
    },
    connection(handle) {
      const open = connections.get(handle.id);
      if (!open) throw unavailable(`the connection ${handle.id} is not open`, { origin: "pack" });
      return open;
    },
    requests: (handle) => connections.get(handle.id)?.requests,
    listen(session, start) {
      if (streams.size >= MAX_STREAMS) throw limit(`a pack has at most ${MAX_STREAMS} streams open at once`);
      const stream = start();
      const id = `stream-${++lastStream}`;
      streams.set(id, { stream, session });
      return { id, exchange: stream.exchange };
    },
    endInput,
    stream: (handle) => streams.get(handle.id),
    async close(id) {
      if (streams.has(id)) await closeStream(id);
      else if (!kept.has(id)) await closeAside(id);
    },
    async closeAll() {
      closed = true;
      await Promise.allSettled([...streams.keys()].map(closeStream));
      await Promise.allSettled([...connections.keys()].map(closeConnection));
      await Promise.allSettled(ending);
    },
  };
}

/** Another connection. Why there is none is no fault of the pack that asked for it. */
async function connectAgain(shared: Session, options: AnotherOptions): Promise<Session> {
  try {
    return await shared.another(options);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    const [why] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw unavailable(`no other connection could be opened: ${why}`, { origin: "environment" });
  }
}

/** Milliseconds for a cancellation: it is not answered, and a server that reads nothing takes none. */
const CANCEL_MS = 2_000;

/**
 * Tells the server that nobody waits for the answer to a request any more (A40). On a modern HTTP lane the end of its
 * stream has said so already; on stdio and on legacy revisions (A100) it takes a notification.
 */
export async function cancelRequest(session: Session, { transport, id, tags }: Exchange): Promise<void> {
  const isToldByStream = transport === "http" && session.negotiated.era === "modern";
  if (id === undefined || isToldByStream || session.wire.exit !== undefined) return;
  await session.request(
    { method: "notifications/cancelled", params: { requestId: id }, notification: true, timeoutMs: CANCEL_MS },
    { pack: tags.pack, check: tags.check, identity: tags.identity },
  );
}

/** The reason why nothing can be asked on a connection of one's own whose process has ended. */
export function endedConnection({ session }: OpenConnection): Unavailable {
  return unavailable(`the server process of connection ${session.wire.id} ended${howItEnded(session.wire)}`, {
    origin: "environment",
  });
}

function limit(what: string): Unavailable {
  return unavailable(what, { origin: "host" });
}
