import { once } from "node:events";
import type { Readable } from "node:stream";
import { excerpt } from "@mcptest/pack";
import { nextConnectionId } from "./connection-id.js";
import type { LimitCause } from "./limits.js";
import { type ServerProcess, startProcess } from "./process.js";
import { type ExchangeEnd, stdioExchanges } from "./stdio-exchanges.js";
import { lineSplitter } from "./stdio-lines.js";
import { stdioReceiver } from "./stdio-receiver.js";
import { byteTail } from "./stdio-stderr.js";
import { type LineWriter, lineWriter } from "./stdio-writer.js";
import type { ProcessExit, StdioTarget, WireConnection, WireOptions } from "./types.js";
import { within } from "./within.js";

/**
 * Starts a server and speaks with it over its stdin and stdout (A30 to A40), one line per message, raw in both
 * directions. Rejects never: a command that cannot be started gives a connection whose `exit` is set, and whose
 * exchanges are `unreachable` with the code of the system as `cause`.
 */
export async function connectStdio(target: StdioTarget, options: WireOptions): Promise<WireConnection> {
  const id = nextConnectionId(options.transcript, "stdio");
  const started = await startProcess(target);
  if (!("cause" in started)) return connection(id, target, options, started);
  const never: LineWriter = {
    write: () => ({ done: Promise.resolve("gone"), written: false, withdraw() {} }),
    waiting: 0,
  };
  const exchanges = stdioExchanges({ id, options, writer: never, settled: async () => {} });
  exchanges.endAll({ outcome: "unreachable", ...started });
  const exit: ProcessExit = { code: null, signal: null };
  return {
    id,
    transport: "stdio",
    target,
    send: exchanges.send,
    open: exchanges.open,
    onServerRequest() {},
    exit,
    exited: Promise.resolve(exit),
    stderrTail: () => [],
    talk: () => undefined,
    endInput: () => {},
    async close() {},
  };
}

function connection(id: string, target: StdioTarget, options: WireOptions, server: ServerProcess): WireConnection {
  const { limits, transcript } = options;
  const { stdin, stdout, stderr, exited } = server;
  const writer = lineWriter(stdin);
  const stderrTail = byteTail(limits.stderrTailBytes);
  const ending = watchEnd(server);
  const exchanges = stdioExchanges({
    id,
    options,
    writer,
    settled: () => within(SETTLE_MS, ending),
  });
  const receiver = stdioReceiver(options, id, exchanges, endByFlood);
  const lines = lineSplitter(limits.maxMessageBytes, receiver);
  stdout.on("data", read);
  stdout.once("end", lines.end);
  stderr.on("data", stderrTail.push);
  let closing: Promise<void> | undefined;
  /** Set when the server wrote more than anybody reads: nothing that happens to it later is why the connection ended. */
  let flood: ExchangeEnd | undefined;

  function read(chunk: Uint8Array): void {
    lines.push(chunk);
    if (chunk.length < FLOOD_CHUNK || flood) return;
    // A server that writes as fast as it can must not keep timers and signals waiting.
    stdout.pause();
    setImmediate(() => stdout.resume());
  }

  function endByFlood(cause: LimitCause): void {
    const talk = receiver.talk();
    const what = talk
      ? `stdout carries something that is no MCP message: ${excerpt(talk.first, 160)} (${talk.lines} ${talk.lines === 1 ? "line" : "lines"})`
      : "the server writes on and on what nobody asked for";
    flood = { outcome: "limit", problem: `${what}, more than mcptest reads`, cause };
    stdout.off("data", read);
    stdout.off("end", lines.end);
    stdout.destroy();
    exchanges.endAll(flood);
  }

  async function endWithServer(): Promise<void> {
    await ending;
    if (closing === undefined) exchanges.endAll(flood ?? endOf(server.exit));
    await exited;
    if (closing === undefined) exchanges.endAll(flood ?? endOf(server.exit));
  }
  void endWithServer();

  async function shutDown(): Promise<void> {
    exchanges.endAll(
      flood ??
        (server.exit
          ? endOf(server.exit)
          : { outcome: "closed", problem: "mcptest closed the connection", cause: "ABORTED" }),
    );
    await server.stop(limits.shutdownGraceMs);
    receiver.close();
  }

  return {
    id,
    transport: "stdio",
    target,
    send: exchanges.send,
    open: exchanges.open,
    onServerRequest: receiver.onServerRequest,
    get exit() {
      return server.exit;
    },
    exited,
    stderrTail: () => stderrTail.lines((text) => transcript.redact(text)),
    talk: () => receiver.talk(),
    endInput: () => void stdin.end(),
    close() {
      closing ??= shutDown();
      return closing;
    },
  };
}

/** Bytes of a chunk from which on the reading makes a pause after it. */
const FLOOD_CHUNK = 16 * 1024;

/** Milliseconds without a byte after which what still holds the pipe of an ended process counts as silent. */
const SETTLE_MS = 250;

/**
 * Resolves when the process has ended and what it wrote before is read, or when it has closed its stdout. A descendant
 * may hold the pipe for ever, so silence counts as its end, and even talk does after some seconds.
 */
async function watchEnd({ stdout, exited }: ServerProcess): Promise<void> {
  let received = 0;
  let isOpen = true;
  stdout.on("data", (chunk: Uint8Array) => {
    received += chunk.length;
  });
  const closed = endOfStream(stdout).then(() => {
    isOpen = false;
  });
  await Promise.race([exited, closed]);
  if (!isOpen) return await within(SETTLE_MS, exited);
  for (let rounds = 20, before = -1; isOpen && before !== received && rounds > 0; rounds--) {
    before = received;
    await within(SETTLE_MS, closed);
  }
}

async function endOfStream(stream: Readable): Promise<void> {
  await Promise.race([once(stream, "end"), once(stream, "close")]).catch(() => {});
}

function endOf(exit: ProcessExit | undefined): ExchangeEnd {
  return {
    outcome: "closed",
    problem: exit ? `the server process ${exitText(exit)}` : "the server has closed its stdout",
  };
}

function exitText({ code, signal }: ProcessExit): string {
  return signal === null ? `has exited with code ${code}` : `was ended by ${signal}`;
}
