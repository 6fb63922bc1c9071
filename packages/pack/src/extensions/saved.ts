import type { Negotiated } from "../exchange.js";
import { excerpt, isObject, type Json, type JsonObject, member } from "../json.js";
import type { Era, Transport } from "../protocol.js";

/** The one version of the form of a saved file. */
export const SAVED_SCHEMA_VERSION = 1;

/** Lanes that a saved file may have; a server has a handful. */
const MAX_LANES = 100;

/** What one way of talking to a server gave when it was saved. */
export interface SavedLane {
  transport: Transport;
  era: Era;
  protocolVersion: string;
  /** As received. */
  capabilities: JsonObject;
  /** As received. */
  serverInfo?: JsonObject;
}

/** The file that `mcptest capabilities --save` writes and the option `baseline` reads (E11). */
export interface SavedCapabilities {
  schemaVersion: typeof SAVED_SCHEMA_VERSION;
  /** What wrote the file. */
  tool: { name: string; version: string };
  /** ISO 8601. */
  savedAt: string;
  /** `target`: command or URL, for people, without secrets. */
  server: { name: string; target: string };
  lanes: SavedLane[];
}

/**
 * Reads the JSON of a saved file: the file, or one sentence that says why it is none. Members that it does not know are
 * left out. Takes any JSON and never throws.
 */
export function readSavedCapabilities(json: unknown): SavedCapabilities | string {
  if (!isObject(json)) return "It is no JSON object.";
  const version = member(json, "schemaVersion");
  if (version !== SAVED_SCHEMA_VERSION) {
    return `Its schemaVersion is ${excerpt(version, 40)}, and this version reads ${SAVED_SCHEMA_VERSION}.`;
  }
  const tool = texts(member(json, "tool"), ["name", "version"]);
  if (!tool) return "Its member tool has no name or no version.";
  const savedAt = member(json, "savedAt");
  if (typeof savedAt !== "string") return "Its member savedAt is no text.";
  const server = texts(member(json, "server"), ["name", "target"]);
  if (!server) return "Its member server has no name or no target.";
  const given = member(json, "lanes");
  if (!Array.isArray(given)) return "Its member lanes is no array.";
  if (given.length > MAX_LANES) return `It has ${given.length} lanes, which no server has.`;
  const lanes: SavedLane[] = [];
  for (const [index, entry] of given.entries()) {
    const lane = readLane(entry);
    if (typeof lane === "string") return `lanes[${index}] ${lane}.`;
    lanes.push(lane);
  }
  return { schemaVersion: SAVED_SCHEMA_VERSION, tool, savedAt, server, lanes };
}

/**
 * The saved lane that a lane compares with: that of the same transport and era, else that of the same era; among several
 * the one of the same revision. `undefined` where the era was not saved.
 */
export function savedLaneFor(
  { lanes }: Pick<SavedCapabilities, "lanes">,
  { transport, era, protocolVersion }: Pick<Negotiated, "transport" | "era" | "protocolVersion">,
): SavedLane | undefined {
  const sameEra = lanes.filter((lane) => lane.era === era);
  const sameTransport = sameEra.filter((lane) => lane.transport === transport);
  const candidates = sameTransport.length > 0 ? sameTransport : sameEra;
  return candidates.find((lane) => lane.protocolVersion === protocolVersion) ?? candidates[0];
}

/** The lane, or the rest of a sentence that says what is wrong with it. */
function readLane(entry: Json): SavedLane | string {
  const transport = member(entry, "transport");
  const era = member(entry, "era");
  const protocolVersion = member(entry, "protocolVersion");
  const capabilities = member(entry, "capabilities");
  const serverInfo = member(entry, "serverInfo");
  if (transport !== "stdio" && transport !== "http") return "has no transport stdio or http";
  if (era !== "modern" && era !== "legacy") return "has no era modern or legacy";
  if (typeof protocolVersion !== "string") return "has no protocolVersion";
  if (!isObject(capabilities)) return "has no capabilities";
  if (serverInfo !== undefined && !isObject(serverInfo)) return "has a serverInfo that is no object";
  return { transport, era, protocolVersion, capabilities, ...(serverInfo ? { serverInfo } : {}) };
}

/** These members of `value`, or `undefined` where one of them is no text. */
function texts<K extends string>(value: unknown, keys: readonly K[]): Record<K, string> | undefined {
  const found = keys.map((key) => [key, member(value, key)] as const);
  if (found.some(([, text]) => typeof text !== "string")) return undefined;
  return Object.fromEntries(found) as Record<K, string>;
}
