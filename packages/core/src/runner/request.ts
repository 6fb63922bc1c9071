import { checksOf } from "@mcptest/pack";
import { didYouMean, McptestError, throwAll } from "../errors/index.js";
import { secretsOf, secretsOfHeaders } from "../wire/target.js";
import { HOST_CHECKS } from "./require.js";
import { validateSelection } from "./selection.js";
import type { RunRequest } from "./types.js";

/** Throws for a request that cannot be run: `NOTHING_SELECTED`, and what {@link validateSelection} throws. */
export function validateRequest(request: RunRequest): void {
  if (request.servers.length === 0) throw new McptestError("NOTHING_SELECTED", "no server is selected");
  if (request.packs.length === 0 && request.require.length === 0) {
    throw new McptestError("NOTHING_SELECTED", "no pack is selected");
  }
  if (request.also !== undefined && request.servers.length > 1) {
    throw new McptestError(
      "USAGE_BAD_VALUE",
      "another target (--also) is that of one server, and several are selected",
      {
        fix: "Select one server, or leave out --also.",
      },
    );
  }
  validateSelection(request.packs);
  validateTolerations(request);
}

/**
 * Throws `CHECK_UNKNOWN` for every entry of `tolerate` whose check no pack has: of the run, or of the pack that it names. An
 * entry for a pack that is not in the run means nothing here.
 */
export function validateTolerations({
  packs,
  tolerate = [],
  hasEveryPack = true,
}: Pick<RunRequest, "packs" | "tolerate" | "hasEveryPack">): void {
  const errors = tolerate.flatMap(({ check, pack }) => {
    const meant = packs.filter(({ loaded }) => pack === undefined || pack === loaded.pack.name || pack === loaded.key);
    if (pack === undefined ? !hasEveryPack : meant.length === 0) return [];
    const known = meant.flatMap(({ loaded }) => checksOf(loaded.pack).map(({ id }) => id));
    if (pack === undefined) known.push(...HOST_CHECKS.map(({ id }) => id));
    if (known.includes(check)) return [];
    const where = pack ?? (meant.length === 1 ? meant[0]?.loaded.pack.name : "the packs");
    return new McptestError(
      "CHECK_UNKNOWN",
      `tolerate: there is no check "${check}" in ${where}.${didYouMean(check, known)}`,
      { fix: "Correct the id, or take the entry out of tolerate." },
    );
  });
  throwAll(errors);
}

/** Everything that the user gave and that must not be shown. */
export function allSecrets({ servers, also, packs, secondIdentity, secrets }: RunRequest): string[] {
  const second = [secondIdentity, ...packs.map(({ loaded }) => loaded.secondIdentity)];
  return [
    ...[...servers, ...(also ? [also] : [])].flatMap(secretsOf),
    ...second.flatMap((headers) => (headers ? secretsOfHeaders(headers) : [])),
    ...(secrets ?? []),
  ];
}
