import {
  at,
  type Exchange,
  idOfManifest,
  isObject,
  type JsonObject,
  mappedValue,
  resultOf,
  sentJson,
} from "@mcptest/pack";
import { isMapped } from "./listing.js";

/** A mapped address that was read on an older revision. */
export interface RecordedRead {
  version: string;
  uri: string;
  exchange: Exchange;
}

/** The revision of a lane of an older revision: of `http-legacy-2025-06-18` the last part. The other target has none. */
export function legacyVersion(lane: string): string | undefined {
  return /^(?:http|stdio)-legacy-(.+)$/.exec(lane)?.[1];
}

/** The readings of mapped addresses, whichever pack made them. */
export function recordedReads(exchanges: readonly Exchange[]): RecordedRead[] {
  return exchanges.flatMap((exchange) => {
    const version = legacyVersion(exchange.tags.lane);
    if (version === undefined || exchange.method !== "resources/read") return [];
    const uri = at(sentJson(exchange), "params", "uri");
    return typeof uri === "string" && isMapped(uri) ? [{ version, uri, exchange }] : [];
  });
}

/** The manifests among them, by `VERSION ID`. */
export function recordedManifests(reads: readonly RecordedRead[]): Map<string, { id: string; manifest: JsonObject }> {
  const found = new Map<string, { id: string; manifest: JsonObject }>();
  for (const { version, uri, exchange } of reads) {
    const id = idOfManifest(uri);
    const manifest = id === undefined ? undefined : mappedValue(resultOf(exchange));
    if (id !== undefined && isObject(manifest)) found.set(`${version} ${id}`, { id, manifest });
  }
  return found;
}
