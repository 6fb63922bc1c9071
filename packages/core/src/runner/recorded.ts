import { type Json, member } from "@mcptest/pack";
import type { MappedExtension } from "../negotiation/mapped.js";
import type { RecordedLane, RecordedPack, RecordedServer } from "../report/recorded.js";
import { reportJson } from "./bounded.js";
import { type LaneEnd, laneResult } from "./lane-run.js";
import type { PackOnLane } from "./pack-on-lane.js";
import { profileOf } from "./selection.js";
import { aboutTarget, type ServerFacts } from "./server-result.js";

/** What judging a server's exchanges again takes beside them. Redacted where it is written. */
export function recordedServer(facts: ServerFacts, lanes: readonly LaneEnd[]): RecordedServer {
  return { ...aboutTarget(facts), lanes: lanes.map(recordedLane) };
}

function recordedLane(end: LaneEnd): RecordedLane {
  const { session, connections } = end.lane;
  const { id, preferred, notes } = laneResult(end);
  const mapped = end.lane.mapped(session).seen().map(recordedMapping);
  return {
    id,
    preferred,
    ...(notes ? { notes } : {}),
    negotiated: session.negotiated,
    connection: session.wire.id,
    connections: [...connections],
    packs: end.packs.filter(({ plan }) => plan !== undefined).map(recordedPack),
    ...(mapped.length > 0 ? { mapped } : {}),
    ...(end.judgedTo === undefined ? {} : { judgedTo: end.judgedTo }),
  };
}

function recordedMapping({ id, manifest }: MappedExtension): { id: string; capabilities?: Json } {
  const capabilities = member(manifest, "capabilities");
  return { id, ...(capabilities === undefined ? {} : { capabilities: reportJson(capabilities, (value) => value) }) };
}

function recordedPack({ selection, candidate }: PackOnLane): RecordedPack {
  const { pack, options } = selection.loaded;
  const profile = profileOf(selection);
  return {
    name: pack.name,
    version: pack.version,
    ...(profile === undefined ? {} : { profile }),
    options: reportJson(options, (value) => value),
    asked: selection.always === true,
    ...(candidate.detected ? { use: candidate.detected } : {}),
  };
}
