import { type Agent, type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Socket } from "node:net";
import type { HeaderList } from "@mcptest/pack";
import { type HttpFailure, httpFailure } from "./http-failure.js";
import { responseHeaders } from "./http-headers.js";

/** One HTTP request, down to its header lines. */
export interface HttpRequest {
  url: URL;
  method: string;
  headers: HeaderList;
  body?: string;
  agent: Agent | undefined;
}

/** What happens to a request, in this order; exactly one of `end` and `fail` comes last, or none after `destroy`. */
export interface HttpEvents {
  head(status: number, headers: HeaderList): void;
  chunk(bytes: Uint8Array): void;
  end(): void;
  fail(failure: HttpFailure): void;
}

/** A request under way. */
export interface HttpTransfer {
  /** The connection stands: bytes have gone out. */
  readonly connected: boolean;
  /** Ends the request or the response at once; no event comes afterwards. */
  destroy(): void;
}

/** Sends one request over node:http. Follows nothing, decodes nothing, never throws. */
export function sendHttpRequest(message: HttpRequest, events: HttpEvents): HttpTransfer {
  let connected = false;
  let inBody = false;
  let over = false;
  let request: ClientRequest | undefined;

  function fail(error: unknown): void {
    if (over) return;
    over = true;
    const reused = request?.reusedSocket ?? false;
    events.fail(httpFailure(error, { host: message.url.host, connected, reused, inBody }));
    request?.destroy();
  }

  function watch(socket: Socket): void {
    const secure = message.url.protocol === "https:";
    if (!socket.connecting && (!secure || request?.reusedSocket)) connected = true;
    else socket.once(secure ? "secureConnect" : "connect", () => (connected = true));
  }

  function read(response: IncomingMessage): void {
    inBody = true;
    response.on("data", (chunk: Uint8Array) => over || events.chunk(chunk));
    response.on("end", () => {
      if (over) return;
      over = true;
      events.end();
    });
    response.on("error", fail);
    response.on("close", () => fail(hangUp()));
    if (!over) events.head(response.statusCode ?? 0, responseHeaders(response.rawHeaders));
  }

  try {
    request = start(message);
    request.on("socket", watch);
    request.on("response", read);
    request.on("error", fail);
    // An answer such as 101 ends the connection without a response and without an error.
    request.on("close", () => inBody || fail(hangUp()));
    // As bytes: Node would write the header lines in the encoding of a text that goes out with them.
    request.end(message.body === undefined ? undefined : Buffer.from(message.body));
  } catch (error) {
    // Node refuses characters that cannot stand in a header line. The caller must have the transfer before the event.
    queueMicrotask(() => fail(error));
  }

  return {
    get connected() {
      return connected;
    },
    destroy() {
      // After its end the connection may carry another request already.
      if (over) return;
      over = true;
      request?.destroy();
    },
  };
}

function hangUp(): Error {
  return Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
}

function start({ url, method, headers, agent }: HttpRequest): ClientRequest {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return send({
    protocol: url.protocol,
    hostname: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port,
    path: url.pathname + url.search,
    method,
    // Given as lines, they go out in this order and case, duplicates included, and Node adds none.
    headers: headers as unknown as string[],
    agent: agent ?? false,
  });
}
