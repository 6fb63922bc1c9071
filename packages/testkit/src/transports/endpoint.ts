import type { IncomingMessage, ServerResponse } from "node:http";
import type { Dispatcher } from "../dispatcher.js";
import { writeHead } from "./http-reply.js";
import { isLocalOrigin } from "./http-request.js";

/** What the HTTP form of a server answers with: a request that has been read, and what it takes. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** The body; undefined when it was too large. */
  bytes: Buffer | undefined;
}

/** One form of HTTP: its path, and how a request to it is answered. */
export interface Endpoint {
  /** Path for clients to begin at. */
  path: string;
  answer(exchange: Exchange): Promise<void>;
}

/** What the forms of HTTP are built with. */
export interface EndpointContext {
  dispatcher: Dispatcher;
  /** Ends the server the hard way. */
  crash(): void;
}

/** Status of what no form of HTTP takes: a web page of another machine, a body that is too large (A57, A102, A112). */
export function commonRefusal({ request, bytes }: Exchange): number | undefined {
  if (!isLocalOrigin(request.headers.origin)) return 403;
  return bytes === undefined ? 413 : undefined;
}

/** Answers with a bare status, where a fault does not want the request to be taken all the same. True when it did. */
export function rejected({ dispatcher }: EndpointContext, exchange: Exchange, status: number | undefined): boolean {
  const { request, response } = exchange;
  const { hooks } = dispatcher.server;
  const final = status !== undefined && hooks.http.refuse ? hooks.http.refuse(status, request) : status;
  if (final === undefined) return false;
  writeHead(request, response, dispatcher.server, final, final === 405 ? { Allow: "POST" } : {});
  response.end();
  return true;
}
