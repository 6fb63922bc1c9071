export * from "./advertised.js";
export * from "./changes.js";
export { EXPERIMENTAL_EXTENSIONS, OFFICIAL_PREFIX } from "./known.js";
export { canonicalExtensionId, parseExtensionId, reservedPrefixProblem, reversedDomainProblem } from "./parse.js";
export * from "./saved.js";
export * from "./types.js";
