import type { Readable, Writable } from "node:stream";
import type { JsonObject } from "@mcptest/pack";
import { createDispatcher } from "../dispatcher.js";
import { checkTransport } from "../faults/registry.js";
import { createScope } from "../server/incoming.js";
import type { ServerOptions } from "../server/options.js";
import { createPieceWriter } from "./pieces.js";

/** The streams of a process that serves stdio. */
export interface StdioStreams {
  input: Readable;
  output: Writable;
  errors: Writable;
  /** Ends the process at once with this code. */
  exit(code: number): void;
}

/** A stdio server in progress. */
export interface StdioServer {
  /** False for a server that lives on when it should end. */
  endsOnRequest: boolean;
  /** Resolves when the input has ended and everything is written. */
  ended: Promise<void>;
  close(): void;
}

/** Exit code of a server that a fault has crashed. */
export const CRASH_CODE = 70;

/** Serves the reference server over `streams`, one message per line. */
export function serveStdio(options: ServerOptions, streams: StdioStreams): StdioServer {
  checkTransport(options, "stdio");
  const { input, output, errors, exit } = streams;
  const dispatcher = createDispatcher(options);
  const { hooks } = dispatcher.server;
  const { stdio } = hooks;
  const writer = createPieceWriter((piece, done) => {
    output.write(piece, done);
  });
  const put = (text: string) => writer.write(stdio.cut?.(Buffer.from(text)) ?? [Buffer.from(text)]);
  const send = (text: string) => put(`${stdio.before?.() ?? ""}${text}\n`);
  const scope = createScope();
  const forever = new AbortController().signal;

  async function receive(text: string): Promise<void> {
    const emit = (message: JsonObject) => send(hooks.encode(JSON.stringify(message)));
    const outcome = await dispatcher.handle({
      text,
      transport: "stdio",
      scope,
      headers: new Map(),
      disconnected: forever,
      emit,
      crash: () => exit(CRASH_CODE),
    });
    if (outcome.text !== undefined) send(outcome.text);
    else if (outcome.message !== undefined) send(hooks.encode(JSON.stringify(outcome.message)));
    await outcome.after?.(emit);
  }

  if (stdio.stderr) errors.write(stdio.stderr());
  if (stdio.banner) put(stdio.banner);
  if (stdio.exitCode !== undefined) exit(stdio.exitCode);

  const ended = new Promise<void>((resolve) => {
    let rest = Buffer.alloc(0);
    input.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end).toString("utf8").replace(/\r$/, "");
        rest = rest.subarray(end + 1);
        if (line !== "") void receive(line);
      }
    });
    input.once("end", () => writer.after(resolve));
  });
  return { endsOnRequest: !stdio.clings, ended, close: () => dispatcher.close() };
}
