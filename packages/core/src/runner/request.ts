import { McptestError } from "../errors/index.js";
import { secretsOf, secretsOfHeaders } from "../wire/target.js";
import { validateSelection } from "./selection.js";
import type { RunRequest } from "./types.js";

/** Throws for a request that cannot be run: `NOTHING_SELECTED`, and what {@link validateSelection} throws. */
export function validateRequest(request: RunRequest): void {
  if (request.servers.length === 0) throw new McptestError("NOTHING_SELECTED", "no server is selected");
  if (request.packs.length === 0 && request.require.length === 0) {
    throw new McptestError("NOTHING_SELECTED", "no pack is selected");
  }
  validateSelection(request.packs);
}

/** Everything that the user gave and that must not be shown. */
export function allSecrets({ servers, packs, secondIdentity, secrets }: RunRequest): string[] {
  const second = [secondIdentity, ...packs.map(({ loaded }) => loaded.secondIdentity)];
  return [
    ...servers.flatMap(secretsOf),
    ...second.flatMap((headers) => (headers ? secretsOfHeaders(headers) : [])),
    ...(secrets ?? []),
  ];
}
