import type { Json } from "../json.js";

/** Grammar verdict of an identifier: `loose` lacks only the name behind the slash (contract D.1, J13). */
export type Grammar = "ok" | "loose" | "bad";

/** A parsed extension identifier. */
export interface ExtensionId {
  /** As received. */
  id: string;
  /** `com.example` of `com.example/x`; absent when there is no valid prefix. */
  prefix?: string;
  name?: string;
  grammar: Grammar;
  /** One sentence why the grammar is not `ok`. */
  grammarProblem?: string;
  /** The second label of the prefix is exactly `modelcontextprotocol` or `mcp`. */
  reserved: boolean;
  /** One of the official ids. */
  official: boolean;
  /** `Tasks`, `MCP Apps`, `Skills` or `extension`; for people, never decides what runs. */
  label: string;
  /** The known id that a look-alike (dotted, other case, old name) probably means. */
  didYouMean?: string;
  /** Verdict of table D.2: pass, warn or fail, with reasons. */
  verdict: "pass" | "warn" | "fail";
  reasons: string[];
}

/** One entry of `capabilities.extensions`. */
export interface AdvertisedExtension extends ExtensionId {
  /** The settings as received. */
  settings: Json;
  /** `version` of the settings when it is a string. */
  version?: string;
  /** False when the settings are no object (contract E02). */
  settingsOk: boolean;
}

/** What `capabilities.extensions` holds. */
export interface AdvertisedExtensions {
  /** Keys with a `.` or a `/`, in the order received. */
  extensions: AdvertisedExtension[];
  /** Flat keys and other keys that name no extension, kept aside. */
  aside: AdvertisedExtension[];
  /** How many keys were not read because there are too many. */
  omitted?: number;
  /** What is wrong with the map itself: `null`, an array, a string (contract E01). Absent when there is no map. */
  mapProblem?: string;
  /** True when the capabilities have a member `extensions` at all. */
  present: boolean;
}
