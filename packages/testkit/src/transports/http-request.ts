import type { IncomingMessage, ServerResponse } from "node:http";
import type { HeaderList } from "@mcptest/pack";
import type { HeaderMap } from "../server/call.js";

/** Bytes of one request body. */
const MAX_BODY = 4 * 1024 * 1024;

/** Web pages may reach the server only from this machine (A57). */
export function isLocalOrigin(origin: string | undefined): boolean {
  if (origin === undefined) return true;
  try {
    return ["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname);
  } catch {
    return false;
  }
}

/** The body, or undefined when it is too large. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size <= MAX_BODY) chunks.push(chunk as Buffer);
  }
  return size <= MAX_BODY ? Buffer.concat(chunks) : undefined;
}

/** The body as text; bytes that are no UTF-8 give text that is no JSON, and so a parse error. */
export function decodeBody(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return "";
  }
}

/** The headers as they were received. */
export function headerList(request: IncomingMessage): HeaderList {
  const { rawHeaders } = request;
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  ) as HeaderList;
}

/** The headers by lower-case name; Node joins those that come more than once. */
export function headerMap(request: IncomingMessage): HeaderMap {
  return new Map(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

/** Aborted when the client closes the connection before the response is complete. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
