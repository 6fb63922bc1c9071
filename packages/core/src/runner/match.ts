import { at, excerpt, isObject, type Json, type Negotiated, type Pack, type Route } from "@mcptest/pack";
import { advertisedExtensions, advertisedKey, canonicalExtensionId } from "../extensions/index.js";
import { routesOf } from "../host/index.js";

/** The entry of `capabilities.extensions` that stands for an id: the id itself, else its dotted form. */
export interface Advertisement {
  /** As the server wrote it. */
  id: string;
  settings: Json;
  settingsOk: boolean;
}

/** Whether a server offers the extension of a pack, and how that is known; or why not, in words. */
export type Offer =
  /**
   * `everywhere`: the pack has no id of its own. `label` is set for the pack's pre-extension wire, `route` where one of the
   * routes of the contract leads there.
   */
  | {
      offered: true;
      by: "advertisement" | "resources" | "pre-extension wire" | "everywhere";
      label?: string;
      route?: Route;
    }
  | { offered: false; reason: string };

/** Looks `id` up in the capabilities of a connection. */
export function advertisementOf(negotiated: Negotiated, id: string): Advertisement | undefined {
  const key = advertisedKey(negotiated.capabilities, id);
  const settings = key === undefined ? undefined : at(negotiated.capabilities, "extensions", key);
  return key === undefined || settings === undefined
    ? undefined
    : { id: key, settings, settingsOk: isObject(settings) };
}

/** What was looked up about one server beside its capabilities. */
export interface Lookup {
  /** Label of the pack's pre-extension wire, where it recognises that. */
  preExtensionLabel?: string;
  /** The server offers the id through resources on this lane. */
  isMapped?: boolean;
}

/**
 * Whether the server offers what `pack` tests. An entry whose settings are no object offers nothing (E02). On a legacy
 * revision an entry counts for packs that work on the unofficial route, an interface among the resources for those that
 * work on that route.
 */
export function offerOf(pack: Pack, negotiated: Negotiated, { preExtensionLabel, isMapped }: Lookup = {}): Offer {
  if (pack.extension === "*") return { offered: true, by: "everywhere" };
  if (preExtensionLabel !== undefined) return { offered: true, by: "pre-extension wire", label: preExtensionLabel };
  const absence = absenceOf(pack.extension, negotiated);
  const route = negotiated.era === "modern" ? "native" : "unofficial";
  const routes = routesOf(pack);
  if (absence === undefined && routes.includes(route)) return { offered: true, by: "advertisement", route };
  if (isMapped && routes.includes("resources")) return { offered: true, by: "resources", route: "resources" };
  const { protocolVersion } = negotiated;
  if (isMapped) {
    const reason = `it is offered through resources on ${protocolVersion}, a route on which ${pack.name} does not work`;
    return { offered: false, reason };
  }
  const elsewhere = `the server names ${pack.extension} on ${protocolVersion}, where ${pack.name} does not look for it`;
  return { offered: false, reason: absence ?? elsewhere };
}

/**
 * The fact `route` of a pack on a lane: `own` on its pre-extension wire, `native` on any modern revision. `undefined` on a
 * legacy one where the extension is not offered, and for a pack without an id.
 */
export function routeFact(pack: Pack, { era }: Negotiated, offer: Offer): Route | "own" | undefined {
  if (pack.extension === "*") return undefined;
  if (offer.offered && offer.by === "pre-extension wire") return "own";
  return (offer.offered ? offer.route : undefined) ?? (era === "modern" ? "native" : undefined);
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
