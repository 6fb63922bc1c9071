export type { Exchange, Json, JsonObject, RuleSource } from "@mcptest/pack";
export { at, excerpt, isObject, member } from "@mcptest/pack";
export * from "./conformance.js";
export * from "./conformance-report.js";
export * from "./listing.js";
export * from "./model.js";
export * from "./recorded.js";
export * from "./report-groups.js";
export { shownStderr } from "./stderr-lines.js";
