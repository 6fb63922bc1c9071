import { ERROR, type Era, member } from "@mcptest/pack";
import { answerLegacy } from "./legacy/answer.js";
import { initialize } from "./legacy/initialize.js";
import { type ClientStream, stand, takeAnswer } from "./legacy/session.js";
import { createSessions } from "./legacy/sessions.js";
import { answerModern } from "./modern/answer.js";
import { errorResponse, isRpcError, type Message, type RpcError, readMessage, rpcError } from "./protocol/json-rpc.js";
import type { HeaderMap, Outcome } from "./server/call.js";
import { createCall } from "./server/create-call.js";
import { createScope, type Incoming } from "./server/incoming.js";
import { eraOf } from "./server/opening.js";
import type { ServerOptions } from "./server/options.js";
import { createServer, type Server } from "./server/server.js";

/** The reference server without a transport: one raw message in, one outcome out. */
export interface Dispatcher {
  readonly server: Server;
  handle(incoming: Incoming): Promise<Outcome>;
  /** Makes the stream of an HTTP `GET` the standing stream of its session. Gives the HTTP status where that is refused. */
  openStream(headers: HeaderMap, stream: ClientStream): number | undefined;
  /** Ends the legacy session that an HTTP `DELETE` names. Gives the HTTP status. */
  endSession(id: string | undefined): number;
  /** Ends subscriptions with their completion result and stops all tasks. */
  close(): void;
}

type Request = Message & { kind: "request" };

/** Makes a reference server that is driven message by message. Throws on unknown names of faults. */
export function createDispatcher(options: ServerOptions = {}): Dispatcher {
  const server = createServer(options);
  const sessions = createSessions();

  async function handle(incoming: Incoming): Promise<Outcome> {
    let message: Message;
    try {
      message = readMessage(incoming.text);
    } catch (error) {
      if (!isRpcError(error)) throw error;
      return { status: 400, message: errorResponse(undefined, error) };
    }
    const era = eraOf(server.era, message, incoming);
    return message.kind === "request" ? answer(message, incoming, era) : accept(message, incoming, era);
  }

  async function answer(message: Request, incoming: Incoming, era: Era): Promise<Outcome> {
    const opening = era === "legacy" && message.method === "initialize";
    const found = era === "legacy" && !opening ? sessions.find(incoming) : undefined;
    const refused = isRpcError(found) ? found : undefined;
    const open = isRpcError(found) ? undefined : found;
    const inFlight = open?.inFlight ?? incoming.scope.inFlight;
    const cancelled = new AbortController();
    inFlight.set(message.id, cancelled);
    const call = createCall(message, incoming, era, cancelled.signal, open?.session);
    try {
      const outcome = await server.hooks.around(call, async () => {
        if (era === "modern") return answerModern(server, call);
        if (opening) return initialize(server, call, (session) => sessions.keep(session, incoming));
        return answerLegacy(server, call, refused);
      });
      // What the client has cancelled is not answered any more.
      return cancelled.signal.aborted ? { status: 200 } : outcome;
    } finally {
      inFlight.delete(message.id);
    }
  }

  /** Takes a notification or a response: 202, or over HTTP the reason why not. */
  function accept(message: Exclude<Message, Request>, incoming: Incoming, era: Era): Outcome {
    const found =
      era === "legacy" ? sessions.find(incoming) : { inFlight: incoming.scope.inFlight, session: undefined };
    if (isRpcError(found)) return unaccepted(found, incoming);
    if (message.kind === "response") {
      if (!found.session) return unaccepted(noResponses(), incoming);
      takeAnswer(found.session, message.id, message.json);
    } else if (message.method === "notifications/cancelled") {
      const id = member(message.params, "requestId");
      if (typeof id === "string" || typeof id === "number") found.inFlight.get(id)?.abort();
    }
    return { status: 202 };
  }

  function openStream(headers: HeaderMap, stream: ClientStream): number | undefined {
    const { questions, statusNotification } = server.policies.tasks;
    if (server.era === "modern" || (questions !== "at-once" && !statusNotification)) return 405;
    const found = sessions.find({ transport: "http", scope: createScope(), headers });
    if (isRpcError(found)) return found.status;
    stand(found.session, stream);
    return undefined;
  }

  return { server, handle, openStream, endSession: (id) => sessions.end(id), close: () => server.close() };
}

function unaccepted(error: RpcError, incoming: Incoming): Outcome {
  if (incoming.transport === "stdio") return { status: 202 };
  return { status: error.status ?? 400, message: errorResponse(undefined, error) };
}

function noResponses(): RpcError {
  return rpcError(ERROR.invalidRequest, "Invalid request: a client sends no responses here");
}
