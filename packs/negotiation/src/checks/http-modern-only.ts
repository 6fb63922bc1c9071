import {
  type Check,
  type Exchange,
  header,
  NOT_THE_SERVER,
  type PackContext,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernHttpCheck } from "../define.js";
import { came, judgeable } from "../http/answer.js";
import { mayAttack, whyNoOrigin } from "../http/foreign-origin.js";
import { safeMethods } from "../http/safe-methods.js";
import { safeMethod, sendAlone } from "../http/safe-request.js";
import type { NegotiationOptions } from "../options.js";
import { leave, servesLegacy } from "../other-era.js";
import { recorded } from "../record.js";

const SOURCE = "basic/transports/streamable-http";
const EARLIER = "Earlier Streamable HTTP Revisions";

/** A name that leads nowhere: RFC 6761 reserves `.invalid`. */
const FOREIGN_HOST = "attacker.invalid";

/** A57. */
const origin = modernHttpCheck({
  id: "http-origin-403",
  category: "transport",
  title: "A foreign Origin is refused with 403",
  description: "Sends a request as a web page of another site would: with an Origin that no server can know.",
  level: "must",
  phase: "probe",
  contract: "A57",
  source: SOURCE,
  section: "Security & Endpoint",
  async run(_values, verdict, context: PackContext<NegotiationOptions>) {
    const { host, connection, negotiated, options } = context;
    if (!mayAttack(negotiated, options)) return verdict.notApplicable(whyNoOrigin(context));
    const method = safeMethod(negotiated);
    const foreign = `http://${FOREIGN_HOST}`;
    const exchange = await sendAlone(host, connection, {
      method,
      headers: { Origin: foreign },
      defect: "A57: foreign Origin",
    });
    const sent = `${method} with Origin: ${foreign}`;
    const answer = exchange.status === 403 ? undefined : judgeable(verdict, exchange, sent);
    if (answer) {
      verdict.fail(
        say({
          sent,
          came: answer.kind === "served" ? `it was served: ${came(exchange)}` : `refused: ${came(exchange)}`,
          rule: "A57: an Origin that is not acceptable is answered with 403",
          fix: "compare Origin, where there is one, with a list of your own, and answer 403; web pages reach local servers otherwise (DNS rebinding)",
        }),
        [exchange.number],
      );
    }
    const other = await sendAlone(host, connection, {
      method,
      headers: { Host: FOREIGN_HOST },
      defect: "A57: foreign Host",
    });
    if (resultOf(other) === undefined) return;
    const advice =
      "MCP has no rule for Host; where only this machine is to use the server, let it answer its own host names alone (DNS rebinding)";
    verdict.note(`${method} with Host: ${FOREIGN_HOST} was served. ${advice}`, [other.number], { variant: "host" });
  },
});

/** A76. */
const getIs405 = modernHttpCheck({
  id: "http-get-405",
  category: "transport",
  title: "GET and DELETE are answered with 405",
  description: "Sends GET and DELETE, which earlier revisions had, to a server that serves 2026-07-28 alone.",
  level: "should",
  phase: "probe",
  contract: "A76",
  source: SOURCE,
  section: EARLIER,
  needs: { dual: servesLegacy },
  async run({ dual }, verdict, { host, connection }) {
    if (dual) return leave(verdict, dual);
    for (const httpMethod of ["GET", "DELETE"] as const) {
      const defect = `A76: ${httpMethod} does not exist`;
      const exchange = await sendAlone(host, connection, { method: httpMethod, httpMethod, defect });
      const about = { subject: httpMethod };
      const { status, number: evidence } = exchange;
      if (status === 405) verdict.pass(about, [evidence]);
      else if (isNoVerdict(exchange)) {
        const reason = `${httpMethod} was answered with nothing to judge: ${exchange.problem ?? `HTTP ${status}`}`;
        verdict.couldNotRun(reason, { origin: "environment", evidence: [evidence], about });
      } else {
        verdict.fail(
          say({
            sent: `${httpMethod} on the endpoint`,
            came: `HTTP ${status}`,
            rule: "A76: a server of 2026-07-28 alone answers GET and DELETE with 405",
            fix: "answer every HTTP method but POST with 405 and Allow: POST",
          }),
          [evidence],
          about,
        );
      }
    }
  },
});

/** Nothing came, or somebody before MCP has answered. */
function isNoVerdict({ status = 0, outcome }: Exchange): boolean {
  if (outcome !== "answered" && outcome !== "no-response") return true;
  return NOT_THE_SERVER.has(status);
}

/**
 * Judges that a header of earlier revisions changes nothing. A server that refuses the same request without it as well
 * (`plain`) says nothing of the header.
 */
async function judgeIgnored(
  verdict: Verdict,
  exchange: Exchange,
  plain: () => Promise<Exchange>,
  [sent, rule, fix]: [string, string, string],
  subject?: string,
): Promise<void> {
  const about = { variant: "served", ...(subject === undefined ? {} : { subject }) };
  const answer = judgeable(verdict, exchange, sent, about);
  if (answer?.kind !== "refused" || resultOf(await plain()) === undefined) return;
  verdict.fail(say({ sent, came: `refused: ${came(exchange)}`, rule, fix }), [exchange.number], about);
}

/** A77. */
const sessionIgnored = modernHttpCheck({
  id: "http-session-ignored",
  category: "transport",
  title: "There are no sessions",
  description: "Sends Mcp-Session-Id, which changes nothing, and looks for one in every response.",
  level: "should",
  phase: "end",
  contract: "A77",
  source: SOURCE,
  section: EARLIER,
  needs: { dual: servesLegacy },
  async run({ dual }, verdict, context) {
    if (dual) return leave(verdict, dual);
    const { host, connection, negotiated } = context;
    const method = safeMethod(negotiated);
    const exchange = await sendAlone(host, connection, {
      method,
      headers: { "Mcp-Session-Id": "00000000-0000-4000-8000-000000000000" },
      defect: "A77: Mcp-Session-Id does not exist",
    });
    const rule = "A77: a server of 2026-07-28 alone ignores Mcp-Session-Id, and gives none";
    const plain = () => sendAlone(host, connection, { method });
    await judgeIgnored(verdict, exchange, plain, [
      `${method} with Mcp-Session-Id`,
      rule,
      "do not look at Mcp-Session-Id",
    ]);
    const naming = [...(await recorded(context)), exchange].filter(
      ({ headers }) => header(headers, "Mcp-Session-Id") !== undefined,
    );
    const [first] = naming;
    if (!first) return;
    verdict.fail(
      say({
        sent: first.method ?? "a request",
        came: `the response has the header Mcp-Session-Id${naming.length > 1 ? `, as ${naming.length} responses have` : ""}`,
        rule,
        fix: "leave Mcp-Session-Id out of the responses to requests of 2026-07-28",
      }),
      naming.map(({ number }) => number),
      { variant: "given" },
    );
  },
});

/** A78. */
const lastEventId = modernHttpCheck({
  id: "http-last-event-id-ignored",
  category: "transport",
  title: "Last-Event-ID changes nothing",
  description:
    "Sends Last-Event-ID with requests of a few methods: there is no stream to resume, so each is served as ever.",
  level: "should",
  phase: "probe",
  contract: "A78",
  source: SOURCE,
  section: EARLIER,
  needs: { dual: servesLegacy, methods: safeMethods },
  async run({ dual, methods }, verdict, { host, connection }) {
    if (dual) return leave(verdict, dual);
    for (const method of methods) {
      const exchange = await sendAlone(host, connection, {
        method,
        headers: { "Last-Event-ID": "1" },
        defect: "A78: Last-Event-ID does not exist",
      });
      const rule = "A78: a server of 2026-07-28 alone ignores Last-Event-ID";
      const fix = "do not look at Last-Event-ID: a request whose stream broke is sent again";
      const plain = () => sendAlone(host, connection, { method });
      await judgeIgnored(verdict, exchange, plain, [`${method} with Last-Event-ID`, rule, fix], method);
    }
  },
});

export const httpModernOnlyChecks: Check[] = [origin, getIs405, sessionIgnored, lastEventId];
