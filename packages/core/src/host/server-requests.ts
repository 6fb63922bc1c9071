import type { Exchange, Json, JsonObject, ServerAnswer, ServerRequest } from "@mcptest/pack";
import { createMessageQueue } from "../wire/message-queue.js";
import { defaultReply } from "../wire/server-request.js";
import type { ServerRequestHandler } from "../wire/types.js";

/** Requests of the server that may be unanswered at once on one connection; more of them get the answer of the host. */
const MAX_OPEN = 256;
/** Characters of all of them together. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** The requests of the server on one connection, for the pack that takes them. */
export interface ServerRequests {
  /** For the wire: keeps a request and stays silent. `ping`, and what there is no room for, is answered at once. */
  take: ServerRequestHandler;
  /** The next one, each once; `ended` when nothing more will come. */
  next(withinMs: number): Promise<ServerRequest | "timeout" | "ended">;
  /** The message that answers `request`, or `undefined` when no request with its id waits for an answer. */
  answer(request: ServerRequest, answer: ServerAnswer): string | undefined;
  /** Nothing more will come, and nothing is answered any more. */
  end(): void;
}

/** Makes the inbox of one connection. */
export function createServerRequests(): ServerRequests {
  const queue = createMessageQueue<ServerRequest>();
  /** Text of the id of each request without an answer, and its size. */
  const open: { id: string; characters: number }[] = [];
  let characters = 0;
  let ended = false;

  function keep(message: JsonObject, exchange: Exchange | undefined): boolean {
    if (ended || exchange === undefined || open.length >= MAX_OPEN) return false;
    const { id, method, params } = message;
    const entry = { id: JSON.stringify(id), characters: JSON.stringify(message).length };
    if (characters + entry.characters > MAX_CHARACTERS) return false;
    characters += entry.characters;
    open.push(entry);
    const request = { id: id as Json, method: method as string, exchange: exchange.number };
    queue.push(params === undefined ? request : { ...request, params });
    return true;
  }

  return {
    take(message, exchange) {
      const isForPack = typeof message.method === "string" && message.method !== "ping";
      return isForPack && keep(message, exchange) ? undefined : defaultReply(message);
    },
    next: (withinMs) => queue.next(withinMs),
    answer({ id }, answer) {
      const text = JSON.stringify(id);
      const place = open.findIndex((entry) => entry.id === text);
      if (place === -1) return undefined;
      // Exactly one of the two members that an answer has: nothing else of what a pack gives is sent.
      const body = "result" in answer ? { result: answer.result } : { error: answer.error };
      const [entry] = open.splice(place, 1);
      characters -= entry?.characters ?? 0;
      return JSON.stringify({ jsonrpc: "2.0", id, ...body });
    },
    end() {
      ended = true;
      open.length = 0;
      queue.end();
    },
  };
}
