import {
  came,
  defineFixture,
  ERROR,
  type Exchange,
  errorOf,
  excerpt,
  type Finding,
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  member,
  resultOf,
  troubleOf,
} from "@mcptest/pack";
import { UNKNOWN_VERSION } from "../ids.js";
import type { NegotiationOptions } from "../options.js";
import type { Sighting } from "../sightings.js";
import { type Opening, withOpening } from "./opening.js";
import { anotherSession } from "./sessions.js";

/** One `initialize`, and what came for it. */
export interface VersionProbe extends Pick<Opening, "exchange" | "version" | "sessionId"> {
  requested: string;
}

/** What the server answers to each version, on a connection of its own each. */
export interface VersionProbes {
  /** One for each revision, newest first, and one for a version that never was. */
  probes: VersionProbe[];
  /** The revisions that it is known to speak: it has answered with them. */
  spoken: ReadonlySet<string>;
}

/** Sends `initialize` with every legacy revision, and with a version that no revision has ever had. */
export const versionProbes = defineFixture<VersionProbes, { another: typeof anotherSession }, NegotiationOptions>({
  name: "initialize with every version",
  needs: { another: anotherSession },
  timeoutMs: () => 240_000,
  async prepare({ another }, context) {
    const { protocolVersion } = context.negotiated;
    const probes: VersionProbe[] = [];
    for (const requested of [...LEGACY_VERSIONS, UNKNOWN_VERSION]) {
      const defect = requested === UNKNOWN_VERSION ? { defect: "A104: a version that no revision has" } : {};
      const { exchange, version, sessionId } =
        requested === protocolVersion
          ? another
          : await withOpening(context, { version: requested, ...defect }, (opening) => opening);
      probes.push({ requested, exchange, version, sessionId });
    }
    return { probes, spoken: spokenBy(probes, protocolVersion) };
  },
});

/** The legacy revisions among the answers, and that of the lane. */
export function spokenBy(probes: readonly VersionProbe[], negotiated: string): ReadonlySet<string> {
  const answered = probes.flatMap(({ version }) => version ?? []);
  return new Set([...answered, negotiated].filter((version) => LEGACY_VERSIONS.includes(version)));
}

/** How revisions are written, and drafts of them. */
const REVISION = /^(?:\d{4}-\d{2}-\d{2}|DRAFT-.*)$/i;

const RULE =
  "A104: a requested version that the server supports is answered with the same, any other with a version that it supports, which should be its newest";

/** What is wrong with the answers (A104). Those that say nothing about the server are left out. */
export function versionSightings({ probes, spoken }: VersionProbes): Sighting[] {
  return probes.flatMap((probe) => {
    if (troubleOf(probe.exchange, "initialize")) return [];
    const judged = resultOf(probe.exchange) === undefined ? judgeRefusal(probe, spoken) : judgeAnswer(probe, spoken);
    if (!judged) return [];
    const { kind, outcome, ...words } = judged;
    const finding = { sent: `initialize for ${probe.requested}`, rule: RULE, ...words };
    return [{ kind, subject: probe.requested, exchange: probe.exchange.number, outcome, finding }];
  });
}

type Judged = Pick<Sighting, "kind" | "outcome"> & Pick<Finding, "came" | "fix">;

function judgeAnswer({ requested, version }: VersionProbe, spoken: ReadonlySet<string>): Judged | undefined {
  // Its absence is a matter of the shape of the result (A105).
  if (version === undefined) return undefined;
  if (version === UNKNOWN_VERSION && requested === UNKNOWN_VERSION) {
    return {
      kind: "echo",
      came: `the result names ${version}, which no server supports`,
      fix: "compare protocolVersion with a list of the versions that are implemented; do not send back what came",
    };
  }
  if (version === requested) return undefined;
  if (!REVISION.test(version)) {
    return {
      kind: "no-revision",
      came: `the result names ${excerpt(version, 60)}, which is no revision: those are written YYYY-MM-DD`,
      fix: "answer with a revision that is supported, such as 2025-11-25, and not with the version of the server",
    };
  }
  if (MODERN_VERSIONS.includes(version)) {
    return {
      kind: "no-handshake",
      outcome: "warn",
      came: `the result names ${version}, a revision without initialize`,
      fix: "answer initialize with a revision that has it, such as 2025-11-25",
    };
  }
  if (spoken.has(requested)) {
    return {
      kind: "supported",
      came: `the result names ${version}, although the server speaks ${requested} with other clients`,
      fix: "answer a version that is supported with the same version",
    };
  }
  const newest = [...spoken].sort().at(-1) ?? version;
  if (!spoken.has(version) || version >= newest) return undefined;
  return {
    kind: "not-newest",
    outcome: "warn",
    came: `the result names ${version}, although the server speaks ${newest} as well`,
    fix: "answer a version that is not supported with the newest one that is",
  };
}

function judgeRefusal({ requested, exchange }: VersionProbe, spoken: ReadonlySet<string>): Judged {
  const isTolerated = !spoken.has(requested) && namesVersions(exchange);
  return {
    kind: "refused",
    outcome: isTolerated ? "warn" : "fail",
    came: `refused with ${came(exchange)}`,
    fix: spoken.has(requested)
      ? "answer a version that is supported with a result that names it"
      : "answer with a result that names a version which is supported, and let the client decide",
  };
}

/** The example of the specification itself: `-32602` with the supported versions in `data`. */
function namesVersions(exchange: Exchange): boolean {
  const error = errorOf(exchange);
  const supported = member(member(error, "data"), "supported");
  const isList = Array.isArray(supported) && supported.every((version) => typeof version === "string");
  return member(error, "code") === ERROR.invalidParams && isList;
}
