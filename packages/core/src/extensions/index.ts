export * from "./advertised.js";
export { canonicalExtensionId, parseExtensionId } from "./parse.js";
export * from "./types.js";
