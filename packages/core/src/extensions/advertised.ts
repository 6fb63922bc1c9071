import { isObject, type Json, member } from "@mcptest/pack";
import { parseExtensionId } from "./parse.js";
import type { AdvertisedExtension, AdvertisedExtensions } from "./types.js";

/**
 * What `capabilities.extensions` holds (E01, E02). Keys with a `.` or a `/` are extensions; flat keys are kept aside.
 * Takes anything a server may have sent and never throws.
 */
export function advertisedExtensions(capabilities: unknown): AdvertisedExtensions {
  const map = member(capabilities, "extensions");
  if (map === undefined) return { extensions: [], aside: [], present: false };
  if (!isObject(map)) {
    return { extensions: [], aside: [], present: true, mapProblem: `extensions is ${kindOf(map)}, not an object.` };
  }
  const all = Object.keys(map).map((id) => advertisedExtension(id, map[id] as Json));
  return {
    extensions: all.filter(({ id }) => /[./]/.test(id)),
    aside: all.filter(({ id }) => !/[./]/.test(id)),
    present: true,
  };
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
