import {
  type Connection,
  type Exchange,
  idOfManifest,
  type JsonObject,
  MAPPING_SCHEME,
  manifestUri,
  mappedPrefix,
  mappedValue,
  owningId,
  type PackHost,
  resultOf,
} from "@mcptest/pack";
import { addressesOf, isMapped, type Listing } from "./listing.js";

/** Extensions of one server that are looked at. */
const MOST_IDS = 20;

/** The interface of an extension on one revision. */
export interface Interface {
  /** As it stands in the addresses. */
  id: string;
  /** `mcp-extensions://ID/` */
  prefix: string;
  /** `manifest.json` stands in `resources/list`. */
  listed: boolean;
  /** The reading of `manifest.json`. */
  read: Exchange;
  /** The manifest, where it could be read as a JSON object. */
  manifest?: JsonObject;
}

/**
 * The ids in the mapped addresses of both lists, and whether each has its manifest in `resources/list`. What belongs to no
 * manifest stands for the id that its first two segments make.
 */
export function idsIn(resources: readonly string[], templates: readonly string[]): Map<string, { listed: boolean }> {
  const ids = new Map<string, { listed: boolean }>();
  for (const uri of resources) {
    const id = idOfManifest(uri);
    if (id !== undefined) ids.set(id, { listed: true });
  }
  for (const address of [...resources, ...templates]) {
    if (!isMapped(address) || owningId(address, ids.keys()) !== undefined) continue;
    ids.set(firstSegments(address), { listed: false });
  }
  return ids;
}

/** Reads the manifest of every extension that the lists name. */
export async function readInterfaces(
  host: PackHost,
  on: Connection,
  lists: { resources: Listing; templates: Listing },
): Promise<Interface[]> {
  const ids = idsIn(addressesOf(lists.resources), addressesOf(lists.templates));
  const interfaces: Interface[] = [];
  for (const [id, { listed }] of [...ids].slice(0, MOST_IDS)) {
    const read = await readResource(host, on, manifestUri(id));
    const manifest = mappedValue(resultOf(read));
    interfaces.push({ id, prefix: mappedPrefix(id), listed, read, ...(manifest ? { manifest } : {}) });
  }
  return interfaces;
}

/** Reads one resource. */
export function readResource(host: PackHost, on: Connection, uri: string, defect?: string): Promise<Exchange> {
  const request = { method: "resources/read", params: { uri } };
  return host.exchange(on, defect === undefined ? request : { ...request, freshSocket: true, defect });
}

function firstSegments(address: string): string {
  const [path = ""] = address.slice(MAPPING_SCHEME.length).split(/[?#{]/, 1);
  return path.split("/").slice(0, 2).join("/");
}
