import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { PassThrough } from "node:stream";
import type { JsonObject } from "@mcptest/pack";
import type { Command } from "../command.js";
import type { ServerOptions } from "../server/options.js";
import { serveStdio } from "../transports/stdio.js";

/** A client of a stdio server. */
export interface StdioClient {
  /** Everything on stdout so far. */
  text(): string;
  /** Complete lines on stdout so far. */
  lines(): string[];
  send(message: JsonObject | string): void;
  /** Sends a request and waits for the line that answers its id. */
  request(message: JsonObject): Promise<JsonObject>;
  /** Waits for the first message that fits and has not been taken before. */
  take(fits: (message: JsonObject) => boolean): Promise<JsonObject>;
  /** Waits until stdout fulfils a condition. */
  until(condition: (text: string) => boolean): Promise<void>;
  /** Exit codes that a server in this process asked for. */
  exits: number[];
  close(): void;
}

/** A server in this process, behind streams as those of a process. */
export function connectInProcess(options: ServerOptions): StdioClient {
  const input = new PassThrough();
  const output = new PassThrough();
  const exits: number[] = [];
  const server = serveStdio(options, { input, output, errors: new PassThrough(), exit: (code) => exits.push(code) });
  return clientOf(
    output,
    (text) => input.write(text),
    () => server.close(),
    exits,
  );
}

/** A real child process, and a client of it. */
export function connectChild(command: Command): StdioClient & { child: ChildProcessWithoutNullStreams } {
  const child = spawn(command.command, command.args, { env: { ...process.env, ...command.env } });
  child.stdin.on("error", () => {});
  const client = clientOf(
    child.stdout,
    (text) => child.stdin.write(text),
    () => child.kill("SIGKILL"),
    [],
  );
  return Object.assign(client, { child });
}

function clientOf(
  output: NodeJS.ReadableStream,
  write: (text: string) => void,
  close: () => void,
  exits: number[],
): StdioClient {
  let text = "";
  const taken = new Set<number>();
  const waiting = new Set<() => void>();
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    text += chunk;
    for (const check of [...waiting]) check();
  });
  const lines = () => text.split("\n").slice(0, -1);
  const until = (condition: (text: string) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!condition(text)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });

  async function take(fits: (message: JsonObject) => boolean): Promise<JsonObject> {
    let found: JsonObject | undefined;
    await until(() => {
      lines().forEach((line, index) => {
        const message = found || taken.has(index) ? undefined : parse(line);
        if (!message || !fits(message)) return;
        taken.add(index);
        found = message;
      });
      return found !== undefined;
    });
    return found as unknown as JsonObject;
  }

  const send = (message: JsonObject | string) =>
    write(`${typeof message === "string" ? message : JSON.stringify(message)}\n`);
  return {
    text: () => text,
    lines,
    send,
    request(message) {
      send(message);
      return take((answer) => answer.id === message.id && !("method" in answer));
    },
    take,
    until,
    exits,
    close,
  };
}

function parse(line: string): JsonObject | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
