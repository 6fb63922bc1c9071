/**
 * Register an extension once; serve it natively on 2026-07-28 and as ordinary resources on older revisions.
 * @packageDocumentation
 */
export type * from "./types.js";
