import type { RpcError } from "../protocol/json-rpc.js";
import type { Check, MessageContext } from "./checks.js";
import type { Server } from "./server.js";

/** Throws what is wrong with a message, unless a fault or a variant does not mind. */
export function refuse(server: Pick<Server, "hooks">, check: Check, error: RpcError, context: MessageContext): void {
  const changed = server.hooks.refusal(check, error, context);
  if (changed) throw changed;
}
