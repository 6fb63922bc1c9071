export * from "./conformance.js";
export * from "./model.js";
