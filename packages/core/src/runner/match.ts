import { excerpt, type Json, type Negotiated, type Pack } from "@mcptest/pack";
import { advertisedExtensions, canonicalExtensionId } from "../extensions/index.js";

/** The entry of `capabilities.extensions` that stands for an id: the id itself, else its dotted form. */
export interface Advertisement {
  /** As the server wrote it. */
  id: string;
  settings: Json;
  settingsOk: boolean;
}

/** Whether a server offers the extension of a pack, and how that is known; or why not, in words. */
export type Offer =
  /** `everywhere`: the pack has no id of its own. `label` is set for the pack's pre-extension wire. */
  | { offered: true; by: "advertisement" | "pre-extension wire" | "everywhere"; label?: string }
  | { offered: false; reason: string };

/** Looks `id` up in the capabilities of a connection. */
export function advertisementOf(negotiated: Negotiated, id: string): Advertisement | undefined {
  const wanted = canonicalExtensionId(id);
  const { extensions } = advertisedExtensions(negotiated.capabilities);
  const found =
    extensions.find((extension) => extension.id === wanted) ??
    extensions.find((extension) => canonicalExtensionId(extension.id) === wanted);
  return found && { id: found.id, settings: found.settings, settingsOk: found.settingsOk };
}

/**
 * Whether the server offers what `pack` tests. An entry whose settings are no object offers nothing (E02). On a legacy
 * revision an entry counts for packs that work on the unofficial route.
 */
export function offerOf(pack: Pack, negotiated: Negotiated, preExtensionLabel: string | undefined): Offer {
  if (pack.extension === "*") return { offered: true, by: "everywhere" };
  if (preExtensionLabel !== undefined) return { offered: true, by: "pre-extension wire", label: preExtensionLabel };
  const found = advertisementOf(negotiated, pack.extension);
  if (!found) return { offered: false, reason: notAdvertised(pack.extension, negotiated) };
  if (!found.settingsOk) return { offered: false, reason: brokenAdvertisement(found) };
  const route = negotiated.era === "modern" ? "native" : "unofficial";
  if (routesOf(pack).includes(route)) return { offered: true, by: "advertisement" };
  const reason = `the server names ${found.id} on ${negotiated.protocolVersion}, where ${pack.name} does not look for it`;
  return { offered: false, reason };
}

/** Why an id counts as absent although a key of that name may stand in the capabilities. */
export function absenceOf(id: string, negotiated: Negotiated): string | undefined {
  const found = advertisementOf(negotiated, id);
  if (!found) return notAdvertised(id, negotiated);
  return found.settingsOk ? undefined : brokenAdvertisement(found);
}

function notAdvertised(id: string, { protocolVersion, discovered }: Negotiated): string {
  const unknown = discovered ? "" : ": it has no server/discover, so its capabilities are unknown";
  return `the server does not advertise ${id} on ${protocolVersion}${unknown}`;
}

function brokenAdvertisement({ id, settings }: Advertisement): string {
  return `the server advertises ${id} with ${excerpt(settings, 80)}, which is no object of settings`;
}

function routesOf(pack: Pack): readonly string[] {
  return pack.routes ?? (pack.preExtensionWire ? ["native"] : ["native", "unofficial"]);
}
