import { createHash } from "node:crypto";
import type { Negotiated } from "@mcptest/pack";
import type { Target } from "../wire/types.js";
import type { NegotiationOptions } from "./types.js";

/** What an earlier detection found, enough to connect again without a probe (C08). */
export interface KnownEra {
  negotiated: Negotiated;
  /** The server is reached through HTTP+SSE of 2024-11-05. */
  httpSse?: true;
  /** Exchange numbers of the detection. */
  evidence: number[];
  notes: string[];
}

/** Eras of targets, for the transcript of one run. */
export interface EraCache {
  get(target: Target, options: NegotiationOptions): KnownEra | undefined;
  set(target: Target, options: NegotiationOptions, known: KnownEra): void;
  /** To be called when what is known turned out wrong. */
  forget(target: Target, options: NegotiationOptions): void;
}

/** Makes an empty cache. A target counts as the same with the same address, headers or command, and offered versions. */
export function createEraCache(): EraCache {
  const known = new Map<string, KnownEra>();
  return {
    get: (target, options) => known.get(keyOf(target, options)),
    set: (target, options, era) => void known.set(keyOf(target, options), era),
    forget: (target, options) => void known.delete(keyOf(target, options)),
  };
}

/** Hashed, since headers and environment are secrets. */
function keyOf(target: Target, { era, protocolVersion }: NegotiationOptions): string {
  const { name: _, ...address } = target;
  return createHash("sha256")
    .update(JSON.stringify([address, era, protocolVersion]))
    .digest("hex");
}
