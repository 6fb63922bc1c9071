import type { IncomingMessage, ServerResponse } from "node:http";
import type { Era, JsonObject } from "@mcptest/pack";
import type { Call, Outcome } from "./call.js";
import type { PolicyChange } from "./policy.js";

/** Where a fault or a variant changes an HTTP server. */
export interface HttpHooks {
  /** Sees a request before MCP does. True when it has answered. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers with SSE wherever that is allowed. */
  sse?: boolean;
  /** Text at the beginning of each SSE stream. */
  prologue?: string;
  /** One SSE event that holds the message `text`, as the pieces that are written one by one. */
  event?(text: string): string[];
  /** Cuts what is written into smaller pieces. */
  cut?(bytes: Buffer): Iterable<Buffer>;
}

/** Where a fault or a variant changes a stdio server. */
export interface StdioHooks {
  /** Text on stdout before anything else. */
  banner?: string;
  /** Text on stdout before each message. */
  before?(): string;
  /** Text on stderr at the start. */
  stderr?(): string;
  /** Cuts what is written into smaller pieces. */
  cut?(bytes: Buffer): Iterable<Buffer>;
  /** Ends with this exit code before anything is read. */
  exitCode?: number;
  /** Lives on after stdin closes and after SIGTERM and SIGINT. */
  clings?: boolean;
}

/** The points at which behaviour can be changed. Each is applied at one place in the server. */
export interface Hooks {
  /** The advertised capabilities, at `server/discover` and `initialize`. */
  capabilities?(capabilities: JsonObject, era: Era): JsonObject;
  /** Around each request, outside every validation. */
  around?(call: Call, next: () => Promise<Outcome>): Promise<Outcome>;
  /** The text of each message on its way out. */
  encode?(text: string): string;
  policies?: PolicyChange;
  http?: HttpHooks;
  stdio?: StdioHooks;
}

/** The hooks of a running server, with every point filled. */
export interface ComposedHooks {
  capabilities(capabilities: JsonObject, era: Era): JsonObject;
  around(call: Call, next: () => Promise<Outcome>): Promise<Outcome>;
  encode(text: string): string;
  policies: PolicyChange[];
  http: HttpHooks;
  stdio: StdioHooks;
}

/** One set of hooks that does what each of `list` does, the first outermost. */
export function composeHooks(list: Hooks[]): ComposedHooks {
  return {
    capabilities: (capabilities, era) =>
      list.reduce((current, hooks) => hooks.capabilities?.(current, era) ?? current, capabilities),
    around: (call, next) => nest(list, call, next),
    encode: (text) => list.reduce((current, hooks) => hooks.encode?.(current) ?? current, text),
    policies: list.flatMap((hooks) => hooks.policies ?? []),
    http: Object.assign({}, ...list.map((hooks) => hooks.http)),
    stdio: Object.assign({}, ...list.map((hooks) => hooks.stdio)),
  };
}

function nest(list: Hooks[], call: Call, next: () => Promise<Outcome>): Promise<Outcome> {
  const [first, ...rest] = list;
  if (!first) return next();
  const inner = () => nest(rest, call, next);
  return first.around ? first.around(call, inner) : inner();
}
