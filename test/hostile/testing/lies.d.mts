import type { JsonObject } from "@mcptest/pack";

/** What is sent in place of an answer. */
export interface Reply {
  /** The messages, or their bytes. */
  messages?: (string | Buffer)[];
  /** Nothing is sent. */
  silence?: true;
  /** The server ends. */
  end?: true;
}

/** One way to lie, with its own state. */
export interface Lie {
  /** A request of the client, as the honest server inside is to see it. */
  request?(message: JsonObject): JsonObject;
  /** The reply to a request in place of the honest one, if any. A request that has no answer yet comes with `{}`. */
  answer?(request: JsonObject, honest: JsonObject): Reply | undefined;
}

/** A fresh lie by its name. */
export const LIES: Record<string, () => Lie>;
export const EVIL_TEXT: string;
