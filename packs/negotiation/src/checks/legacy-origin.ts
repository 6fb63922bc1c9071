import {
  type Check,
  came,
  type Exchange,
  errorOf,
  excused,
  type PackContext,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { legacyCheck, legacyHttpCheck } from "../define.js";
import { mayAttack, whyNoOrigin } from "../http/foreign-origin.js";
import { STREAMABLE, TRANSPORTS } from "../legacy/revisions.js";
import { anotherSession, inOwnSession } from "../legacy/sessions.js";
import type { NegotiationOptions } from "../options.js";

/** A name that leads nowhere: RFC 6761 reserves `.invalid`. */
const FOREIGN = "http://attacker.invalid";

/** The first revision that names the status. */
const WITH_STATUS = "2025-11-25";

const FIX =
  "compare Origin, where there is one, with a list of your own, and answer 403; web pages reach local servers otherwise (DNS rebinding)";

const SENT = `ping with Origin: ${FOREIGN}`;

/** Sends ping as a web page of another site would, in a session of its own. `undefined` where that is not permitted. */
async function pingFromElsewhere(
  rule: string,
  verdict: Verdict,
  context: PackContext<NegotiationOptions>,
): Promise<Exchange | undefined> {
  const { host, negotiated, options } = context;
  if (!mayAttack(negotiated, options)) {
    verdict.notApplicable(whyNoOrigin(context));
    return undefined;
  }
  const headers = { Origin: FOREIGN };
  const defect = `${rule}: foreign Origin`;
  return inOwnSession(context, (own) =>
    host.exchange(own, { method: "ping", headers, freshSocket: true, defect, timeoutMs: 10_000 }),
  );
}

function failWith(verdict: Verdict, exchange: Exchange, rule: string): void {
  const isServed = resultOf(exchange) !== undefined;
  const { status } = exchange;
  const what = `${status === undefined ? "" : `HTTP ${status}, `}${came(exchange)}`;
  const text = isServed ? `it was served: ${what}` : `refused with ${what}`;
  verdict.fail(say({ sent: SENT, came: text, rule, fix: FIX }), [exchange.number]);
}

/** A102. */
const origin = legacyHttpCheck({
  id: "legacy-origin",
  category: "transport",
  title: "A foreign Origin is refused",
  description: "Sends ping in a session of its own with the Origin of another site.",
  level: "must",
  phase: "probe",
  on: { protocolVersion: STREAMABLE },
  contract: "A102",
  source: TRANSPORTS,
  section: "Security Warning",
  revision: WITH_STATUS,
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const exchange = await pingFromElsewhere("A102", verdict, context);
    if (!exchange || exchange.status === 403) return;
    if (excused(verdict, exchange, SENT)) return;
    const hasStatus = context.negotiated.protocolVersion >= WITH_STATUS;
    if (!hasStatus && resultOf(exchange) === undefined) return;
    failWith(verdict, exchange, `A102: a foreign Origin is refused${hasStatus ? " with 403" : ""}`);
  },
});

/** A112. */
const sseOrigin = legacyCheck({
  id: "sse-origin",
  category: "transport",
  title: "A foreign Origin is refused over HTTP+SSE",
  description: "Posts ping on a connection of its own with the Origin of another site.",
  level: "must",
  phase: "probe",
  on: { http: "sse" },
  contract: "A112",
  source: TRANSPORTS,
  section: "Security Warning",
  revision: "2024-11-05",
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const exchange = await pingFromElsewhere("A112", verdict, context);
    if (!exchange || exchange.status === 403 || errorOf(exchange)) return;
    if (excused(verdict, exchange, SENT)) return;
    if (resultOf(exchange) === undefined) return;
    failWith(verdict, exchange, "A112: the Origin of every request is validated");
  },
});

/** `Origin` before 2026-07-28. */
export const legacyOriginChecks: Check[] = [origin, sseOrigin];
