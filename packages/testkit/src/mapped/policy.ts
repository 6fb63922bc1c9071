import type { Json, JsonObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import type { MappedExtension, MappedMethod } from "./extension.js";
import { complaintOf } from "./schema.js";

/** Decisions of the mapped server's own parts. */
export interface MappedPolicy {
  /** Entries on one page of `resources/list` and `resources/templates/list`. Default 4. */
  pageSize: number;
  /** Extensions besides the usual ones. Default: none. */
  extensions: readonly MappedExtension[];
  /** Entries of the legacy `resources/list`, all pages together. Default: as they are. */
  resources(entries: JsonObject[], call: Call): JsonObject[];
  /** Entries of the legacy `resources/templates/list`, all pages together. Default: as they are. */
  templates(entries: JsonObject[], call: Call): JsonObject[];
  /** What `manifest.json` says. Default: as it is. */
  manifest(manifest: JsonObject): JsonObject;
  /** Decodes what stands behind `?params=`; throws where it cannot. Default: once, strictly. */
  decode(text: string, method: string): string;
  /** Reads the decoded text; throws where it cannot. Default: JSON. */
  parse(text: string): Json;
  /** What is wrong with the arguments of a call, on either route. Default: what the input schema says. */
  complaint(method: MappedMethod, args: Json): string | undefined;
}

/** What the obeying mapped server decides. */
export function defaultMappedPolicy(): MappedPolicy {
  return {
    pageSize: 4,
    extensions: [],
    resources: (entries) => entries,
    templates: (entries) => entries,
    manifest: (manifest) => manifest,
    decode: (text) => decodeURIComponent(text),
    parse: (text): Json => JSON.parse(text),
    complaint: ({ inputSchema }, args) => complaintOf(inputSchema, args),
  };
}
