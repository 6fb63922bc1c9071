import type { Exchange, ExchangeTags, HeaderList, Negotiated, RequestSpec } from "@mcptest/pack";
import type { Outgoing, Target, WireConnection, WireOptions, WireStream } from "../wire/types.js";
import { laneId } from "./detector.js";
import { buildRequest, type RequestBase, sessionHeaders } from "./request.js";
import type { AnotherOptions, NegotiationOptions, Session } from "./types.js";

/** What a session is made from. */
export interface SessionSource {
  connection: WireConnection;
  negotiated: Negotiated;
  sessionId?: string;
  /** The connection is HTTP+SSE of 2024-11-05: one stream carries everything. */
  httpSse?: boolean;
  /** Exchange numbers of the detection or handshake. */
  evidence: number[];
  options: NegotiationOptions;
  wire: WireOptions;
  nextId: () => number;
  /** Opens another connection of the same era and version. */
  reopen(options: AnotherOptions & { target: Target }): Promise<Session>;
}

/** Makes the session of a connection whose era is known. */
export function createSession(source: SessionSource): Session {
  const { connection, negotiated, options, sessionId } = source;
  const { transport, era, protocolVersion } = negotiated;
  const lane = `${options.lanePrefix ?? ""}${laneId(transport, era, protocolVersion)}`;
  const base: RequestBase = {
    transport,
    era,
    protocolVersion,
    clientInfo: options.clientInfo,
    ...(sessionId !== undefined ? { sessionId } : {}),
    timeoutMs: source.wire.limits.requestTimeoutMs,
    nextId: source.nextId,
  };
  const tagsOf = (tags: Partial<ExchangeTags> = {}): ExchangeTags => {
    return { lane, identity: options.identity ?? "first", ...tags };
  };
  let closing: Promise<void> | undefined;

  return {
    wire: connection,
    negotiated,
    lane,
    evidence: source.evidence,
    request: (spec, tags, route): Promise<Exchange> => {
      const outgoing = buildRequest(base, spec, tagsOf(tags));
      return connection.send(route === undefined ? outgoing : { ...outgoing, route });
    },
    stream: (spec: RequestSpec, tags?: Partial<ExchangeTags>): WireStream => {
      return connection.open(buildRequest(base, spec, tagsOf(tags)));
    },
    respond: (body: string, tags?: Partial<ExchangeTags>): Promise<Exchange> => {
      return connection.send({ ...answerBase(base), body, tags: tagsOf(tags) });
    },
    standingStream(tags?: Partial<ExchangeTags>): WireStream | undefined {
      if (transport !== "http" || era !== "legacy" || source.httpSse) return undefined;
      const headers: HeaderList = [["Accept", "text/event-stream"], ...sessionHeaders(base)];
      const { timeoutMs } = base;
      return connection.open({ body: "", httpMethod: "GET", headers, timeoutMs, tags: tagsOf(tags) });
    },
    another: ({ target = connection.target, identity = options.identity, ...changes } = {}) => {
      return source.reopen({ target, identity, ...changes });
    },
    close() {
      closing ??= endSession(source, base, tagsOf());
      return closing;
    },
  };
}

/** What every answer to a request of the server has in common. Nothing answers it. */
function answerBase(base: RequestBase): Pick<Outgoing, "headers" | "timeoutMs"> {
  const headers: HeaderList = [
    ["Content-Type", "application/json"],
    ["Accept", "application/json, text/event-stream"],
    ...sessionHeaders(base),
  ];
  return { timeoutMs: base.timeoutMs, ...(base.transport === "http" ? { headers } : {}) };
}

/** Ends a legacy session that has an id, as a client SHOULD (A98), then the connection. */
async function endSession(
  { connection, options }: SessionSource,
  base: RequestBase,
  tags: ExchangeTags,
): Promise<void> {
  if (base.sessionId !== undefined && base.transport === "http") {
    await connection.send({
      body: "",
      httpMethod: "DELETE",
      headers: sessionHeaders(base),
      timeoutMs: options.nextMs,
      tags,
    });
  }
  await connection.close();
}
