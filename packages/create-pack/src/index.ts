/**
 * Makes a complete mcptest pack in a folder: what `npm create mcptest-pack` runs.
 * @packageDocumentation
 */
export { createPack, type Language, type PackPlan } from "./create.js";
export { planOf, type Wishes } from "./plan.js";
export { isRefusal, type Refusal } from "./refusal.js";
