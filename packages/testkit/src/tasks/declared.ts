import { at, isObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import { TASKS_ID } from "./id.js";

/** Whether `call` itself declares the Tasks extension (contract A18: nothing else counts). */
export function declaresTasks(call: Call): boolean {
  return isObject(at(call.declared, "extensions", TASKS_ID));
}
