import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Duplex } from "node:stream";
import { unavailable } from "@mcptest/pack";
import { registerTree, unregisterTree } from "../../wire/process-registry.js";
import { MARKER, processTree, signalTrees } from "../../wire/process-tree.js";
import { type Channel, openChannel } from "./channel.js";
import { receivedError, sentError } from "./errors.js";
import type { CallInput, FromPack, FunctionName, LoadRefusal, PackStructure, SentContext, ToPack } from "./messages.js";
import { startOfProcess } from "./start.js";
import { watchProcess } from "./watch.js";

/** Messages of one call, beyond which the pack is taken for broken. */
const MAX_MESSAGES = 200_000;
/** Characters of stderr that are kept. */
const MAX_STDERR = 4_000;

/** What the host does for a call while it runs. */
export interface CallHandler {
  /** Serves a request to the host; what it throws goes back. */
  host(method: string, given: unknown[]): Promise<unknown>;
  finding(method: string, given: unknown[]): void;
  trouble(what: string): void;
  noise(text: string): void;
}

/** How a call ended. */
export interface CallEnd {
  value?: unknown;
  held?: number;
}

/** The process of one pack. */
export interface PackProcess {
  /** Loads the pack; the process serves it from then on. */
  load(url: string, packageJson?: { name: string; version: string }): Promise<PackStructure | { refused: LoadRefusal }>;
  call(name: FunctionName, given: CallGiven): Promise<CallEnd>;
  /** Kills the process and all that it started. Idempotent. */
  close(): void;
}

/** What a call is made with. */
export interface CallGiven {
  context?: SentContext;
  input?: CallInput;
  handler?: CallHandler;
  signal?: AbortSignal;
}

interface OpenCall {
  handler: CallHandler | undefined;
  messages: number;
  resolve(end: CallEnd): void;
  reject(error: unknown): void;
}

/** Starts a process for a pack that is called `name` in messages. `readable`: folders that it may read. */
export function startPackProcess(name: string, readable: readonly string[]): PackProcess {
  const marker = randomUUID();
  const { command, args, env } = startOfProcess(readable);
  const child: ChildProcess = spawn(command, args, {
    env: { ...env, [MARKER]: marker },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const tree = processTree(child.pid ?? -1, marker);
  if (child.pid !== undefined) registerTree(tree);
  const calls = new Map<number, OpenCall>();
  let loading: ((answer: PackStructure | { refused: LoadRefusal }) => void) | undefined;
  let failLoading: ((error: unknown) => void) | undefined;
  let lastCall = 0;
  /** Calls that somebody waits for. */
  let holding = 0;
  let stderr = "";
  /** Why nothing can be asked any more. */
  let over: Error | undefined;

  const channel: Channel<ToPack> = openChannel<ToPack, FromPack>(child.stdio[3] as Duplex, {
    message: receive,
    broken: (why) => end(why),
    closed: () => {},
  });
  const watch = watchProcess({ pid: child.pid, ping: (ping) => channel.send({ kind: "ping", ping }), failed: end });

  child.stdout?.on("data", (bytes: Buffer) => {
    const [latest] = [...calls.values()].slice(-1);
    latest?.handler?.noise(bytes.toString("utf8"));
  });
  child.stderr?.on("data", (bytes: Buffer) => {
    stderr = (stderr + bytes.toString("utf8")).slice(-MAX_STDERR);
  });
  child.on("error", (error) => end(`it could not be started: ${error.message}`));
  child.once("exit", (code, signal) => {
    tree.rootEnded = true;
    const heap = /heap limit|out of memory/i.test(stderr);
    end(
      heap
        ? "it used more memory than it may"
        : `it ended ${signal === null ? `with exit code ${code}` : `by ${signal}`}`,
    );
  });
  for (const held of [child, child.stdout, child.stderr, child.stdio[3]])
    (held as { unref?(): void } | null)?.unref?.();

  function end(why: string): void {
    if (over) return;
    over = unavailable(`the process of the pack ${name} is gone: ${why}`, { origin: "pack" });
    watch.stop();
    channel.close();
    signalTrees([tree], "SIGKILL");
    unregisterTree(tree);
    for (const call of calls.values()) call.reject(over);
    calls.clear();
    failLoading?.(over);
  }

  function receive(message: FromPack): void {
    if (typeof message !== "object" || message === null) end("it sent what is no message");
    else if (message.kind === "pong") watch.heard();
    else if (message.kind === "loaded") loading?.(message.structure);
    else if (message.kind === "refused") loading?.({ refused: message.why });
    else receiveFor(message, calls.get(message.call));
  }

  function receiveFor(message: Extract<FromPack, { call: number }>, call: OpenCall | undefined): void {
    if (!call) return;
    watch.heard();
    if (++call.messages > MAX_MESSAGES) end(`it sent more than ${MAX_MESSAGES} messages for one call`);
    switch (message.kind) {
      case "host":
        void serve(message, call);
        break;
      case "finding":
        call.handler?.finding(String(message.method), listOf(message.arguments));
        break;
      case "trouble":
        call.handler?.trouble(String(message.what));
        break;
      case "noise":
        call.handler?.noise(String(message.text));
        break;
      case "ended":
        if (message.error) call.reject(receivedError(message.error));
        else call.resolve({ value: message.value, held: message.held });
    }
  }

  async function serve(message: Extract<FromPack, { kind: "host" }>, { handler }: OpenCall): Promise<void> {
    const { call, request } = message;
    try {
      const value = await handler?.host(String(message.method), listOf(message.arguments));
      channel.send({ kind: "answer", call, request, value: (value ?? null) as never });
    } catch (thrown) {
      channel.send({ kind: "answer", call, request, error: sentError(thrown) });
    }
  }

  return {
    load(url, packageJson) {
      return new Promise((resolve, reject) => {
        if (over) return reject(over);
        loading = resolve;
        failLoading = reject;
        hold(true);
        channel.send({ kind: "load", url, ...(packageJson ? { packageJson } : {}) });
      }).finally(() => hold(false)) as Promise<PackStructure | { refused: LoadRefusal }>;
    },
    async call(functionName, { context, input, handler, signal }) {
      if (over) throw over;
      const call = ++lastCall;
      const abort = () => channel.send({ kind: "abort", call, reason: reasonOf(signal) });
      hold(true);
      try {
        return await new Promise<CallEnd>((resolve, reject) => {
          calls.set(call, { handler, messages: 0, resolve, reject });
          channel.send({
            kind: "call",
            call,
            function: functionName,
            ...(context ? { context } : {}),
            ...(input ? { input } : {}),
          });
          signal?.addEventListener("abort", abort, { once: true });
        });
      } finally {
        signal?.removeEventListener("abort", abort);
        hold(false);
      }
    },
    close: () => end("mcptest closed it"),
  };

  /** While something is awaited the program stays; otherwise a pack is no reason to. */
  function hold(awaited: boolean): void {
    const pipe = child.stdio[3] as Duplex & { ref?(): void; unref?(): void };
    holding += awaited ? 1 : -1;
    if (holding > 0) pipe.ref?.();
    else pipe.unref?.();
    watch.active(holding > 0);
  }
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason.message : "the run was stopped";
}
