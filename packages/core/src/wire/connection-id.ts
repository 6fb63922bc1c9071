import type { Transport } from "@mcptest/pack";
import type { Transcript } from "./types.js";

const counts = new WeakMap<Transcript, number>();

/** The id of the next connection of a run: `http-1`, `stdio-2`, … in the order of opening. */
export function nextConnectionId(transcript: Transcript, transport: Transport): string {
  const number = (counts.get(transcript) ?? 0) + 1;
  counts.set(transcript, number);
  return `${transport}-${number}`;
}
