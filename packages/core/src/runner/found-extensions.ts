import {
  type AdvertisedExtension,
  advertisedExtensions,
  canonicalExtensionId,
  parseExtensionId,
} from "../extensions/index.js";
import type { ExtensionResult, ServerResult } from "../report/model.js";
import { boundedText } from "./bounded.js";
import type { LaneEnd } from "./lane-run.js";
import { settingsProblem } from "./match.js";

/** Extensions of one server that a report lists, and characters of each of their texts. */
const MAX_EXTENSIONS = 1_000;
const MAX_TEXT = 500;

/**
 * The extensions of a server over all its lanes: what it advertises, what it offers through resources, what packs recognise
 * on their pre-extension wires, and what they found in use. One entry for each id and label, in the order in which they were found; where there are
 * too many, also how many were left out.
 */
export function foundExtensions(lanes: readonly LaneEnd[]): Pick<ServerResult, "extensions" | "extensionsLeftOut"> {
  let unread = 0;
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
        ...(known.throughResources || extension.throughResources ? { throughResources: true } : {}),
      });
  };
  for (const { lane, packs } of lanes) {
    const { extensions, omitted = 0 } = advertisedExtensions(lane.session.negotiated.capabilities);
    unread = Math.max(unread, omitted);
    for (const extension of extensions) add(asResult(extension));
    for (const { id } of lane.mapped(lane.session).seen()) add(throughResources(id));
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
  const extensions = [...found.values()].slice(0, MAX_EXTENSIONS);
  const leftOut = found.size - extensions.length + unread;
  return { extensions, ...(leftOut > 0 ? { extensionsLeftOut: leftOut } : {}) };
}

function throughResources(id: string): ExtensionResult {
  const { label, grammar } = parseExtensionId(id);
  return { id: boundedText(id, MAX_TEXT), label, advertised: false, inUse: false, throughResources: true, grammar };
}

function asResult({ id, label, version, grammar, settings, settingsOk }: AdvertisedExtension): ExtensionResult {
  const shown = version === undefined ? {} : { version: boundedText(version, MAX_TEXT) };
  return {
    id: boundedText(id, MAX_TEXT),
    label,
    ...shown,
    advertised: true,
    ...(settingsOk ? {} : { settingsProblem: settingsProblem(settings) }),
    inUse: false,
    grammar,
  };
}
