/**
 * Register an extension once; serve it natively on 2026-07-28 and as ordinary resources on older revisions.
 * @packageDocumentation
 */
export {
  REGISTRATION_ERRORS,
  RegistrationError,
  type RegistrationErrorCode,
  type RegistrationErrorEntry,
} from "./errors.js";
export { Extension } from "./extension.js";
export { ExtensionRegistry, type ExtensionRegistryOptions } from "./registry.js";
export { Rejected } from "./rejected.js";
export type { Configure } from "./server.js";
export type * from "./types.js";
