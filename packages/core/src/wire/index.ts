export { DEFAULT_LIMITS, type LimitCause } from "./limits.js";
export { kindOf, type MessageKind, responseTo, sameId } from "./message.js";
export { createRedactor, MASK, type Redactor } from "./redact.js";
export { displayTarget, displayUrl, secretsOf, secretsOfHeaders } from "./target.js";
export { createTranscript, RECORDED_BYTES, saveTranscript, type TranscriptOptions } from "./transcript.js";
export * from "./types.js";
