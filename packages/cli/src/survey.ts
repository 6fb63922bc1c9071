import type { AdvertisedExtensions } from "@mcptest/core/extensions";
import type { Negotiated } from "@mcptest/pack";

/** One era of a server and what it advertises there. */
export interface EraSurvey {
  negotiated: Negotiated;
  advertised: AdvertisedExtensions;
  /** What packs recognise of the time before extensions: `Tasks (2025-11-25)`. */
  preExtension: string[];
}

/** An extension that is used and not advertised. */
export interface UnadvertisedUse {
  id: string;
  label: string;
  /** What was seen, one sentence. */
  trace: string;
}

/** What was found out about a server without running any check. */
export interface Survey {
  name: string;
  /** For people: without secrets. */
  target: string;
  /** At least one; the preferred one first. */
  eras: EraSurvey[];
  unadvertised: UnadvertisedUse[];
  /** Remarks of the detection. */
  remarks: string[];
}
