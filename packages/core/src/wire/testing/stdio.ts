import type { Exchange, ExchangeTags, Json } from "@mcptest/pack";
import { afterEach, beforeEach, expect } from "vitest";
import { DEFAULT_LIMITS } from "../limits.js";
import { connectStdio } from "../stdio.js";
import { secretsOf } from "../target.js";
import { createTranscript } from "../transcript.js";
import type { Outgoing, StdioTarget, Transcript, WireConnection, WireLimits, WireOptions } from "../types.js";
import { fixture, survivors, testMark } from "./processes.js";

export const TAGS: ExchangeTags = { lane: "stdio-modern-2026-07-28", identity: "first" };

/** A connection with the transcript that it writes to. */
export interface TestConnection extends WireConnection {
  transcript: Transcript;
  /** Exchanges that nobody asked for. */
  unasked(): Exchange[];
  /** Sends a request and gives its exchange. */
  ask(id: Json, more?: Partial<Outgoing>): Promise<Exchange>;
}

/** The arguments of node for a module that has everything of `fixtures/serve.mjs` in scope. */
export function program(body: string): string[] {
  const from = JSON.stringify(`file://${fixture("serve.mjs")}`);
  return ["--input-type=module", "-e", `import { drip, put, say, serve, writeAll } from ${from};\n${body}`];
}

/** A request with the given id. */
export function request(id: Json, more: Partial<Outgoing> = {}): Outgoing {
  const method = more.method ?? "tools/list";
  const body = JSON.stringify({ jsonrpc: "2.0", id, method, params: {} });
  return { body, id, method, timeoutMs: 20_000, tags: TAGS, ...more };
}

/** A program that answers every request with an empty result. */
export const OBEDIENT = "serve(({ id }) => id !== undefined && say({ id, result: {} }));";

type Command = Omit<StdioTarget, "kind" | "name">;

/** Servers for the tests of one file: closed after each test, which fails when a process of its servers is left. */
export function stdioServers() {
  let mark: Record<string, string> = {};
  const opened: TestConnection[] = [];
  beforeEach(() => {
    mark = testMark();
  });
  afterEach(async () => {
    const wires = opened.splice(0);
    await Promise.all(wires.map((wire) => wire.close()));
    for (const { transcript } of wires) transcript.dispose();
    expect(survivors(mark)).toEqual([]);
  });

  async function command(target: Command, limits?: Partial<WireLimits>, options?: Partial<WireOptions>) {
    const wire = await connectTest({ ...target, env: { ...target.env, ...mark } }, limits, options);
    opened.push(wire);
    return wire;
  }

  return {
    /** Starts a command. */
    command,
    /** Starts a server whose program is `body`; see {@link program}. */
    server: (body: string, limits?: Partial<WireLimits>, options?: Partial<WireOptions>) =>
      command({ command: process.execPath, args: program(body) }, limits, options),
    /** The mark of the processes of the running test. */
    mark: () => mark,
  };
}

async function connectTest(
  target: Command,
  limits: Partial<WireLimits> = {},
  options: Partial<WireOptions> = {},
): Promise<TestConnection> {
  const whole: StdioTarget = { kind: "stdio", name: "test", ...target };
  const transcript = createTranscript({ secrets: secretsOf(whole) });
  const wire = await connectStdio(whole, {
    limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 50, ...limits },
    transcript,
    ...options,
  });
  return Object.assign(Object.create(wire) as WireConnection, {
    transcript,
    unasked: () => transcript.all().filter(({ request }) => request === null),
    ask: (id: Json, more?: Partial<Outgoing>) => wire.send(request(id, more)),
  });
}
