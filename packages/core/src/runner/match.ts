import { at, excerpt, isObject, type Json, type Negotiated, type Pack } from "@mcptest/pack";
import { advertisedExtensions, advertisedKey, canonicalExtensionId } from "../extensions/index.js";

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
  const key = advertisedKey(negotiated.capabilities, id);
  const settings = key === undefined ? undefined : at(negotiated.capabilities, "extensions", key);
  return key === undefined || settings === undefined
    ? undefined
    : { id: key, settings, settingsOk: isObject(settings) };
}

/**
 * Whether the server offers what `pack` tests. An entry whose settings are no object offers nothing (E02). On a legacy
 * revision an entry counts for packs that work on the unofficial route.
 */
export function offerOf(pack: Pack, negotiated: Negotiated, preExtensionLabel: string | undefined): Offer {
  if (pack.extension === "*") return { offered: true, by: "everywhere" };
  if (preExtensionLabel !== undefined) return { offered: true, by: "pre-extension wire", label: preExtensionLabel };
  const absence = absenceOf(pack.extension, negotiated);
  if (absence !== undefined) return { offered: false, reason: absence };
  const route = negotiated.era === "modern" ? "native" : "unofficial";
  if (routesOf(pack).includes(route)) return { offered: true, by: "advertisement" };
  const reason = `the server names ${pack.extension} on ${negotiated.protocolVersion}, where ${pack.name} does not look for it`;
  return { offered: false, reason };
}

/** Why an id counts as absent although a key of that name may stand in the capabilities. */
export function absenceOf(id: string, negotiated: Negotiated): string | undefined {
  if (advertisementOf(negotiated, id)?.settingsOk) return undefined;
  const unknown = negotiated.discovered ? undefined : "it has no server/discover, so its capabilities are unknown";
  const because = nearMissOf(id, negotiated) ?? unknown;
  return `the server does not advertise ${id} on ${negotiated.protocolVersion}${because === undefined ? "" : `: ${because}`}`;
}

/**
 * What stands in the capabilities in place of `id`, in words: a map that is none, settings that are no object (E02), an
 * id in another case or by an old name, a flat key. `undefined` where nothing comes near, or the id itself is there.
 */
export function nearMissOf(id: string, negotiated: Negotiated): string | undefined {
  const found = advertisementOf(negotiated, id);
  if (found) return found.settingsOk ? undefined : `the settings of ${found.id} are ${settingsProblem(found.settings)}`;
  const { mapProblem, extensions, aside } = advertisedExtensions(negotiated.capabilities);
  if (mapProblem !== undefined) return `capabilities.${mapProblem.replace(/\.$/, "")}`;
  const wanted = canonicalExtensionId(id).toLowerCase();
  const inOtherCase = extensions.find((other) => canonicalExtensionId(other.id).toLowerCase() === wanted);
  if (inOtherCase) return `it advertises ${excerpt(inOtherCase.id, 80)}, which differs in case and so is another id`;
  const oldName = extensions.find(({ didYouMean }) => didYouMean === canonicalExtensionId(id));
  if (oldName) return `it advertises ${excerpt(oldName.id, 80)}, which is another id`;
  const flat = aside.find((other) => other.id.toLowerCase() === wanted.slice(wanted.lastIndexOf("/") + 1));
  return flat && `it advertises ${excerpt(flat.id, 80)}, a flat key, which names no extension`;
}

/** `true, not an object`: what is wrong with settings that are no object. */
export function settingsProblem(settings: Json): string {
  return `${excerpt(settings, 80)}, not an object`;
}

function routesOf(pack: Pack): readonly string[] {
  return pack.routes ?? (pack.preExtensionWire ? ["native"] : ["native", "unofficial"]);
}
