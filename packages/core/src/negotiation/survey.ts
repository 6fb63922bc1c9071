import { type Era, type Json, type JsonObject, member } from "@mcptest/pack";
import { type AdvertisedExtensions, advertisedExtensions, parseExtensionId } from "../extensions/index.js";
import type { Target, WireOptions } from "../wire/types.js";
import { type Inventory, inventory } from "./inventory.js";
import { createMappedExtensions, everyMapped, mappedMethods } from "./mapped.js";
import { type Detected, detect, reconnect } from "./negotiate.js";
import type { Detection, NegotiationOptions, NegotiationProblem, Session } from "./types.js";
import { offeredVersions } from "./versions.js";

/** What one era of a server shows. */
export interface EraFacts {
  era: Era;
  /** `http-modern-2026-07-28` and the like. */
  lane: string;
  /** The version that was negotiated. */
  protocolVersion: string;
  /** What the server itself says it supports, where it says so (`server/discover`). */
  supportedVersions?: string[];
  /** False when a modern server has no `server/discover`: nothing is known of its capabilities then. */
  discovered: boolean;
  capabilities: JsonObject;
  /** What stands in `capabilities.extensions`. */
  extensions: AdvertisedExtensions;
  serverInfo?: JsonObject;
  instructions?: string;
  notes: string[];
  /** Exchange numbers. */
  evidence: number[];
  /** Present when it was asked for. */
  inventory?: Inventory;
  /** What is offered through resources (`mcp-extensions://`); legacy eras, with the inventory. Absent: nothing. */
  throughResources?: MappedFacts[];
}

/** An extension that is offered through resources, as its interface says. */
export interface MappedFacts {
  id: string;
  /** `Tasks`, `MCP Apps`, `Skills`, or `extension`. */
  label: string;
  /** As received. Absent where the interface has none. */
  capabilities?: Json;
  methods: string[];
  /** Why its interface could not be read. */
  problem?: string;
}

/** Both eras of a server, as far as they were asked for. Values are as received: redact them before they are shown. */
export type Survey =
  | {
      ok: true;
      speaks: "modern" | "legacy" | "modern + legacy";
      /** Modern before legacy. */
      eras: EraFacts[];
      missing: MissingEra[];
      stderrTail: string[];
    }
  | { ok: false; problem: NegotiationProblem; notes: string[]; stderrTail: string[] };

/** What a survey is asked beside {@link NegotiationOptions}. */
export interface SurveyOptions extends NegotiationOptions {
  /** Also reads tools, resources, templates and prompts in each era. */
  inventory?: boolean;
  /** Called with the session of each era while it is open, for whatever else is to be read. */
  visit?: (session: Session) => Promise<void>;
}

/** An era that was tried and is not there. */
export interface MissingEra {
  era: Era;
  problem: NegotiationProblem;
  notes: string[];
}

/**
 * Tries every era that `options` allow and tells what each shows. The first connection is an ordinary detection, so that a
 * slow or odd server is met with the same patience as in a run; a second one is for the other era.
 * @throws McptestError `USAGE_BAD_VALUE` as `negotiate` does, and whatever `visit` throws.
 */
export async function surveyEras(target: Target, wire: WireOptions, options: SurveyOptions): Promise<Survey> {
  const first = await detect(target, wire, options);
  const { detection } = first;
  if (!detection.ok) return detection;
  const eras = [await factsOf(detection.session, detection.notes, options)];
  const stderrTail = detection.session.wire.stderrTail();
  const missing: MissingEra[] = [];
  const other: Era = detection.session.negotiated.era === "modern" ? "legacy" : "modern";
  if (offeredVersions(options.era, options.protocolVersion)[other].length > 0) {
    const second = await tryOther(first, other, target, wire, options);
    if (second.ok) eras.push(await factsOf(second.session, second.notes, options));
    else missing.push({ era: other, problem: second.problem, notes: second.notes });
  }
  const speaks = eras.length === 2 ? "modern + legacy" : detection.session.negotiated.era;
  if (other === "modern") eras.reverse();
  return { ok: true, speaks, eras, missing, stderrTail };
}

/** The other era. What the first connection found out about it is not asked again. */
async function tryOther(
  { silentProbe, alsoModern }: Detected,
  era: Era,
  target: Target,
  wire: WireOptions,
  options: SurveyOptions,
): Promise<Detection> {
  if (alsoModern) return reconnect(target, wire, options, alsoModern);
  if (silentProbe) return { ok: false, problem: silentProbe, notes: [], stderrTail: [] };
  return (await detect(target, wire, { ...options, era })).detection;
}

/** Reads what one session shows, and closes it. */
async function factsOf(session: Session, notes: string[], options: SurveyOptions): Promise<EraFacts> {
  const { negotiated, lane, evidence } = session;
  const listed = options.inventory ? await inventory(session) : undefined;
  const mapped = listed ? await mappedFacts(session, listed) : [];
  const facts: EraFacts = {
    era: negotiated.era,
    lane,
    protocolVersion: negotiated.protocolVersion,
    ...(negotiated.supportedVersions ? { supportedVersions: negotiated.supportedVersions } : {}),
    discovered: negotiated.discovered,
    capabilities: negotiated.capabilities,
    extensions: advertisedExtensions(negotiated.capabilities),
    ...(negotiated.serverInfo ? { serverInfo: negotiated.serverInfo } : {}),
    ...(negotiated.instructions !== undefined ? { instructions: negotiated.instructions } : {}),
    notes,
    evidence,
    ...(listed ? { inventory: listed } : {}),
    ...(mapped.length > 0 ? { throughResources: mapped } : {}),
  };
  try {
    await options.visit?.(session);
  } finally {
    await session.close();
  }
  return facts;
}

async function mappedFacts(session: Session, { resources }: Inventory): Promise<MappedFacts[]> {
  if (!resources) return [];
  const found = await everyMapped(createMappedExtensions(session, { listed: resources }));
  return found.map((extension) => {
    const { id, manifest, problem } = extension;
    const capabilities = member(manifest, "capabilities");
    return {
      id,
      label: parseExtensionId(id).label,
      ...(capabilities === undefined ? {} : { capabilities }),
      methods: mappedMethods(extension),
      ...(problem === undefined ? {} : { problem }),
    };
  });
}
