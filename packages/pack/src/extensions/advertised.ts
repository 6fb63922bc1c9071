import { isObject, type Json, member } from "../json.js";
import { canonicalExtensionId, parseExtensionId } from "./parse.js";
import type { AdvertisedExtension, AdvertisedExtensions } from "./types.js";

/** Keys that are read; a message has room for hundreds of thousands, and each costs time and memory. */
const MAX_KEYS = 10_000;

/**
 * What `capabilities.extensions` holds (E01, E02). Keys with a `.` or a `/` are extensions; flat keys are kept aside. Of
 * more than 10 000 keys the first are read. Takes anything a server may have sent and never throws.
 */
export function advertisedExtensions(capabilities: unknown): AdvertisedExtensions {
  const map = member(capabilities, "extensions");
  if (map === undefined) return { extensions: [], aside: [], present: false };
  if (!isObject(map)) {
    return { extensions: [], aside: [], present: true, mapProblem: `extensions is ${kindOf(map)}, not an object.` };
  }
  const keys = Object.keys(map);
  const all = keys.slice(0, MAX_KEYS).map((id) => advertisedExtension(id, map[id] as Json));
  return {
    ...(keys.length > MAX_KEYS ? { omitted: keys.length - MAX_KEYS } : {}),
    extensions: all.filter(({ id }) => /[./]/.test(id)),
    aside: all.filter(({ id }) => !/[./]/.test(id)),
    present: true,
  };
}

/**
 * The key under which an extension stands: `id` in its slash form, else its dotted form. `undefined` when neither is
 * there. Looks among all keys, however many there are.
 */
export function advertisedKey(capabilities: unknown, id: string): string | undefined {
  const map = member(capabilities, "extensions");
  const wanted = canonicalExtensionId(id);
  if (!isObject(map)) return undefined;
  if (Object.hasOwn(map, wanted)) return wanted;
  return Object.keys(map).find((key) => canonicalExtensionId(key) === wanted);
}

function advertisedExtension(id: string, settings: Json): AdvertisedExtension {
  const version = member(settings, "version");
  return {
    ...parseExtensionId(id),
    settings,
    ...(typeof version === "string" ? { version } : {}),
    settingsOk: isObject(settings),
  };
}

function kindOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
