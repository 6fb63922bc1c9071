import type { IncomingMessage, ServerResponse } from "node:http";
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
  /** Opens the stream if need be and writes raw text on it. */
  write(text: string): void;
  /** Ends the stream, or the answer, once everything is written. */
  end(): void;
  finish(outcome: Outcome): Promise<void>;
}

/** One SSE event with the message `text`. */
function event(text: string): string {
  return `event: message\ndata: ${text}\n\n`;
}

/** Answers `request` over `response`. */
export function createHttpReply(request: IncomingMessage, response: ServerResponse, server: Server): HttpReply {
  const { hooks, answers } = server;
  const cut = (text: string) => hooks.http.cut?.(Buffer.from(text)) ?? [Buffer.from(text)];
  const frame = hooks.http.event ?? ((text: string) => [event(text)]);
  let streaming = false;
  const writer = createPieceWriter((piece, done) => {
    if (response.destroyed) done(new Error("The client has gone"));
    else response.write(piece, done);
  });

  function open(own: Record<string, string> = {}): void {
    if (streaming) return;
    streaming = true;
    const headers = {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache",
      "X-Accel-Buffering": "no",
      ...own,
    };
    writeHead(request, response, server, 200, headers);
    response.flushHeaders();
    if (hooks.http.prologue) writer.write(cut(hooks.http.prologue));
  }

  function send(message: Json): void {
    for (const piece of frame(hooks.encode(JSON.stringify(message)))) writer.write(cut(piece));
  }

  function emit(message: Json): void {
    if (response.destroyed || response.writableEnded) return;
    open();
    send(message);
  }

  function end(): void {
    writer.after(() => {
      response.end();
    });
  }

  return {
    open: () => open(),
    emit,
    write(text) {
      open();
      writer.write(cut(text));
    },
    end,
    async finish(outcome) {
      const { status, headers = {}, message, text, after, contentType = "application/json" } = outcome;
      const sse = outcome.sse ?? (answers === "sse" || after !== undefined);
      if (streaming || (sse && status === 200 && message !== undefined)) {
        open(headers);
        if (message !== undefined) send(message);
        await after?.(emit);
      } else {
        const body = text ?? (message === undefined ? "" : hooks.encode(JSON.stringify(message)));
        const content: Record<string, string> = body === "" ? {} : { "Content-Type": contentType };
        const length = String(Buffer.byteLength(body));
        writeHead(request, response, server, status, { ...content, "Content-Length": length, ...headers });
        writer.write(cut(body));
      }
      end();
    },
  };
}

/** Sends the head of an answer, as a fault or a variant wants it. */
export function writeHead(
  request: IncomingMessage,
  response: ServerResponse,
  server: Server,
  status: number,
  headers: Record<string, string>,
): void {
  const head = server.hooks.http.head?.({ status, headers }, request) ?? { status, headers };
  response.writeHead(head.status, head.headers);
}
