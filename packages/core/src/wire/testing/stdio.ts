import type { Exchange, ExchangeTags, Json } from "@mcptest/pack";
import { DEFAULT_LIMITS } from "../limits.js";
import { connectStdio } from "../stdio.js";
import { secretsOf } from "../target.js";
import { createTranscript } from "../transcript.js";
import type { Outgoing, StdioTarget, Transcript, WireConnection, WireLimits, WireOptions } from "../types.js";
import { fixture } from "./processes.js";

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

export async function connectTest(
  target: Omit<StdioTarget, "kind" | "name">,
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
