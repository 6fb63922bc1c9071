import type { CallError, CatalogOptions, Outcome } from "./catalog-types.js";
import { jsonCopy } from "./json.js";
import { Rejected } from "./rejected.js";

/** JSON-RPC error codes. */
export const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const INTERNAL_ERROR = -32603;

type Failed = Extract<Outcome<never>, { ok: false }>;

/** Arguments that are none. `data` has the complaints of the schema. */
export function invalidParams(message: string, data?: unknown): Failed {
  return { ok: false, error: { code: INVALID_PARAMS, message, ...(data === undefined ? {} : { data }) } };
}

/** Something is wrong with the server: the caller learns no more than that, `onError` learns what. */
export function internalError(what: string, cause: unknown, onError: CatalogOptions["onError"]): Failed {
  try {
    onError?.(new Error(what, { cause }));
  } catch {
    // Whoever is told must not change the answer.
  }
  return { ok: false, error: { code: INTERNAL_ERROR, message: "Internal error" } };
}

/** What was thrown by a handler, for the caller: a deliberate refusal as it is, everything else without its words. */
export function failureOf(thrown: unknown, what: string, onError: CatalogOptions["onError"]): Failed {
  if (!(thrown instanceof Rejected)) return internalError(`${what} failed.`, thrown, onError);
  const error: CallError = { code: thrown.code, message: String(thrown.message) };
  try {
    const data = jsonCopy(thrown.data);
    return { ok: false, error: data === undefined ? error : { ...error, data } };
  } catch (cause) {
    return internalError(`${what} refused with data that are no JSON.`, cause, onError);
  }
}
