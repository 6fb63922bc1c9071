import { ERROR, type Era, type JsonObject, MODERN_VERSIONS, member } from "@mcptest/pack";
import { answerLegacy } from "./legacy/answer.js";
import { initialize } from "./legacy/initialize.js";
import { type ClientStream, type Session, stand, takeAnswer } from "./legacy/session.js";
import { createSessions } from "./legacy/sessions.js";
import { answerModern } from "./modern/answer.js";
import {
  errorResponse,
  isRpcError,
  type Message,
  parseJson,
  type RpcError,
  readMessage,
  rpcError,
} from "./protocol/json-rpc.js";
import type { HeaderMap, Outcome } from "./server/call.js";
import type { MessageContext } from "./server/checks.js";
import { createCall } from "./server/create-call.js";
import { createScope, type Incoming, isLasting } from "./server/incoming.js";
import { eraOf, eraOfUnreadable } from "./server/opening.js";
import type { ServerOptions } from "./server/options.js";
import { createServer, type Server } from "./server/server.js";

/** The reference server without a transport: one raw message in, one outcome out. */
export interface Dispatcher {
  readonly server: Server;
  handle(incoming: Incoming): Promise<Outcome>;
  /**
   * Makes the stream of an HTTP `GET` the standing stream of its session, which it gives, or the HTTP status where that is
   * refused.
   */
  openStream(headers: HeaderMap, stream: ClientStream): Session | number;
  /** Ends the legacy session that an HTTP `DELETE` names. Gives the HTTP status. */
  endSession(id: string | undefined): number;
  /** Ends subscriptions with their completion result and stops all tasks. */
  close(): void;
}

type Request = Message & { kind: "request" };

/** Makes a reference server that is driven message by message. Throws on unknown names of faults. */
export function createDispatcher(options: ServerOptions = {}): Dispatcher {
  const server = createServer(options);
  const sessions = createSessions(server.versions);
  const { core } = server.policies;

  async function handle(incoming: Incoming): Promise<Outcome> {
    let message: Message;
    try {
      const json = parseJson(incoming.text);
      if (Array.isArray(json) && isBatch(json, incoming)) return await batch(json, incoming);
      message = readMessage(json);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      const context = contextOf(incoming, eraOfUnreadable(server.era, incoming));
      return server.hooks.unreadable({ status: 400, message: errorResponse(undefined, error) }, context);
    }
    return serve(message, incoming);
  }

  async function serve(message: Message, incoming: Incoming): Promise<Outcome> {
    const era = eraOf(server.era, message, incoming);
    if (message.kind === "request") return answer(message, incoming, era);
    const outcome = accept(message, incoming, era);
    return server.hooks.notified(message.json, outcome, contextOf(incoming, era));
  }

  /** What is known of a message that is no request. */
  function contextOf(incoming: Incoming, era: Era): MessageContext {
    const { transport, headers, emit, scope } = incoming;
    const session = era === "legacy" ? sessions.of(incoming)?.session : undefined;
    const version = era === "modern" ? (MODERN_VERSIONS[0] ?? "") : (session?.version ?? assumed(incoming));
    return { era, version, transport, headers, emit, connection: session ?? incoming.connection ?? scope };
  }

  /** Whether an array is a batch: one that is served in a session, or without one where that is how it is served. */
  function isBatch(list: unknown[], incoming: Incoming): boolean {
    if (list.length === 0 || server.era === "modern") return false;
    const context = contextOf(incoming, "legacy");
    const refused = sessions.refusal(incoming);
    if (refused && server.hooks.refusal(refused.check, refused.error, context)) return false;
    return core.batches(context.version);
  }

  /** Answers a batch: the responses in an array, or 202 where nothing in it asks for one (contract A09). */
  async function batch(list: unknown[], incoming: Incoming): Promise<Outcome> {
    const outcomes = await Promise.all(list.map((item) => serveOne(item, incoming)));
    const responses = outcomes.flatMap(({ message }) => (message === undefined ? [] : [message]));
    const outcome = responses.length > 0 ? { status: 200, message: responses } : { status: 202 };
    return server.hooks.batched(outcome, contextOf(incoming, "legacy"));
  }

  async function serveOne(item: unknown, incoming: Incoming): Promise<Outcome> {
    try {
      const message = readMessage(item);
      if (message.kind !== "request" || message.method !== "initialize") return await serve(message, incoming);
      const error = rpcError(ERROR.invalidRequest, "Invalid request: initialize is never part of a batch");
      return { status: 200, message: errorResponse(message.id, error) };
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return { status: 200, message: errorResponse(undefined, error) };
    }
  }

  async function answer(message: Request, incoming: Incoming, era: Era): Promise<Outcome> {
    const opening = era === "legacy" && message.method === "initialize";
    const inSession = era === "legacy" && !opening;
    const open = inSession ? sessions.of(incoming) : undefined;
    const refused = inSession ? sessions.refusal(incoming) : undefined;
    const inFlight = open?.inFlight ?? incoming.scope.inFlight;
    const cancelled = new AbortController();
    inFlight.set(message.id, cancelled);
    const version = opening ? negotiated(message) : contextOf(incoming, era).version;
    const call = createCall(message, incoming, era, version, cancelled.signal, open?.session);
    try {
      const outcome = await server.hooks.around(call, async () => {
        if (era === "modern") return answerModern(server, call);
        if (opening) return initialize(server, call, isLasting(incoming), (session) => keep(session, incoming));
        return answerLegacy(server, call, refused);
      });
      // What the client has cancelled is not answered any more.
      return cancelled.signal.aborted ? { status: 200 } : outcome;
    } finally {
      inFlight.delete(message.id);
    }
  }

  function negotiated(message: Request): string {
    const requested = member(message.params, "protocolVersion");
    return core.negotiate(typeof requested === "string" ? requested : "", server.legacyVersions);
  }

  function keep(session: Session, incoming: Incoming): void {
    sessions.keep(session, incoming);
    for (const extension of server.extensions) extension.opened?.(session);
    server.hooks.opened(session);
  }

  /** Takes a notification or a response: 202, or over HTTP the reason why not. */
  function accept(message: Exclude<Message, Request>, incoming: Incoming, era: Era): Outcome {
    const refused = era === "legacy" ? sessions.refusal(incoming) : undefined;
    if (refused) {
      const changed = server.hooks.refusal(refused.check, refused.error, contextOf(incoming, era));
      if (changed) return unaccepted(changed, incoming);
    }
    const found = era === "legacy" ? sessions.of(incoming) : undefined;
    if (message.kind === "response") {
      if (!found) return unaccepted(noResponses(), incoming);
      takeAnswer(found.session, message.id, message.json);
    } else if (message.method === "notifications/initialized") {
      if (found) found.session.initialized = true;
    } else if (message.method === "notifications/cancelled" && core.cancels) {
      cancel(message.params, found?.inFlight ?? incoming.scope.inFlight);
    }
    return { status: 202 };
  }

  function openStream(headers: HeaderMap, stream: ClientStream): Session | number {
    const { questions, statusNotification } = server.policies.tasks;
    const used = server.kind === "generic" || questions === "at-once" || statusNotification !== undefined;
    if (server.era === "modern" || !used) return 405;
    const place = { transport: "http", scope: createScope(), headers } as const;
    const refused = sessions.refusal(place);
    const found = sessions.of(place);
    if (refused || !found) return refused?.error.status ?? 404;
    stand(found.session, stream);
    return found.session;
  }

  return { server, handle, openStream, endSession: (id) => sessions.end(id), close: () => server.close() };
}

/** The legacy revision of a message that belongs to no session: over HTTP its header tells, or its absence (A94). */
function assumed({ headers, transport }: Incoming): string {
  return transport === "http" ? (headers.get("mcp-protocol-version") ?? "2025-03-26") : "";
}

/** Aborts the request that a `notifications/cancelled` names. */
function cancel(params: JsonObject, inFlight: ReadonlyMap<string | number, AbortController>): void {
  const id = member(params, "requestId");
  if (typeof id === "string" || typeof id === "number") inFlight.get(id)?.abort();
}

function unaccepted(error: RpcError, incoming: Incoming): Outcome {
  if (incoming.transport === "stdio") return { status: 202 };
  return { status: error.status ?? 400, message: errorResponse(undefined, error) };
}

function noResponses(): RpcError {
  return rpcError(ERROR.invalidRequest, "Invalid request: a client sends no responses here");
}
