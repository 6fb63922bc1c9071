import { type Exchange, excerpt, type Json, type JsonObject, member, type PackContext } from "@mcptest/pack";
import { kindOf } from "../came.js";
import { legacyCheck } from "../define.js";
import { MASKED, type Opening, REVISED, sessionHeaders, withOpening } from "../legacy/opening.js";
import { anotherSession } from "../legacy/sessions.js";
import type { NegotiationOptions } from "../options.js";
import { report, type Sighting } from "../sightings.js";

/** Milliseconds for which `notifications/initialized` is not sent. */
const WATCH_MS = 1_000;

/** What a server may ask for, declared so that one which does not wait asks at once. */
function askable(version: string): JsonObject {
  return { roots: { listChanged: true }, sampling: {}, ...(version >= REVISED ? { elicitation: {} } : {}) };
}

/** A108. */
export const waitsForInitialized = legacyCheck({
  id: "legacy-server-waits-initialized",
  category: "versions",
  title: "The server waits for notifications/initialized",
  description:
    "Sends initialize on a connection of its own, declares everything that a server may ask for, and holds notifications/initialized back for a second: until then nothing but ping is asked.",
  level: "should",
  phase: "change",
  contract: "A108",
  source: "basic/lifecycle",
  section: "Initialization",
  revision: "2025-11-25",
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const version = context.negotiated.protocolVersion;
    const defect = "A108: declares what it cannot do, to see what is asked too early";
    await withOpening(context, { version, capabilities: askable(version), defect }, async (opening) => {
      if (opening.version === undefined) {
        const evidence = [opening.exchange.number];
        return verdict.couldNotRun("initialize was not answered with a result", { origin: "environment", evidence });
      }
      await openStream(context, opening);
      await context.host.sleep(WATCH_MS);
      const seen = await context.host.transcript({ connection: opening.connection.id });
      report(verdict, earlyRequests(seen));
    });
  },
});

/** Streamable HTTP: what a server has to ask goes on the stream of a `GET`. Elsewhere there is one stream for everything. */
async function openStream({ host, facts }: PackContext<NegotiationOptions>, opening: Opening): Promise<void> {
  if (facts.http !== "streamable" || opening.sessionId === MASKED) return;
  await host.listen(opening.connection, { method: "GET", httpMethod: "GET", headers: sessionHeaders(opening) });
}

/** The requests of the server among what came, `ping` apart. */
export function earlyRequests(exchanges: readonly Exchange[]): Sighting[] {
  return exchanges.flatMap(({ number, messages }) =>
    messages.flatMap(({ json }): Sighting[] => {
      const method = kindOf(json) === "request" ? methodOf(json) : "ping";
      if (method === "ping") return [];
      const finding = {
        sent: "initialize, and not yet notifications/initialized",
        came: `the server asks: ${excerpt(json, 120)}`,
        rule: "A108: before notifications/initialized the server sends no requests but ping",
        fix: `send ${method} when notifications/initialized has come`,
      };
      return [{ kind: "request", subject: method, exchange: number, outcome: "warn", finding }];
    }),
  );
}

function methodOf(json: Json | undefined): string {
  const method = member(json, "method");
  return typeof method === "string" ? method.slice(0, 80) : "a request";
}
