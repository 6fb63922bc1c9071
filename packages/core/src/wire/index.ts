export type { HeaderList } from "@mcptest/pack";
export { isHeaderName, isHeaderValue } from "./header-syntax.js";
export { DEFAULT_LIMITS } from "./limits.js";
export { type EndHandler, type EndReason, installProcessCleanup, killAllProcesses } from "./process-registry.js";
export { createRedactor, type Redactor } from "./redact.js";
export { displayTarget, secretsOf, secretsOfHeaders } from "./target.js";
export { createTranscript, type TranscriptOptions } from "./transcript.js";
export * from "./types.js";
