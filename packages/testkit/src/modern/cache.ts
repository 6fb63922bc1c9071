import type { JsonObject } from "@mcptest/pack";

/** Freshness of what can be cached (contract G.3): it is the same for everybody. */
export const CACHE: JsonObject = { ttlMs: 60_000, cacheScope: "public" };
