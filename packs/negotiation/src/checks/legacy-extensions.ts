import {
  type Check,
  came,
  errorOf,
  excerpt,
  isUnavailable,
  member,
  type PackContext,
  troubleOf,
  type Verdict,
} from "@mcptest/pack";
import { legacyCheck } from "../define.js";
import { MODERN_VERSION, UNKNOWN_EXTENSION } from "../ids.js";
import { withOpening } from "../legacy/opening.js";
import { anotherSession, inOwnSession } from "../legacy/sessions.js";
import type { NegotiationOptions } from "../options.js";
import { laneOf } from "../record.js";

/** E17. */
const notOfficial = legacyCheck({
  id: "ext-legacy-not-official",
  category: "extensions",
  title: "Extensions in initialize are unofficial",
  description:
    "Tells of extensions that the result of initialize names, and of how the server takes a client that names some: legal both, and in no schema before 2026-07-28.",
  level: "info",
  phase: "change",
  contract: "E17",
  source: "SEP-2133",
  async run(_needs, verdict, context) {
    const { negotiated, host } = context;
    const extensions = member(negotiated.capabilities, "extensions");
    if (extensions !== undefined) {
      const evidence = (await host.transcript({ method: "initialize" }))
        .filter(({ tags, connection }) => tags.lane === laneOf(context) && connection === context.connection.id)
        .map(({ number }) => number);
      verdict.note(
        `the result of initialize names extensions, which is legal and in no schema before ${MODERN_VERSION}: ${excerpt(extensions, 120)}`,
        evidence.slice(-1),
        { variant: "advertised" },
      );
    }
    await showReaction(context, verdict);
  },
});

/** How the server takes an `initialize` whose client capabilities have a member that its revision does not know. */
async function showReaction(context: PackContext<NegotiationOptions>, verdict: Verdict): Promise<void> {
  const version = context.negotiated.protocolVersion;
  const capabilities = { extensions: { [UNKNOWN_EXTENSION]: {} } };
  const about = { variant: "declared" };
  try {
    await withOpening(context, { version, capabilities }, ({ exchange }) => {
      const what = "initialize with extensions among the client capabilities";
      const trouble = troubleOf(exchange, what);
      if (trouble) verdict.note(`not seen: ${trouble.reason}`, [exchange.number], about);
      else if (errorOf(exchange) || !exchange.response) {
        const words = `${what} was refused with ${came(exchange)}; the sets of capabilities are open (J23)`;
        verdict.note(words, [exchange.number], about);
      }
    });
  } catch (reason) {
    if (!isUnavailable(reason)) throw reason;
    verdict.note(`not seen: ${reason.message}`, undefined, about);
  }
}

/** Milliseconds for an answer that nobody owes. */
const PATIENCE_MS = 5_000;

/** E20. */
const noDiscovery = legacyCheck({
  id: "ext-legacy-server-discover-absent",
  category: "extensions",
  title: "server/discover is unavailable after initialize",
  description: "Asks for server/discover in a session of an older revision, and tells of a server that answers it.",
  level: "info",
  phase: "probe",
  contract: "E20",
  source: "basic/transports/stdio",
  section: "Backward Compatibility",
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const method = "server/discover";
    const exchange = await inOwnSession(context, (connection) =>
      context.host.exchange(connection, { method, timeoutMs: PATIENCE_MS }),
    );
    const trouble = troubleOf(exchange, method);
    if (trouble) verdict.note(`not seen: ${trouble.reason}`, [exchange.number]);
    else if (exchange.response && !errorOf(exchange)) {
      const { protocolVersion } = context.negotiated;
      verdict.note(`${method} is answered in a session of ${protocolVersion}: ${came(exchange, 120)}`, [
        exchange.number,
      ]);
    }
  },
});

/** What the older revisions have of extensions: nothing official. */
export const legacyExtensionsChecks: Check[] = [notOfficial, noDiscovery];
