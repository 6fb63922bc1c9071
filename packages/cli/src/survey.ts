import type { EraFacts } from "@mcptest/core/negotiation";

/** One era of a server, and what packs recognise there of the time before extensions: `Tasks (2025-11-25)`. */
export interface SeenEra extends EraFacts {
  preExtension: string[];
}

/** An extension that is used and not advertised. */
export interface UnadvertisedUse {
  id: string;
  label: string;
  /** What was seen, one sentence. */
  trace: string;
}

/** What was found out about a server without running any check. Redacted. */
export interface Seen {
  name: string;
  /** For people: without secrets. */
  target: string;
  /** At least one; the preferred one first. */
  eras: SeenEra[];
  unadvertised: UnadvertisedUse[];
  /** Remarks for the notes. */
  remarks: string[];
}
