import { type Check, came, excused, hasResultAndError, isObject, resultOf, say } from "@mcptest/pack";
import { legacyCheck } from "../define.js";
import { initializeSightings } from "../legacy/initialize-shape.js";
import { unnegotiatedSightings } from "../legacy/unnegotiated.js";
import { versionProbes, versionSightings } from "../legacy/versions.js";
import { passive, recorded } from "../record.js";
import { report } from "../sightings.js";
import { waitsForInitialized } from "./legacy-early-requests.js";
import { legacyExtensionsChecks } from "./legacy-extensions.js";

/** The last revision whose handshake these rules are read from. */
const REVISION = "2025-11-25";

/** A104. */
const initVersion = legacyCheck({
  id: "legacy-init-version",
  category: "versions",
  title: "initialize is answered with a version that fits",
  description:
    "Asks for each revision, and for a version that never was, on a connection of its own each, and compares what the server answers.",
  level: "must",
  phase: "change",
  contract: "A104",
  source: "basic/lifecycle",
  section: "Version Negotiation",
  revision: REVISION,
  needs: { versions: versionProbes },
  timeoutMs: 240_000,
  run({ versions }, verdict) {
    for (const { requested, exchange } of versions.probes) {
      if (excused(verdict, exchange, `initialize for ${requested}`, { subject: requested })) continue;
      verdict.pass({ subject: requested }, [exchange.number]);
    }
    report(verdict, versionSightings(versions));
    verdict.detail("spoken", [...versions.spoken].sort().reverse());
  },
});

/** A105. */
const initShape = legacyCheck({
  ...passive,
  id: "legacy-init-shape",
  category: "versions",
  title: "The result of initialize has its shape",
  description:
    "Every result of initialize in the run has protocolVersion, capabilities and serverInfo of the right types.",
  level: "must",
  contract: "A105",
  source: "schema",
  section: "InitializeResult",
  revision: REVISION,
  async run(_needs, verdict, context) {
    report(verdict, initializeSightings(await recorded(context)));
  },
});

/** A106. */
const negotiatedOnly = legacyCheck({
  ...passive,
  id: "legacy-negotiated-only",
  category: "versions",
  title: "Only negotiated capabilities are used",
  description:
    "The server sends no request that needs a capability which the client did not declare, and no notification that needs one which it did not declare itself.",
  level: "must",
  contract: "A106",
  source: "basic/lifecycle",
  section: "Operation",
  revision: REVISION,
  async run(_needs, verdict, context) {
    report(verdict, unnegotiatedSightings(await recorded(context), context.negotiated.protocolVersion));
  },
});

/** A107. */
const ping = legacyCheck({
  id: "legacy-ping",
  category: "versions",
  title: "ping is answered with an empty result",
  description: "Sends ping. The result has no member but _meta.",
  level: "must",
  phase: "probe",
  contract: "A107",
  source: "basic/utilities/ping",
  revision: REVISION,
  async run(_needs, verdict, { host, connection }) {
    const exchange = await host.exchange(connection, { method: "ping" });
    // What has both a result and an error is A06's.
    if (excused(verdict, exchange, "ping") || hasResultAndError(exchange)) return;
    const result = resultOf(exchange);
    const extra = isObject(result) ? Object.keys(result).filter((key) => key !== "_meta") : undefined;
    if (extra?.length === 0) return;
    verdict.fail(
      say({
        sent: "ping",
        came: came(exchange),
        rule: "A107: the receiver of a ping answers promptly with an empty result",
        fix: 'answer ping with {"result": {}}, whatever state the server is in',
      }),
      [exchange.number],
    );
  },
});

/** The handshake of the older revisions (A.4), and what they have of extensions. */
export const legacyChecks: Check[] = [
  initVersion,
  initShape,
  negotiatedOnly,
  ping,
  waitsForInitialized,
  ...legacyExtensionsChecks,
];
