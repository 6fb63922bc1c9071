import { DEFAULT_LIMITS } from "../../wire/limits.js";
import { createTranscript } from "../../wire/transcript.js";
import type { WireOptions } from "../../wire/types.js";
import type { Detection, NegotiationOptions } from "../types.js";

/** Wire options with a transcript of their own, and processes that are ended without patience. */
export function wireOptions(secrets: string[] = []): WireOptions {
  return { limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 500 }, transcript: createTranscript({ secrets }) };
}

/** Limits that no answer misses; tests of silence state shorter ones. */
export function options(changes: Partial<NegotiationOptions> = {}): NegotiationOptions {
  return {
    era: "auto",
    firstMs: 20_000,
    nextMs: 20_000,
    initializeMs: 20_000,
    clientInfo: { name: "mcptest", version: "0.0.0" },
    ...changes,
  };
}

/** What was sent in this run, in order: `stdio-1 server/discover`, … */
export function sent({ transcript }: WireOptions): string[] {
  return transcript
    .all()
    .filter(({ request }) => request !== null)
    .map(({ connection, method }) => `${connection} ${method}`);
}

/** The era and version of an open session, or the code of the problem. */
export function verdict(detection: Detection): string {
  if (!detection.ok) return detection.problem.code;
  const { era, protocolVersion } = detection.session.negotiated;
  return `${era} ${protocolVersion}`;
}
