/**
 * The contract between mcptest and the packs that test extensions.
 * @packageDocumentation
 */
export * from "./answers.js";
export type { BrowserAccess } from "./browser.js";
export * from "./check.js";
export * from "./define.js";
export * from "./exchange.js";
export * from "./extensions/index.js";
export * from "./header-value.js";
export type {
  ArtifactRef,
  CallOptions,
  Connection,
  OpenOptions,
  PackHost,
  ProcessEnd,
  RequestSpec,
  ServerAnswer,
  ServerRequest,
  Stream,
  TranscriptQuery,
} from "./host.js";
export * from "./json.js";
export * from "./made-up.js";
export * from "./mapping.js";
export * from "./ownership.js";
export * from "./pack.js";
export { withPages } from "./pages.js";
export * from "./protocol.js";
export * from "./sample.js";
export { type Finding, say } from "./say.js";
export * from "./simple.js";
export type { SchemaIssue, StandardSchema } from "./standard-schema.js";
export * from "./trouble.js";
export * from "./unavailable.js";
export { normalForm } from "./uri-form.js";
export * from "./uri-template.js";
export * from "./verdict.js";
