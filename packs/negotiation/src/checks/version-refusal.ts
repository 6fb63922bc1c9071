import {
  type Check,
  came,
  ERROR,
  errorOf,
  excerpt,
  excused,
  member,
  type PackContext,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import { type FreshTalk, freshTalk } from "../fresh-talk.js";
import { UNKNOWN_VERSION } from "../ids.js";
import type { NegotiationOptions } from "../options.js";
import { everythingOn, laneOf } from "../record.js";
import { refusalProblem, supportedIn } from "../refused-version.js";
import { report, type Sighting } from "../sightings.js";

const REFUSED = ERROR.unsupportedProtocolVersion;
const PAGE = { source: "basic/versioning", section: "Version Negotiation" } as const;
const FIX =
  'answer with {"code": -32022, "message": "…", "data": {"supported": ["2026-07-28"], "requested": "THE VERSION SENT"}}';

/** C01. */
const unsupportedError = modernCheck({
  ...PAGE,
  id: "version-unsupported-error",
  category: "versions",
  title: "A version that is not spoken gives -32022",
  description: `A request with the version ${UNKNOWN_VERSION} gives -32022, whose data has supported, an array of strings, and requested, the version sent.`,
  level: "must",
  phase: "end",
  contract: "C01",
  needs: { talk: freshTalk },
  async run({ talk }, verdict, context) {
    judgeRefusal(talk, verdict);
    report(verdict, await refusals(context));
  },
});

/** The probe with the plain request; where that is server/discover, its code is B08's to judge. */
function judgeRefusal({ refusal, method, ended }: FreshTalk, verdict: Verdict): void {
  const sent = `${method} with the version ${UNKNOWN_VERSION}`;
  if (!refusal) verdict.couldNotRun(`${sent} was not sent: ${ended}`, { origin: "environment" });
  if (!refusal || excused(verdict, refusal, sent)) return;
  const error = errorOf(refusal);
  const rule = "C01: a version that the server does not speak gives -32022, with data.supported and data.requested";
  const about = { subject: method };
  if (member(error, "code") === REFUSED) {
    const listed = supportedIn(member(error, "data"))?.includes(UNKNOWN_VERSION);
    const text = `${came(refusal)}, which lists the version that it refuses`;
    if (listed) verdict.fail(say({ sent, came: text, rule, fix: FIX }), [refusal.number], about);
  } else if (method !== "server/discover") {
    verdict.fail(say({ sent, came: came(refusal), rule, fix: FIX }), [refusal.number], about);
  }
}

/** Every -32022 of the lane whose data cannot be read, whatever the request was broken by. */
async function refusals(context: PackContext<NegotiationOptions>): Promise<Sighting[]> {
  const lane = laneOf(context);
  const own = (await everythingOn(context)).filter(({ tags }) => tags.lane === lane);
  return own.flatMap((exchange): Sighting[] => {
    const error = errorOf(exchange);
    if (member(error, "code") !== REFUSED) return [];
    const problem = refusalProblem(exchange, member(error, "data"));
    if (!problem) return [];
    const { method = "", number } = exchange;
    const finding = {
      sent: method,
      came: `${problem.came}: ${excerpt(error, 200)}`,
      rule: "C01: data of -32022 has supported, an array of strings, and requested, the version that was sent",
      fix: FIX,
    };
    return [{ kind: problem.kind, subject: method, exchange: number, finding }];
  });
}

/** C02. */
const supportedConsistent = modernCheck({
  ...PAGE,
  id: "version-supported-consistent",
  category: "versions",
  title: "The supported versions are the same everywhere",
  description: "data.supported of -32022 and supportedVersions of server/discover name the same set.",
  level: "should",
  phase: "probe",
  contract: "C02",
  needs: { talk: freshTalk },
  run({ talk: { refusal, method } }, verdict, { negotiated }) {
    const supported = refusal && supportedIn(member(errorOf(refusal), "data"));
    const { supportedVersions } = negotiated;
    if (!refusal || !supported) return verdict.notApplicable("no -32022 names the supported versions (C01)");
    if (!supportedVersions) return verdict.notApplicable("no server/discover names the supported versions (B01)");
    // A list that names the very version it refuses is what C01 is about.
    const one = new Set(supported.filter((version) => version !== UNKNOWN_VERSION));
    const other = new Set(supportedVersions);
    if (one.size === other.size && [...one].every((version) => other.has(version))) return;
    verdict.fail(
      say({
        sent: `${method} with the version ${UNKNOWN_VERSION}`,
        came: `data.supported is ${excerpt(supported, 160)}, and supportedVersions of server/discover ${excerpt(supportedVersions, 160)}`,
        rule: "C02: both name what the server supports, so both name the same",
        fix: "build both from one list",
      }),
      [refusal.number],
      { subject: method },
    );
  },
});

/** C03. */
const perRequest = modernCheck({
  ...PAGE,
  id: "version-per-request",
  category: "versions",
  title: "A refused version does not spoil the connection",
  description: "A good request behind one with a version that is not spoken, on the same connection, is served.",
  level: "must",
  phase: "probe",
  contract: "C03",
  needs: { talk: freshTalk },
  run({ talk }, verdict, { negotiated }) {
    const { first, refusal, last, method, ended } = talk;
    const sent = `${method} behind a request with the version ${UNKNOWN_VERSION}, on the same connection`;
    if (!first || resultOf(first) === undefined) return verdict.notApplicable(`${method} was not served before either`);
    if (!refusal || member(errorOf(refusal), "code") !== REFUSED) {
      return verdict.notApplicable(`the version ${UNKNOWN_VERSION} was not refused with -32022 (C01)`);
    }
    const isGone = !last || (negotiated.transport === "stdio" && last.outcome === "closed");
    if (last && !isGone && (resultOf(last) !== undefined || excused(verdict, last, sent))) return;
    verdict.fail(
      say({
        sent,
        came: isGone ? `the server had ended${ended === undefined ? "" : `: ${ended}`}` : came(last),
        rule: "C03: each request is accepted or refused on its own version",
        fix: "keep nothing of a refused request, and neither close the connection nor end the process",
      }),
      [refusal.number, ...(last ? [last.number] : [])],
      { subject: method },
    );
  },
});

/** C01 to C03: what becomes of a version that is not spoken. */
export const versionRefusalChecks: Check[] = [unsupportedError, supportedConsistent, perRequest];
