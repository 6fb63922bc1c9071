import type { ServerResponse } from "node:http";
import type { Json } from "@mcptest/pack";
import type { Outcome } from "../server/call.js";
import type { Server } from "../server/server.js";
import { createPieceWriter } from "./pieces.js";

/** The answer to one request, in the form that fits: a JSON body, or a stream once something is sent ahead. */
export interface HttpReply {
  /** Opens the stream before there is anything to send. */
  open(): void;
  /** Opens the stream if need be and sends `message` on it. */
  emit(message: Json): void;
  finish(outcome: Outcome): void;
}

/** One SSE event with the message `text`. */
function event(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/** Answers over `response`. */
export function createHttpReply(response: ServerResponse, server: Server): HttpReply {
  const { hooks, answers } = server;
  const cut = (text: string) => hooks.http.cut?.(Buffer.from(text)) ?? [Buffer.from(text)];
  const frame = hooks.http.event ?? ((text: string) => [event(text)]);
  let streaming = false;
  const writer = createPieceWriter((piece, done) => {
    if (response.destroyed) done(new Error("The client has gone"));
    else response.write(piece, done);
  });

  function open(headers: Record<string, string> = {}): void {
    if (streaming) return;
    streaming = true;
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache",
      "X-Accel-Buffering": "no",
      ...headers,
    });
    response.flushHeaders();
    if (hooks.http.prologue) writer.write(cut(hooks.http.prologue));
  }

  function send(message: Json): void {
    for (const piece of frame(hooks.encode(JSON.stringify(message)))) writer.write(cut(piece));
  }

  return {
    open: () => open(),
    emit(message) {
      open();
      send(message);
    },
    finish(outcome) {
      const {
        status,
        headers = {},
        message,
        text,
        contentType = "application/json",
        sse = answers === "sse",
      } = outcome;
      if (streaming || (sse && status === 200 && message !== undefined)) {
        open(headers);
        if (message !== undefined) send(message);
      } else {
        const body = text ?? (message === undefined ? "" : hooks.encode(JSON.stringify(message)));
        const content = body === "" ? {} : { "Content-Type": contentType };
        response.writeHead(status, { ...content, "Content-Length": String(Buffer.byteLength(body)), ...headers });
        writer.write(cut(body));
      }
      writer.after(() => {
        response.end();
      });
    },
  };
}
