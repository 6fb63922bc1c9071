import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { JsonObject } from "@mcptest/pack";

/** What came back for one HTTP request. */
export interface HttpAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as it was received. */
  text: string;
  /** JSON-RPC messages of the body, in order. */
  messages: JsonObject[];
}

/** A response of which the head has come and whose events are still arriving. */
export interface HttpStream {
  status: number;
  headers: IncomingHttpHeaders;
  /** The next message, or undefined at the end. */
  next(): Promise<JsonObject | undefined>;
  /** The rest, once the response has ended. */
  rest(): Promise<HttpAnswer>;
  /** Closes the connection. */
  close(): void;
}

const ACCEPT = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** Sends `body` and gives the response as soon as its head is there. `agent`: whose socket is used; default: a new one. */
export function openHttp(
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  method = "POST",
  agent: Agent | false = false,
): Promise<HttpStream> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: { ...ACCEPT, ...headers }, agent });
    sent.once("error", reject);
    sent.once("response", (response) => resolve(streamOf(response, () => sent.destroy())));
    sent.end(body);
  });
}

/** Sends `message` and gives the whole answer. */
export async function post(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
  agent: Agent | false = false,
): Promise<HttpAnswer> {
  const stream = await openHttp(
    url,
    typeof message === "string" || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    headers,
    "POST",
    agent,
  );
  return stream.rest();
}

function streamOf(response: IncomingMessage, close: () => void): HttpStream {
  const { statusCode: status = 0, headers } = response;
  const sse = headers["content-type"] === "text/event-stream";
  const messages: JsonObject[] = [];
  let text = "";
  let read = 0;
  let ended = false;
  let wake = () => {};
  response.setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    if (sse) messages.splice(0, messages.length, ...eventsOf(text));
    wake();
  });
  const over = () => {
    ended = true;
    if (!sse && text.startsWith("{")) messages.push(JSON.parse(text));
    wake();
  };
  response.once("end", over);
  response.once("error", () => {
    ended = true;
    wake();
  });
  const change = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
    });
  return {
    status,
    headers,
    async next() {
      while (read >= messages.length && !ended) await change();
      read += 1;
      return messages[read - 1];
    },
    async rest() {
      while (!ended) await change();
      return { status, headers, text, messages };
    },
    close,
  };
}

function eventsOf(text: string): JsonObject[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .map((event) => JSON.parse(event.replace(/^event: message\ndata: /, "")));
}
