import type { JsonObject } from "@mcptest/pack";
import type { ServerOptions } from "../server/options.js";
import { startHttpServer } from "../transports/http.js";
import { post } from "./http-client.js";

/** Starts a server that speaks HTTP+SSE and opens its stream: the events of it, and a way to POST to its endpoint. */
export async function connectSse(options: ServerOptions = {}) {
  const server = await startHttpServer({ kind: "generic", http: "sse", ...options });
  const response = await fetch(server.url, { headers: { Accept: "text/event-stream" } });
  const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const event = async (): Promise<{ name: string; data: string }> => {
    while (!text.includes("\n\n")) {
      const { value, done } = await reader.read();
      if (done) throw new Error("The stream has ended");
      text += value;
    }
    const end = text.indexOf("\n\n");
    const [, name = "", data = ""] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
    text = text.slice(end + 2);
    return { name, data };
  };
  const next = async () => {
    const { name, data } = await event();
    if (name !== "message") throw new Error(`The event is ${name}: ${data}`);
    return JSON.parse(data) as JsonObject;
  };
  const first = await event();
  const endpoint = new URL(first.data, server.url).href;
  const send = (message: JsonObject, headers = {}) => post(endpoint, message, headers);
  return { server, response, first, endpoint, send, next, reader };
}
