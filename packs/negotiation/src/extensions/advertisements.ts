import {
  type AdvertisedExtension,
  advertisedExtensions,
  canonicalExtensionId,
  isObject,
  type JsonObject,
  member,
  type PackContext,
  resultOf,
  type Verdict,
} from "@mcptest/pack";
import { recorded } from "../record.js";

/** One answer to `server/discover` that names capabilities. */
export interface Advertisement {
  /** Number of the exchange. */
  exchange: number;
  /** As received: of any JSON type. */
  capabilities: JsonObject;
}

/** An advertised extension, and the first exchange that shows it like this. */
export interface Advertised extends AdvertisedExtension {
  exchange: number;
}

/** How a recorded key of more than 64 Ki characters ends; whether the whole was an id cannot be seen any more. */
const SHORTENED = /^[\s\S]{1000,}… \(\d+ characters, SHA-256 [0-9a-f]{64}\)$/;

/** Every recorded answer to `server/discover` whose capabilities are an object, in order. */
export async function advertisements(
  context: Pick<PackContext, "host" | "negotiated">,
): Promise<[Advertisement, ...Advertisement[]] | []> {
  const found = (await recorded(context))
    .filter(({ method }) => method === "server/discover")
    .flatMap((exchange): Advertisement[] => {
      const capabilities = member(resultOf(exchange), "capabilities");
      return isObject(capabilities) ? [{ exchange: exchange.number, capabilities }] : [];
    });
  return found as [Advertisement, ...Advertisement[]] | [];
}

/**
 * The entries of `capabilities.extensions`, flat keys included, each id once per JSON type of its settings: as many as
 * {@link advertisedExtensions} reads, and a note about the rest. Where there is none, the check is said to be not applicable.
 */
export async function advertisedEntries(
  verdict: Verdict,
  context: Pick<PackContext, "host" | "negotiated">,
): Promise<Advertised[]> {
  const entries = new Map<string, Advertised>();
  let omitted = 0;
  for (const { exchange, capabilities } of await advertisements(context)) {
    const read = advertisedExtensions(capabilities);
    const all = [...read.extensions, ...read.aside];
    const judged = all.filter(({ id }) => !SHORTENED.test(id));
    omitted = Math.max(omitted, (read.omitted ?? 0) + all.length - judged.length);
    for (const entry of judged) {
      const key = JSON.stringify([entry.id, entry.settingsOk]);
      if (!entries.has(key)) entries.set(key, { ...entry, exchange });
    }
  }
  if (entries.size === 0 && omitted === 0) verdict.notApplicable(NONE_ADVERTISED);
  if (omitted > 0) verdict.note(`${omitted} more of the entries of capabilities.extensions were not looked at`);
  return [...entries.values()];
}

/** Why a check of advertised extensions does not apply. */
export const NONE_ADVERTISED = "server/discover advertises no extensions";

/** Ids that any of these answers advertises, with settings of any type, in their slash form. */
export function advertisedIds(list: readonly Advertisement[]): string[] {
  const ids = list.flatMap(({ capabilities }) => {
    const map = member(capabilities, "extensions");
    return isObject(map) ? Object.keys(map) : [];
  });
  return [...new Set(ids.map(canonicalExtensionId))];
}
