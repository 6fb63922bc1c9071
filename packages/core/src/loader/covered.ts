import { canonicalExtensionId } from "../extensions/index.js";
import type { LoadedPack } from "./types.js";

/** Why a pack that nobody named does not run: one of those `before` it stands for its extension. */
export function coveredBy(
  { named, pack: { extension } }: LoadedPack,
  before: readonly LoadedPack[],
): string | undefined {
  if (named || extension === "*") return undefined;
  const id = canonicalExtensionId(extension);
  const other = before.find(({ pack }) => canonicalExtensionId(pack.extension) === id);
  return other && `${other.pack.name} already stands for ${extension}; name both packs to run both`;
}
