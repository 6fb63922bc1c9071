/**
 * The mcptest pack for extensions that a server offers as resources on the revisions before 2026-07-28.
 * @packageDocumentation
 */
export type { CompatOptions, Echo, Invocation } from "./options.js";
export { resourceCompatPack, resourceCompatPack as default } from "./pack.js";
