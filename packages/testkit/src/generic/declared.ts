import { isObject, member } from "@mcptest/pack";
import type { Call } from "../server/call.js";

/** Id of the toy extension. */
export const TOY_ID = "com.example/toy";

/** Whether a modern request declares the toy extension: settings that are no object are none (contract E02). */
export function declaresToy(call: Call): boolean {
  return call.era === "modern" && isObject(member(member(call.declared, "extensions"), TOY_ID));
}
