import type { Json, Level, Phase } from "@mcptest/pack";
import type { LaneResult, NotSelected, ServerResult } from "./model.js";

/** A check that would run, or that would not and why. */
export interface ListedCheck {
  id: string;
  title: string;
  category: string;
  level: Level;
  phase: Phase;
  /** It is newer than the major of its pack, so its verdict would count nowhere. */
  advisory?: true;
  /** It may change state on the server. */
  mayChange?: boolean;
  /** Why it would be not-applicable. */
  notApplicable?: string;
  /** Why it could not run. */
  couldNotRun?: string;
}

/** A call of a tool that would be made first; calls that depend on its answer are not known beforehand. */
export interface PlannedCall {
  tool: string;
  arguments?: Json;
  /** Ids of the checks, or `fixture:NAME`, that would make it. */
  by: string[];
  /** The tool is annotated `readOnlyHint: true`. */
  readOnly: boolean;
  /** The run is read-only and would not make it. */
  withheld?: boolean;
}

/** One pack on one lane. */
export interface ListedPack {
  name: string;
  version: string;
  /** `bundled`, or the real path of the entry file. */
  origin: string;
  profile?: string;
  /** Why nothing of it would run. */
  skippedBecause?: string;
  checks: ListedCheck[];
  notSelected: NotSelected[];
  calls: PlannedCall[];
}

/** One way of talking to a server. */
export interface ListedLane extends LaneResult {
  packs: ListedPack[];
}

/** One server. */
export interface ListedServer extends Pick<ServerResult, "name" | "target" | "transport" | "problem"> {
  lanes: ListedLane[];
}

/** What a run would do, found out with nothing but detection and lists. */
export interface Listing {
  schemaVersion: 1;
  tool: { name: "mcptest"; version: string };
  servers: ListedServer[];
}
