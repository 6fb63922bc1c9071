import {
  type Check,
  ERROR,
  type Exchange,
  excerpt,
  header,
  member,
  type Negotiated,
  type PackHost,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { apart } from "../apart.js";
import { anyCheck } from "../define.js";
import { alone, aloneSteadily } from "../extensions/alone.js";
import { askSteadily } from "../steady.js";
import { errorIn, illFormed, isInTrouble } from "../unanswered.js";
import { UNKNOWN_URI, unknownResource } from "../unknown-resource.js";

/** A method that no server has. */
const UNKNOWN_METHOD = "conformance/does-not-exist";

/** A13. Which status goes with it on 2026-07-28 is A67. */
const methodNotFound = anyCheck({
  id: "rpc-method-not-found",
  category: "messages",
  title: "Unknown methods are answered with -32601",
  description: "A request with a method that does not exist is answered with the error -32601.",
  level: "must",
  contract: "A13",
  source: "basic/index",
  section: "Error Codes",
  phase: "probe",
  needs: { apart },
  async run({ apart }, verdict, { host, negotiated }) {
    if (negotiated.transport === "stdio") return await judgeOnProcess(host, negotiated, verdict);
    const exchange = await askSteadily(host, apart, { method: UNKNOWN_METHOD, freshSocket: true });
    if (isInTrouble(verdict, exchange, UNKNOWN_METHOD)) return;
    judgeUnknownMethod(exchange, negotiated, verdict);
  },
});

/** On processes of its own: one that ends on the method, and a second time after it has answered, is at fault. */
async function judgeOnProcess(host: PackHost, negotiated: Negotiated, verdict: Verdict): Promise<void> {
  const unknown = { method: UNKNOWN_METHOD };
  const first = await aloneSteadily(host, unknown);
  if (!isEnd(first)) {
    if (!isInTrouble(verdict, first, UNKNOWN_METHOD)) judgeUnknownMethod(first, negotiated, verdict);
    return;
  }
  const [control, second] = await alone(host, { method: knownMethod(negotiated) }, unknown);
  if (control.response === undefined || !isEnd(second)) {
    isInTrouble(verdict, control.response === undefined ? control : first, UNKNOWN_METHOD);
    return;
  }
  verdict.fail(
    say({
      sent: `${UNKNOWN_METHOD} (exchanges ${first.number} and ${second.number})`,
      came: `the server process ended, a second time right after it had answered ${control.method}: ${second.problem ?? "no answer came"}`,
      rule: "A13: a method that is not implemented is answered with -32601",
      fix: FIX,
    }),
    [first.number, control.number, second.number],
    { subject: UNKNOWN_METHOD },
  );
}

/** A method that the server knows. */
function knownMethod({ era, discovered }: Negotiated): string {
  if (era === "legacy") return "ping";
  return discovered ? "server/discover" : "tools/list";
}

/** The process ended by itself. */
function isEnd({ outcome, cause }: Exchange): boolean {
  return outcome === "closed" && cause === undefined;
}

const FIX =
  'answer what is no method of the server with {"code": -32601, "message": "Method not found"}, and the connection stays open';

function judgeUnknownMethod(exchange: Exchange, { era, transport }: Negotiated, verdict: Verdict): void {
  const about = { subject: UNKNOWN_METHOD };
  const evidence = [exchange.number];
  const sent = `${UNKNOWN_METHOD} (exchange ${exchange.number})`;
  const rule = "A13: a method that is not implemented is answered with -32601";
  const fail = (came: string) => verdict.fail(say({ sent, came, rule, fix: FIX }), evidence, about);
  const { status } = exchange;
  const error = errorIn(exchange);
  if (isIllFormed(exchange, verdict, sent)) return;
  if (error === undefined && resultOf(exchange) === undefined) {
    const came = `no JSON-RPC answer came: ${exchange.problem ?? `HTTP ${status}`}`;
    // Over modern HTTP status and body are one rule.
    if (era === "modern") verdict.note(`${sent}: ${came}; http-unknown-method-404 judges it`, evidence, about);
    else fail(came);
    return;
  }
  const code = member(error, "code");
  if (code !== ERROR.methodNotFound) {
    fail(
      error === undefined
        ? `a result came, ${excerpt(resultOf(exchange), 160)}`
        : `another error came, ${excerpt(error, 160)}`,
    );
    return;
  }
  if (era === "legacy" && transport === "http" && status !== undefined && status >= 500) {
    fail(`-32601 came with HTTP ${status}, the status of a server that is broken`);
    return;
  }
  if (era === "legacy" && status === 404 && isInSession(exchange)) {
    const came =
      "-32601 came with HTTP 404, which says to a client that its session is gone and that it has to start over";
    const advice = "answer with HTTP 200 in a session: the 404 belongs to 2026-07-28, which has no sessions";
    verdict.warn(say({ sent, came, rule, fix: advice }), evidence, about);
    return;
  }
  verdict.pass(about, evidence);
}

/** Leaves what is no well-formed answer to the check that says so. */
function isIllFormed(exchange: Exchange, verdict: Verdict, sent: string): boolean {
  const owner = illFormed(exchange);
  if (owner === undefined) return false;
  const about = { subject: exchange.method };
  verdict.note(
    `${sent}: nothing can be made of the answer; ${owner} says what is wrong with it`,
    [exchange.number],
    about,
  );
  return true;
}

function isInSession({ request }: Exchange): boolean {
  return request !== null && header(request.headers, "Mcp-Session-Id") !== undefined;
}

/** A28. The codes that 2026-07-28 has retired are A15. */
const resourceNotFound = anyCheck({
  id: "resource-not-found-shape",
  category: "messages",
  title: "Unknown resources are answered with -32602",
  description:
    "On 2026-07-28 reading a resource that does not exist gives the error -32602, and never contents, not even empty ones.",
  level: "must",
  contract: "A28",
  source: "server/resources",
  section: "Error Handling",
  phase: "probe",
  needs: { unknownResource },
  run({ unknownResource: exchange }, verdict, { negotiated }) {
    if (isInTrouble(verdict, exchange, "resources/read of a resource that does not exist")) return;
    if (negotiated.era === "legacy") noteLegacy(exchange, verdict);
    else judgeUnknownResource(exchange, verdict);
  },
});

function judgeUnknownResource(exchange: Exchange, verdict: Verdict): void {
  const about = { subject: "resources/read" };
  const evidence = [exchange.number];
  const error = errorIn(exchange);
  const code = member(error, "code");
  const sent = `resources/read of ${UNKNOWN_URI}, which does not exist (exchange ${exchange.number})`;
  if (code === ERROR.invalidParams) {
    verdict.pass(about, evidence);
    return;
  }
  if (code === ERROR.resourceNotFoundLegacy || code === -32042) {
    verdict.note(`${sent}: the retired code ${code}, which rpc-retired-codes judges`, evidence, about);
    return;
  }
  if (isIllFormed(exchange, verdict, sent)) return;
  if (code === ERROR.methodNotFound) {
    verdict.note(`${sent}: the method does not exist, which discover-capability-handlers judges`, evidence, about);
    return;
  }
  const came =
    error !== undefined
      ? `the error ${excerpt(error, 160)}`
      : exchange.response === undefined
        ? `no JSON-RPC answer came: ${exchange.problem ?? `HTTP ${exchange.status}`}`
        : `a result, ${excerpt(resultOf(exchange), 160)}`;
  const rule =
    "A28: a resource that does not exist gives the error -32602, and never a result, also none with empty contents";
  const fix =
    'answer {"code": -32602, "message": "Resource not found", "data": {"uri": …}} where no resource has the URI';
  verdict.fail(say({ sent, came, rule, fix }), evidence, about);
}

/** Before 2026-07-28 the code was only recommended, and is another one. */
function noteLegacy(exchange: Exchange, verdict: Verdict): void {
  const about = { subject: "resources/read" };
  const code = member(errorIn(exchange), "code");
  if (code === ERROR.resourceNotFoundLegacy) {
    verdict.pass(about, [exchange.number]);
    return;
  }
  const came = code === undefined ? excerpt(resultOf(exchange) ?? exchange.problem, 120) : `the code ${excerpt(code)}`;
  verdict.note(
    `a resource that does not exist: ${came} came; up to 2025-11-25 the code is -32002, from 2026-07-28 on -32602`,
    [exchange.number],
    about,
  );
}

/** What is asked for and does not exist. */
export const unknownNameChecks: Check[] = [methodNotFound, resourceNotFound];
