/**
 * The core of mcptest: negotiation, wire, loader, runner and report.
 * @packageDocumentation
 */
export * from "./config/index.js";
export * from "./errors/index.js";
export * from "./extensions/index.js";
export * from "./loader/index.js";
export * from "./negotiation/index.js";
export * from "./report/index.js";
export * from "./runner/index.js";
export * from "./wire/index.js";
