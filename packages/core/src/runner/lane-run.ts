import { routesOf } from "../host/index.js";
import { coveredBy } from "../loader/covered.js";
import type { Session } from "../negotiation/types.js";
import { withTalkNote } from "../negotiation/unasked.js";
import type { LaneResult } from "../report/model.js";
import { createLane, type Lane, type RunSurroundings } from "./lane-state.js";
import { type PackOnLane, placePack } from "./pack-on-lane.js";
import { runInPhases } from "./schedule.js";
import type { PackSelection, ProgressEvent } from "./types.js";

/** A lane whose checks have run. */
export interface LaneEnd {
  lane: Lane;
  preferred: boolean;
  /** Remarks of the detection. */
  notes: string[];
  packs: PackOnLane[];
  /** Number of the last exchange of the run when its checks had ended; absent where there was none. */
  judgedTo?: number;
  /** Tears down fixtures, pack by pack, and closes the connection. */
  tearDown(): Promise<void>;
}

/** What a lane is run with. */
export interface LaneOptions {
  server: string;
  preferred: boolean;
  notes: string[];
  packs: readonly PackSelection[];
  countAdvisory: boolean;
  surroundings: RunSurroundings;
  emit(event: ProgressEvent): void;
}

/** Runs all packs on one lane, phase by phase. Never rejects. */
export async function runLane(session: Session, options: LaneOptions): Promise<LaneEnd> {
  const { server, surroundings, countAdvisory, emit } = options;
  const lane = createLane(session, surroundings.transcript, {
    gate: surroundings.gate,
    recordedMapped: surroundings.recordedMapped,
    looksForMapped: options.packs.some(({ loaded: { pack } }) => routesOf(pack).includes("resources")),
  });
  const packs: PackOnLane[] = [];
  for (const selection of options.packs) {
    const pack = selection.loaded.pack.name;
    const about = { server, lane: session.lane, pack };
    const before = packs.map((other) => other.selection.loaded);
    const covered = coveredBy(selection.loaded, before);
    const placed = await placePack({
      selection,
      lane,
      surroundings,
      countAdvisory,
      ...(covered === undefined ? {} : { coveredBy: covered }),
      events: {
        started: ({ id }) => emit({ kind: "check-start", ...about, check: id }),
        ended: (result) => emit({ kind: "check-end", ...about, result }),
      },
    });
    packs.push(placed);
    if (placed.plan) emit({ kind: "pack-start", ...about, checks: placed.plan.selected.length });
  }
  await runInPhases(packs.flatMap(({ jobs }) => jobs));
  const judgedTo = surroundings.transcript.all().at(-1)?.number;
  for (const placed of packs) {
    await placed.finish();
    if (placed.plan) {
      emit({ kind: "pack-end", server, lane: session.lane, pack: placed.selection.loaded.pack.name });
    }
  }
  return {
    lane,
    preferred: options.preferred,
    notes: options.notes,
    packs,
    ...(judgedTo === undefined ? {} : { judgedTo }),
    async tearDown() {
      await Promise.all(packs.map((placed) => placed.tearDown()));
      await session.close();
    },
  };
}

/** A lane as the report names it. */
export function laneResult({ lane, preferred, notes: detected }: LaneEnd): LaneResult {
  const { transport, era, protocolVersion } = lane.session.negotiated;
  const notes = withTalkNote(detected, lane.session.wire.talk());
  return {
    id: lane.session.lane,
    transport,
    era,
    protocolVersion,
    preferred,
    ...(notes.length > 0 ? { notes } : {}),
  };
}
