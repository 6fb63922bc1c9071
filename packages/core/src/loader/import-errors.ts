import { McptestError } from "../errors/index.js";
import type { ImportFailure } from "./import.js";
import { calledIn, fixForInner } from "./missing.js";
import type { PackRequest } from "./types.js";

/** The entry of a pack is there and holds none. */
export function notAPack(request: PackRequest, file: string, what: string): McptestError {
  return new McptestError(
    "PACK_NOT_A_PACK",
    `${request.name}, named in ${request.namedIn}, is no pack (${file}): ${what}`,
  );
}

/** The entry of a pack is there, and importing it fails. */
export function importError(
  { message, place, missing }: ImportFailure,
  request: PackRequest,
  file: string,
  cause?: unknown,
) {
  const where = place === undefined ? file : `${file}, at ${place}`;
  const what = `${calledIn(request)} is there, and importing it fails (${where}): ${message}`;
  return new McptestError("PACK_BROKEN", what, {
    cause,
    ...(missing === undefined ? {} : { fix: fixForInner(missing, request, file) }),
  });
}

/** The import of a pack did not settle. */
export function neverImported(request: PackRequest, file: string, limit: number): McptestError {
  return new McptestError(
    "PACK_BROKEN",
    `${calledIn(request)} did not finish its import within ${limit} ms (${file}): a top-level await may never settle`,
  );
}
