import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** One legacy session: a stdio process after `initialize`, or what a `Mcp-Session-Id` names. */
export interface Session {
  readonly id: string;
  readonly version: string;
  /** Capabilities that the client declared in `initialize`. */
  readonly declared: JsonObject;
  /** What waits for an answer of the client, by the id of the request. */
  readonly asked: Map<string, (result: JsonObject) => void>;
  nextId: number;
  /** URIs of `resources/subscribe`. */
  readonly watched: Set<string>;
  /** Level of `logging/setLevel`; absent until the client has set one. */
  logLevel?: string;
  /** Whether the client has sent `notifications/initialized`. */
  initialized: boolean;
  /** Whether it has been ended: by `DELETE`, by another `initialize`, or with its stream. */
  over: boolean;
  /** The stream that belongs to no request: stdout, or over HTTP that of a `GET` while it is open. */
  standing?: ClientStream;
}

/** A way to the client. */
export interface ClientStream {
  emit(message: JsonObject): void;
  /** Aborted when nothing gets through any more. */
  gone: AbortSignal;
}

/** Sends a request to the client over `stream` and gives its result. Rejects when the stream is gone first. */
export function askClient(
  session: Session,
  stream: ClientStream,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  session.nextId += 1;
  const id = `server-${session.nextId}`;
  return new Promise<JsonObject>((resolve, reject) => {
    session.asked.set(id, resolve);
    stream.gone.addEventListener("abort", () => reject(new Error("The stream is gone")), { once: true });
    stream.emit({ jsonrpc: "2.0", id, method, params });
  }).finally(() => session.asked.delete(id));
}

/** Takes the client's answer to a request of ours; an error counts as a cancelled question. Others are dropped. */
export function takeAnswer(session: Session, id: Json, message: JsonObject): void {
  const answer = typeof id === "string" ? session.asked.get(id) : undefined;
  const result = member(message, "result");
  answer?.(isObject(result) ? result : { action: "cancel" });
}

/** A new session of `version`. */
export function createSession(id: string, version: string, declared: JsonObject): Session {
  return {
    id,
    version,
    declared,
    asked: new Map(),
    nextId: 0,
    watched: new Set(),
    initialized: false,
    over: false,
  };
}

/** Makes `stream` the standing stream of `session` until it is gone. */
export function stand(session: Session, stream: ClientStream): void {
  session.standing = stream;
  stream.gone.addEventListener(
    "abort",
    () => {
      if (session.standing === stream) session.standing = undefined;
    },
    { once: true },
  );
}
