/** The npm name of this pack; the transcript tags our requests with it. */
export const PACK_NAME = "@mcptest/pack-negotiation";

/** The modern revision that this pack judges. */
export const MODERN_VERSION = "2026-07-28";

/** An extension that no server knows. */
export const UNKNOWN_EXTENSION = "com.example/unknown-probe";

/** A version that no revision has ever had (C01). */
export const UNKNOWN_VERSION = "1900-01-01";
