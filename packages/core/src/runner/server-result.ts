import type { JsonObject, Transport } from "@mcptest/pack";
import type { ServerResult, Toleration } from "../report/model.js";
import type { Transcript } from "../wire/types.js";
import { reportJson } from "./bounded.js";
import { callsByTool } from "./calls.js";
import { citedExchanges } from "./cited.js";
import { foundExtensions } from "./found-extensions.js";
import { type LaneEnd, laneResult } from "./lane-run.js";
import { serverOutcome } from "./outcome.js";
import { ownerIn } from "./owners.js";
import { countedPack, draftOf, hostDraft, type PackDraft } from "./pack-result.js";
import { withReproduction } from "./reproduce.js";
import { absentOf, withAbsence } from "./require.js";
import { withTolerations } from "./tolerate.js";

/** What the result of a server is made of, beside its lanes. */
export interface ServerFacts {
  name: string;
  /** For people: without credentials and query values. */
  target: string;
  transport: Transport;
  transcript: Transcript;
  required: readonly string[];
  toolVersion: string;
  /** Entries that still count. */
  tolerate: readonly Toleration[];
  /** Warnings about a must or a should count as failures. */
  strict: boolean;
}

/** Everything about a server that was tested, as it stands now. */
export function testedServer(facts: ServerFacts, lanes: readonly LaneEnd[]): ServerResult {
  const { transcript } = facts;
  const drafts = draftsOf(facts, lanes);
  // What a server says stands in reasons as well, not only in what packs hand back.
  const packs = transcript.redact(drafts.map((draft) => countedPack(reproducible(draft, facts))));
  const connections = new Set(lanes.flatMap(({ lane }) => [...lane.connections]));
  const exchanges = transcript.all().filter(({ connection }) => connections.has(connection));
  const cited = citedExchanges(exchanges, lanes, drafts);
  const serverInfo = lanes.find(({ lane }) => lane.session.negotiated.serverInfo)?.lane.session.negotiated.serverInfo;
  const stderrTail = lanes.map(({ lane }) => lane.session.wire.stderrTail()).find((lines) => lines.length > 0);
  return {
    ...aboutTarget(facts),
    ...(serverInfo ? { serverInfo: reportJson(serverInfo, transcript.redact) as JsonObject } : {}),
    ...(stderrTail ? { stderrTail } : {}),
    calls: callsByTool(exchanges),
    outcome: serverOutcome(packs, undefined),
    lanes: transcript.redact(lanes.map(laneResult)),
    ...transcript.redact(foundExtensions(lanes)),
    packs,
    exchanges: exchanges.filter(({ number }) => cited.has(number)),
  };
}

/** A draft whose violations say how to send again what showed them. */
function reproducible(draft: PackDraft, { target, transcript }: ServerFacts): PackDraft {
  return { ...draft, checks: draft.checks.map((check) => withReproduction(check, target, transcript.get)) };
}

/** A server that could not be tested. */
export function untestedServer(
  facts: ServerFacts,
  problem: NonNullable<ServerResult["problem"]>,
  evidence: readonly number[],
  stderrTail: readonly string[],
  drafts: readonly PackDraft[],
): ServerResult {
  const packs = facts.transcript.redact(drafts.map(countedPack));
  const cited = evidence.flatMap((number) => facts.transcript.get(number) ?? []);
  return {
    ...aboutTarget(facts),
    ...(stderrTail.length > 0 ? { stderrTail: [...stderrTail] } : {}),
    calls: callsByTool(cited),
    outcome: serverOutcome(packs, problem),
    problem: facts.transcript.redact(problem),
    lanes: [],
    extensions: [],
    packs,
    exchanges: cited,
  };
}

/** What a server is called. */
export function aboutTarget(facts: ServerFacts): Pick<ServerResult, "name" | "target" | "transport"> {
  return { name: facts.name, target: facts.transcript.redact(facts.target), transport: facts.transport };
}

/** The entries of all packs, lane by lane, with the failures for required extensions put in. */
function draftsOf(
  { name, transcript, required, toolVersion, tolerate, strict }: ServerFacts,
  lanes: readonly LaneEnd[],
): PackDraft[] {
  const absences = absentOf(required, lanes);
  const drafts = lanes.flatMap((end) =>
    end.packs.map((placed) => {
      const own = absences.filter(({ pack }) => pack === placed);
      const results = placed.results(ownerIn(end, placed, transcript.get));
      return draftOf(placed, end.lane.session.lane, own.reduce(withAbsence, results));
    }),
  );
  const [preferred] = lanes;
  const ownerless = absences.filter(({ pack }) => pack === undefined).map(({ result }) => result);
  if (preferred && ownerless.length > 0) drafts.push(hostDraft(toolVersion, preferred.lane.session.lane, ownerless));
  return drafts.map((draft) => withTolerations(draft, { server: name, entries: tolerate, strict }));
}
