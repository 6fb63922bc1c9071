export * from "./error.js";
export * from "./suggest.js";
export * from "./table.js";
