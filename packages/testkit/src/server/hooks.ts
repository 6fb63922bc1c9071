import type { IncomingMessage, ServerResponse } from "node:http";
import type { Era, JsonObject } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import type { RpcError } from "../protocol/json-rpc.js";
import type { Call, Outcome } from "./call.js";
import type { Check, MessageContext } from "./checks.js";
import type { PolicyChange } from "./policy.js";

/** Status and headers of an HTTP answer before they are sent. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string>;
}

/** The stream of an HTTP `GET`, open. */
export interface StandingStream {
  /** Sends a message as an SSE event. */
  emit(message: JsonObject): void;
  /** Writes raw text. */
  write(text: string): void;
  /** Ends the stream. */
  end(): void;
}

/** Where a fault or a variant changes an HTTP server. */
export interface HttpHooks {
  /** Sees a request before MCP does. True when it has answered. */
  intercept?(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The status with which a request is refused before MCP sees it (404 another path, 403 `Origin`, 405 another HTTP method,
   * 413 a body that is too large); `undefined` lets a POST through.
   */
  refuse?(status: number, request: IncomingMessage): number | undefined;
  /** Status and headers of each answer, streams and refusals included. */
  head?(head: ResponseHead, request: IncomingMessage): ResponseHead;
  /** Answers with SSE wherever that is allowed. */
  sse?: boolean;
  /** Text at the beginning of each SSE stream. */
  prologue?: string;
  /** One SSE event that holds the message `text`, as the pieces that are written one by one. */
  event?(text: string): string[];
  /** HTTP+SSE: the text of the event that names `uri` as the place to POST to; empty for none. */
  endpoint?(uri: string, request: IncomingMessage): string;
  /** HTTP+SSE: the status of a POST that is taken, and its body. Default 202 `Accepted`. */
  accepted?: { status: number; text: string };
  /** HTTP+SSE: answers in the body of the POST, as Streamable HTTP does, and not on the stream. */
  inBody?: boolean;
  /** Called with the stream of a `GET` of a legacy session, or of HTTP+SSE (after its `endpoint` event). */
  standing?(stream: StandingStream, session: Session | undefined): void;
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
  capabilities?(capabilities: JsonObject, era: Era, call: Call): JsonObject;
  /** Around each request, outside every validation. `call.params`, `call.emit` and `call.declared` may be replaced first. */
  around?(call: Call, next: () => Promise<Outcome>): Promise<Outcome>;
  /** A check that a message has failed: gives the error, another one, or `undefined` to serve it all the same. */
  refusal?(check: Check, error: RpcError, context: MessageContext): RpcError | undefined;
  /** A notification or a response of the client has been taken or refused: may answer otherwise, or send something. */
  notified?(message: JsonObject, outcome: Outcome, context: MessageContext): Outcome;
  /** The answer to what is no message: no JSON, no JSON-RPC, an array where there are no batches. */
  unreadable?(outcome: Outcome, context: MessageContext): Outcome;
  /** The answer to a batch (2025-03-26): `outcome.message` is an array. */
  batched?(outcome: Outcome, context: MessageContext): Outcome;
  /** A legacy session has been opened. */
  opened?(session: Session): void;
  /** The text of each message on its way out. */
  encode?(text: string): string;
  policies?: PolicyChange;
  http?: HttpHooks;
  stdio?: StdioHooks;
}

/** The hooks of a running server, with every point filled. */
export interface ComposedHooks extends Required<Omit<Hooks, "policies">> {
  policies: PolicyChange[];
}

/** One set of hooks that does what each of `list` does, the first outermost. */
export function composeHooks(list: Hooks[]): ComposedHooks {
  return {
    capabilities: (capabilities, era, call) =>
      list.reduce((current, hooks) => hooks.capabilities?.(current, era, call) ?? current, capabilities),
    around: (call, next) => nest(list, call, next),
    refusal: (check, error, context) =>
      list.reduce<RpcError | undefined>(
        (current, hooks) => (current && hooks.refusal ? hooks.refusal(check, current, context) : current),
        error,
      ),
    notified: (message, outcome, context) =>
      list.reduce((current, hooks) => hooks.notified?.(message, current, context) ?? current, outcome),
    unreadable: (outcome, context) =>
      list.reduce((current, hooks) => hooks.unreadable?.(current, context) ?? current, outcome),
    batched: (outcome, context) =>
      list.reduce((current, hooks) => hooks.batched?.(current, context) ?? current, outcome),
    opened(session) {
      for (const hooks of list) hooks.opened?.(session);
    },
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
