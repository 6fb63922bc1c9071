import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable, Writable } from "node:stream";
import { isObject, member } from "@mcptest/pack";
import { temporaryFolder } from "../../host/index.js";
import { registerTree, unregisterTree } from "../../wire/process-registry.js";
import { MARKER, processTree, signalTrees } from "../../wire/process-tree.js";
import { type CallEnd, type CallGiven, createCalls } from "./calls.js";
import { openChannel } from "./channel.js";
import { textOf } from "./errors.js";
import { guardGroup } from "./guard.js";
import { type FunctionName, type LoadRefusal, NO_CALL, type PackStructure, type ToPack } from "./messages.js";
import { readStructure } from "./read-structure.js";
import { type SentExchanges, sentExchanges } from "./sent-exchanges.js";
import { type ProcessLeave, startOfProcess } from "./start.js";
import { watchProcess } from "./watch.js";

/** Characters of stderr that are kept. */
const MAX_STDERR = 4_000;
/** Milliseconds in which the rest of what a process sent before it ended has to arrive. */
const REST_MS = 1_000;
const UNASKED = "it answered what it was not asked";
/** Characters of what is said about a failed import. */
const MAX_TEXT = 4_000;

/** The process of one pack. */
export interface PackProcess {
  /** Loads the pack; the process serves it from then on. Rejects when it ends before it has. */
  load(url: string, packageJson?: { name: string; version: string }): Promise<PackStructure | { refused: LoadRefusal }>;
  call(name: FunctionName, given: CallGiven): Promise<CallEnd>;
  /** What was sent of the lanes' transcripts. */
  sent: SentExchanges;
  /** A lane is over: nothing of it is kept on either side. */
  release(scope: string): void;
  ended(): boolean;
  /** Kills the process and all that it started. Idempotent. */
  close(): void;
}

type Loading = { resolve(answer: PackStructure | { refused: LoadRefusal }): void; reject(error: unknown): void };

/** Starts a process for a pack that is called `name` in messages. */
export function startPackProcess(name: string, may: ProcessLeave): PackProcess {
  const marker = randomUUID();
  const temporary = may.startsBrowser ? temporaryFolder("mcptest-pack-") : undefined;
  const { command, args, env } = startOfProcess({ ...may, temporary: temporary?.folder });
  const child: ChildProcess = spawn(command, args, {
    env: { ...env, [MARKER]: marker },
    stdio: ["ignore", "pipe", "pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const { pid } = child;
  const reader = child.stdio[3] as Readable & { ref?(): void; unref?(): void };
  const writer = child.stdio[4] as Writable;
  const tree = pid === undefined ? undefined : processTree(pid, marker);
  if (tree) registerTree(tree);
  const endGuard = pid === undefined ? () => {} : guardGroup(pid, marker);
  const sent = sentExchanges();
  let loading: Loading | undefined;
  let loadingNow = 0;
  let awaitedCalls = 0;
  let openCalls = 0;
  /** Pings that were not answered. */
  let pings = 0;
  let stderr = "";
  let lastWord: NodeJS.Timeout | undefined;
  /** Why nothing can be asked any more. */
  let over: Error | undefined;

  const channel = openChannel<ToPack, unknown>(
    { reader, writer },
    { message: receive, broken: end, closed: () => endSoon("it closed its pipe to mcptest") },
    { trusted: false },
  );
  const calls = createCalls({
    name,
    send: channel.send,
    room: channel.room,
    broken: end,
    changed(open, awaited) {
      openCalls = open;
      awaitedCalls = awaited;
      hold();
    },
  });
  const watch = watchProcess({ pid, ping, failed: end });

  child.stdout?.setEncoding("utf8").on("data", calls.noise);
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-MAX_STDERR);
  });
  child.on("error", (error) => end(`it could not be started: ${error.message}`));
  child.once("exit", (code, signal) => {
    if (tree) tree.rootEnded = true;
    const isFull = signal === "SIGABRT" && /heap limit|out of memory/i.test(stderr);
    const how = signal === null ? `it ended with exit code ${code}` : `it ended by ${signal}`;
    const why = isFull ? "it used more memory than it may" : how;
    if (reader.destroyed) {
      end(why);
      return;
    }
    // What it sent before its end counts; it may still be in the pipe.
    reader.once("close", () => end(why));
    endSoon(why);
  });
  for (const held of [child, child.stdout, child.stderr, reader, writer])
    (held as { unref?(): void } | null)?.unref?.();

  function ping(number: number): void {
    pings++;
    channel.send({ kind: "ping", ping: number });
  }

  function endSoon(why: string): void {
    lastWord ??= setTimeout(() => end(why), REST_MS);
  }

  function end(why: string): void {
    clearTimeout(lastWord);
    if (over) return;
    over = calls.end(why);
    watch.stop();
    channel.close();
    endGuard();
    if (tree) {
      signalTrees([tree], "SIGKILL");
      unregisterTree(tree);
    }
    temporary?.remove();
    loading?.reject(over);
  }

  function receive(message: unknown): void {
    watch.heard();
    const kind = member(message, "kind");
    if (!isObject(message)) end("it sent what is no message");
    else if (kind === "loaded" || kind === "refused") loaded(kind, message);
    else if (kind === "trouble" && member(message, "call") === NO_CALL) troubled(message);
    else if (kind !== "pong") calls.receive(message);
    else if (--pings < 0) end(UNASKED);
  }

  /** As Node would end a program; a check in its place would not know that its surroundings are broken. */
  function troubled(message: object): void {
    end(`code of the pack that belongs to no check ${textOf(member(message, "what"), MAX_TEXT)}`);
  }

  function loaded(kind: "loaded" | "refused", message: object): void {
    const waiting = loading;
    loading = undefined;
    if (!waiting) {
      end(UNASKED);
      return;
    }
    try {
      if (kind === "refused") waiting.resolve({ refused: refusalOf(member(message, "why")) });
      else waiting.resolve(readStructure(member(message, "structure")));
    } catch (error) {
      waiting.reject(error);
    }
  }

  /** While something is awaited the program stays; otherwise a pack is no reason to. */
  function hold(): void {
    if (awaitedCalls + loadingNow > 0) reader.ref?.();
    else reader.unref?.();
    watch.active(openCalls + loadingNow > 0);
  }

  return {
    async load(url, packageJson) {
      if (over) throw over;
      loadingNow++;
      hold();
      try {
        return await new Promise<PackStructure | { refused: LoadRefusal }>((resolve, reject) => {
          loading = { resolve, reject };
          channel.send({ kind: "load", url, ...(packageJson ? { packageJson } : {}) });
        });
      } finally {
        loadingNow--;
        hold();
      }
    },
    call: calls.call,
    sent,
    release(scope) {
      sent.release(scope);
      calls.release(scope);
    },
    ended: () => over !== undefined,
    close: () => end("mcptest closed it"),
  };
}

function refusalOf(why: unknown): LoadRefusal {
  const message = textOf(member(why, "message"), MAX_TEXT);
  if (member(why, "what") === "no-pack") return { what: "no-pack", message };
  const place = textOf(member(why, "place"), MAX_TEXT);
  const missing = textOf(member(why, "missing"), MAX_TEXT);
  return { what: "import", message, ...(place ? { place } : {}), ...(missing ? { missing } : {}) };
}
