import type { Era, JsonObject } from "@mcptest/pack";
import type { Session } from "../legacy/session.js";
import type { Call, Methods } from "./call.js";
import type { Policies } from "./policy.js";
import type { Tool } from "./tool.js";

/** What an extension is built with. */
export interface ServerContext {
  readonly policies: Policies;
  /** Milliseconds that a job takes by default. */
  readonly jobMs: number;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** An extension's share of one `subscriptions/listen`. */
export interface Subscription {
  /** Members of the acknowledged filter. */
  agreed: JsonObject;
  /** Notifications ahead of the acknowledgement, which no rule allows. Default: none. */
  ahead?: [method: string, params: JsonObject][];
  /** Begins to notify; called after the acknowledgement. Gives the function that stops it. */
  open(notify: (method: string, params: JsonObject) => void): () => void;
}

/** A part of the server that plugs into the core: tools, methods, capabilities and subscriptions of one extension. */
export interface Extension {
  /** Members that the extension adds to the advertised capabilities, merged one level deep. */
  capabilities?(era: Era, call: Call): JsonObject;
  methods?: Partial<Record<Era, Methods>>;
  tools?: Tool[];
  /** Members that the extension adds to a listed tool; `undefined` leaves it out of the list that `call` gets. */
  describeTool?(tool: Tool, era: Era, call: Call): JsonObject | undefined;
  /** Stands before the plain run of a tool; `plain` runs it. */
  callTool?(tool: Tool, call: Call, plain: () => Promise<JsonObject>): Promise<JsonObject>;
  /** Reads the filter of a `subscriptions/listen`; throws to refuse it. */
  subscribe?(filter: JsonObject, call: Call): Subscription | undefined;
  /** A legacy session has been opened. */
  opened?(session: Session): void;
  close?(): void;
}

/** Builds an extension for one server. */
export type ExtensionFactory = (context: ServerContext) => Extension;
