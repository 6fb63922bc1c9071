import { type JsonObject, member } from "@mcptest/pack";

const WORDS = /invok|call|execut/i;

/** True for words that say that reading calls something. */
export function saysInvocation(text: unknown): boolean {
  return typeof text === "string" && WORDS.test(text);
}

/** True for an entry of a list whose description says that reading it calls something. */
export function saysThatItCalls(entry: JsonObject): boolean {
  return saysInvocation(member(entry, "description"));
}
