import {
  type Check,
  came,
  ERROR,
  type Exchange,
  excerpt,
  type Json,
  META,
  type PackContext,
  type PackHost,
  type RequestSpec,
  say,
  type Verdict,
} from "@mcptest/pack";
import { callChoice } from "../call-target.js";
import { modernCheck } from "../define.js";
import { aloneSteadily } from "../extensions/alone.js";
import { met, shapeOf } from "../extensions/answer.js";
import { declarable, declaring } from "../extensions/judged.js";
import { safeRequests } from "../extensions/requests.js";
import { codeOf } from "../extensions/required.js";
import { UNKNOWN_EXTENSION } from "../ids.js";
import { lists } from "../lists.js";

const NOTHING_SAFE = "the server has no server/discover, no list and no tool that is safe to call";

/** E13. */
const unknown = modernCheck({
  id: "ext-unknown-tolerated",
  category: "extensions",
  title: "Unknown extensions and capabilities of the client change nothing",
  description:
    "server/discover, a list and a call are answered the same with an unknown extension declared, with an unknown client capability, and without either.",
  level: "must",
  contract: "E13",
  source: "basic/versioning",
  section: "Extension Negotiation",
  phase: "probe",
  needs: { lists, choice: callChoice },
  async run({ lists: listed, choice: { target, problem } }, verdict, context) {
    if (problem && !problem.notApplicable) {
      const { message, origin } = problem;
      verdict.couldNotRun(message, { origin, about: { subject: "tools/call" } });
    }
    const requests = safeRequests(context.negotiated, listed, target);
    if (requests.length === 0) return verdict.notApplicable(NOTHING_SAFE);
    for (const request of requests) {
      await judgeTolerated(context.host, verdict, request, "an unknown extension", {
        ...request,
        extensions: declaring([UNKNOWN_EXTENSION]),
      });
      await judgeTolerated(context.host, verdict, request, "an unknown capability", {
        ...request,
        capabilities: { unknownProbe: {} },
      });
    }
  },
});

/** E16. */
const untrusted = modernCheck({
  id: "ext-untrusted-data",
  category: "extensions",
  title: "Malformed settings of an extension do no harm",
  description:
    "A request that declares an extension with [], null or true for its settings is refused with -32602, or served as one without the extension.",
  level: "should",
  contract: "E16",
  source: "SEP-2133",
  section: "Security Considerations",
  phase: "probe",
  needs: { lists, choice: callChoice },
  async run({ lists: listed, choice: { target, problem } }, verdict, context) {
    if (problem && !problem.notApplicable) throw problem;
    const [id = UNKNOWN_EXTENSION] = declarable(context.negotiated.capabilities);
    const request = safeRequests(context.negotiated, listed, target).at(-1);
    if (request === undefined) return verdict.notApplicable(NOTHING_SAFE);
    for (const settings of [[], null, true]) await judgeMalformed(context, verdict, request, id, settings);
  },
});

/** Sends the request twice as it is and twice with what is unknown, in turn, before it blames the server. */
async function judgeTolerated(
  host: PackHost,
  verdict: Verdict,
  plain: RequestSpec,
  what: string,
  odd: RequestSpec,
): Promise<void> {
  const about = { subject: plain.method, variant: what };
  const exchanges: Exchange[] = [];
  const send = async (request: RequestSpec) => {
    const exchange = await aloneSteadily(host, request);
    exchanges.push(exchange);
    return exchange;
  };
  const numbers = () => exchanges.map(({ number }) => number);
  const usual = await send(plain);
  const other = await send(odd);
  if (shapeOf(usual) === undefined || shapeOf(other) === undefined) {
    const open = shapeOf(usual) === undefined ? usual : other;
    const origin = open.outcome === "timeout" || open.outcome === "limit" ? "host" : "environment";
    return verdict.couldNotRun(`${plain.method} with ${what}: ${came(open)}`, { origin, evidence: numbers(), about });
  }
  if (shapeOf(usual) === shapeOf(other)) return verdict.pass(about, numbers());
  const usualAgain = await send(plain);
  const otherAgain = await send(odd);
  if (shapeOf(usualAgain) !== shapeOf(usual) || shapeOf(otherAgain) !== shapeOf(other)) {
    return verdict.note(`${plain.method}: the answer changes by itself, so nothing can be said`, numbers(), about);
  }
  verdict.fail(
    say({
      sent: `${plain.method} with ${what} in clientCapabilities`,
      came: `${came(other, 120)}; without it, ${came(usual, 120)}`,
      rule: "E13: capabilities are an open set: extension ids and capability keys that a server does not know are ignored",
      fix: "look only at the members of clientCapabilities that you know; do not validate against a closed list",
    }),
    numbers(),
    about,
  );
}

const EXPECTED_CODES: readonly (number | undefined)[] = [
  ERROR.invalidParams,
  ERROR.invalidRequest,
  ERROR.missingClientCapability,
];

async function judgeMalformed(
  { host }: PackContext,
  verdict: Verdict,
  request: RequestSpec,
  id: string,
  settings: Json,
): Promise<void> {
  const about = { subject: id, variant: JSON.stringify(settings) };
  const sent = `${request.method} with ${excerpt(settings)} for the settings of ${excerpt(id, 100)}`;
  const extensions = Object.fromEntries([[id, settings]]);
  const exchange = await aloneSteadily(host, {
    ...request,
    meta: { [META.clientCapabilities]: { extensions } },
    defect: "E02: the settings of an extension are no object",
  });
  const control = await aloneSteadily(host, request);
  const evidence = [exchange.number, control.number];
  const answer = met(exchange);
  const isExpected =
    answer.kind === "error" && (codeOf(exchange) === undefined || EXPECTED_CODES.includes(codeOf(exchange)));
  if (answer.kind === "result" || isExpected) return verdict.pass(about, evidence);
  // Whatever comes for the usual request as well is not about the settings.
  if (shapeOf(control) === shapeOf(exchange) && shapeOf(control) !== undefined) return verdict.pass(about, evidence);
  if (answer.kind !== "error" && answer.kind !== "broken") {
    const origin = answer.kind === "hang" ? "host" : "environment";
    return verdict.couldNotRun(`${sent}: ${came(exchange)}`, { origin, evidence, about });
  }
  verdict.fail(
    say({
      sent,
      came: `${came(exchange)}; without the extension, ${came(control, 120)}`,
      rule: "E16: what a client states about extensions is untrusted: malformed settings are refused with -32602 or ignored",
      fix: "check that the settings are an object before you read a member of them",
    }),
    evidence,
    about,
  );
}

export const toleranceChecks: Check[] = [unknown, untrusted];
