export { LEGACY_VERSIONS, MODERN_VERSIONS } from "@mcptest/pack";
export { createEraCache, type EraCache, type KnownEra } from "./era-cache.js";
export { type Inventory, inventory } from "./inventory.js";
export { negotiate } from "./negotiate.js";
export * from "./paging.js";
export { buildRequest, type RequestBase } from "./request.js";
export * from "./survey.js";
export * from "./types.js";
