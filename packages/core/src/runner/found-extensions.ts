import {
  type AdvertisedExtension,
  advertisedExtensions,
  canonicalExtensionId,
  parseExtensionId,
} from "../extensions/index.js";
import type { ExtensionResult } from "../report/model.js";
import type { LaneEnd } from "./lane-run.js";

/**
 * The extensions of a server over all its lanes: what it advertises, what packs recognise on their pre-extension wires,
 * and what they found in use. One entry for each id and label, in the order in which they were found.
 */
export function foundExtensions(lanes: readonly LaneEnd[]): ExtensionResult[] {
  const found = new Map<string, ExtensionResult>();
  const add = (extension: ExtensionResult) => {
    const key = JSON.stringify([extension.id, extension.label]);
    const known = found.get(key);
    if (!known) found.set(key, extension);
    else
      found.set(key, {
        ...known,
        advertised: known.advertised || extension.advertised,
        inUse: known.inUse || extension.inUse,
      });
  };
  for (const { lane, packs } of lanes) {
    const { extensions } = advertisedExtensions(lane.session.negotiated.capabilities);
    for (const extension of extensions) add(asResult(extension));
    for (const { candidate, selection } of packs) {
      const { offer, detected } = candidate;
      const id = canonicalExtensionId(selection.loaded.pack.extension);
      if (id === "*") continue;
      const { label, grammar } = parseExtensionId(id);
      if (offer.offered && offer.label !== undefined) {
        add({ id, label: offer.label, advertised: true, inUse: false, grammar });
      } else if (detected) {
        add({ id, label, advertised: false, inUse: true, grammar });
      }
    }
  }
  return [...found.values()];
}

function asResult({ id, label, version, grammar }: AdvertisedExtension): ExtensionResult {
  return { id, label, ...(version === undefined ? {} : { version }), advertised: true, inUse: false, grammar };
}
