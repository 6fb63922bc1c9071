import {
  type Check,
  canonicalExtensionId,
  excerpt,
  isObject,
  member,
  type PackHost,
  parseExtensionId,
} from "@mcptest/pack";
import { compatCheck } from "../define.js";
import { report, type Violation } from "../findings.js";
import { judged, type Talk, talks } from "../talks.js";

const PLACES = ["extensions", "experimental"] as const;

const noExtensionCapability = compatCheck({
  id: "compat-no-extension-capability",
  category: "boundary",
  title: "initialize names no extension that is mapped",
  description:
    "No id that has a mapped manifest stands in capabilities.extensions or capabilities.experimental of initialize on the same connection.",
  level: "must",
  section: "The protocol boundary",
  phase: "list",
  needs: { talks },
  async run({ talks: all }, verdict, { host }) {
    for (const talk of judged(all, verdict)) {
      const evidence = await initializeOf(host, talk);
      report(
        verdict,
        PLACES.flatMap((place) => namedIn(talk, place, evidence)),
      );
    }
  },
});

function namedIn(
  { connection, interfaces, version }: Talk,
  place: (typeof PLACES)[number],
  evidence: number[],
): Violation[] {
  const map = member(connection.negotiated.capabilities, place);
  const mapped = new Set(interfaces.map(({ id }) => canonicalExtensionId(id)));
  return Object.keys(isObject(map) ? map : {}).flatMap((key): Violation[] => {
    const isOwn = mapped.has(canonicalExtensionId(key));
    if (!isOwn && parseExtensionId(key).grammar === "bad") return [];
    const came = isOwn
      ? `capabilities.${place} has ${excerpt(key)}, which is mapped`
      : `capabilities.${place} has ${excerpt(key)}, which is not mapped: legal, and in no schema of this revision`;
    return [
      {
        ...{ subject: key, version, sent: "initialize", came, evidence, outcome: isOwn ? "fail" : "note" },
        asks: "on the older revisions an extension is ordinary resources, and no capability tells of it",
        fix: "leave the id out of the capabilities of the older revisions; it stays in server/discover of 2026-07-28",
      },
    ];
  });
}

const resourcesCapability = compatCheck({
  id: "compat-resources-capability",
  category: "boundary",
  title: "The server declares resources",
  description:
    "capabilities.resources stands in the result of initialize where an address of the convention is listed.",
  level: "must",
  section: "The protocol boundary",
  phase: "list",
  needs: { talks },
  async run({ talks: all }, verdict, { host }) {
    for (const talk of judged(all, verdict)) {
      if (member(talk.connection.negotiated.capabilities, "resources") !== undefined) continue;
      report(verdict, [
        {
          subject: "capabilities.resources",
          version: talk.version,
          sent: "initialize",
          came: "capabilities has no resources, and resources/list names mcp-extensions:// addresses",
          asks: "the resources capability is what tells an older client of the interface",
          fix: 'answer initialize with "resources": {} among the capabilities',
          evidence: await initializeOf(host, talk),
        },
      ]);
    }
  },
});

/** Number of the exchange that opened a connection. */
async function initializeOf(host: PackHost, { connection }: Talk): Promise<number[]> {
  const sent = await host.transcript({ method: "initialize", connection: connection.id });
  return sent.slice(-1).map(({ number }) => number);
}

export const boundaryChecks: Check[] = [noExtensionCapability, resourcesCapability];
