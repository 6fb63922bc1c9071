import type { AdvertisedExtension } from "@mcptest/core/extensions";
import type { EraFacts } from "@mcptest/core/negotiation";
import type { Json, JsonObject } from "@mcptest/core/report";
import { noteLines } from "./notes.js";
import type { EraChanges, SavedFile } from "./saved-capabilities.js";
import type { Seen, UnadvertisedUse } from "./survey.js";

/** What `--format json` of `capabilities` and `inspect` prints. Texts of the server stand as it sent them. */
export interface LookDocument {
  schemaVersion: 1;
  server: {
    /** Name in reports. */
    name: string;
    /** URL without credentials and query values, or the command line. */
    target: string;
  };
  /** The preferred era first. */
  eras: {
    era: EraFacts["era"];
    lane: string;
    protocolVersion: string;
    supportedVersions?: string[];
    /** False when a modern server has no `server/discover`: the capabilities are unknown then. */
    discovered: boolean;
    serverInfo?: JsonObject;
    instructions?: string;
    /** As received. */
    capabilities: JsonObject;
    /** Keys with a `.` or a `/`, in the order received. */
    extensions: AdvertisedExtension[];
    /** Flat keys, which name no extension. */
    aside: AdvertisedExtension[];
    /** What is wrong with `capabilities.extensions` itself. */
    mapProblem?: string;
    /** What packs recognise of the time before extensions: `Tasks (2025-11-25)`. */
    preExtension: string[];
    /** Extensions that are offered through resources (`mcp-extensions://`) in a legacy era. Absent: none. */
    throughResources?: EraFacts["throughResources"];
    /** `inspect` only: the lists as received. A list is absent where its capability is. */
    inventory?: Record<string, { items: Json[]; problem?: string }>;
  }[];
  /** Extensions that are used and not advertised. */
  unadvertised: UnadvertisedUse[];
  /** `--against`: what changed since then. */
  since?: {
    file: string;
    /** ISO 8601. */
    savedAt: string;
    eras: EraChanges[];
  };
  /** The lines under `Notes:`, cut to a bounded length. */
  notes: string[];
}

/** The document of what was seen. */
export function lookDocument(seen: Seen, since?: SavedFile & { changes: EraChanges[] }): LookDocument {
  const { name, target, eras, unadvertised } = seen;
  return {
    schemaVersion: 1,
    server: { name, target },
    eras: eras.map(({ extensions: { extensions, aside, mapProblem }, notes: _, evidence: __, ...era }) => ({
      era: era.era,
      lane: era.lane,
      protocolVersion: era.protocolVersion,
      supportedVersions: era.supportedVersions,
      discovered: era.discovered,
      serverInfo: era.serverInfo,
      instructions: era.instructions,
      capabilities: era.capabilities,
      extensions,
      aside,
      mapProblem,
      preExtension: era.preExtension,
      throughResources: era.throughResources,
      inventory: inventoryOf(era.inventory),
    })),
    unadvertised,
    ...(since ? { since: { file: since.file, savedAt: since.saved.savedAt, eras: since.changes } } : {}),
    notes: noteLines(seen),
  };
}

function inventoryOf(inventory: EraFacts["inventory"]): LookDocument["eras"][number]["inventory"] {
  if (inventory === undefined) return undefined;
  const lists = Object.entries(inventory).flatMap(([list, listed]) => {
    if (listed === undefined) return [];
    const { items, problem } = listed;
    return [[list, { items, ...(problem === undefined ? {} : { problem }) }] as const];
  });
  return Object.fromEntries(lists);
}
