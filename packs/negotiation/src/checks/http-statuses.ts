import { type Check, ERROR, type Exchange, errorOf, excerpt, META, member, say, type Verdict } from "@mcptest/pack";
import { modernHttpCheck } from "../define.js";
import { answerOf, came, judgeable } from "../http/answer.js";
import { methodHeaderProbes } from "../http/method-header-probes.js";
import { safeMethod, sendAlone } from "../http/safe-request.js";
import { PACK_NAME, UNKNOWN_VERSION } from "../ids.js";
import { everythingOn, laneOf, passive } from "../record.js";
import { errorIn } from "../unanswered.js";

const SOURCE = "basic/transports/streamable-http";

/** What each header probe says that it breaks. A59 is not among them: a server of both eras answers it otherwise. */
const HEADER_DEFECT = /^A6[0-4]: /;

/** A66. */
const mismatchBody = modernHttpCheck({
  id: "http-header-mismatch-body",
  category: "transport",
  title: "A refusal for headers carries a JSON-RPC error",
  description: "Reads the body of every answer with status 400 that the probes of headers have met.",
  level: "must",
  ...passive,
  contract: "A66",
  source: SOURCE,
  section: "Server Validation",
  prepares: { probes: methodHeaderProbes },
  async run(_values, verdict, { host }) {
    const sent = await host.transcript({ pack: PACK_NAME });
    const refused = sent.filter(({ tags, status }) => HEADER_DEFECT.test(tags.defect ?? "") && status === 400);
    if (refused.length === 0) return verdict.notApplicable("no request was refused with 400 for its headers");
    const odd = new Set(
      sent.filter((exchange) => !exchange.tags.defect && isOdd(exchange)).map(({ method }) => method),
    );
    const bad = refused.filter((exchange) => !odd.has(exchange.method) && problemOf(exchange) !== undefined);
    const [first] = bad;
    if (first) {
      const rule = "A66: the 400 carries a JSON-RPC error response with the code -32020";
      const fix = 'answer with {"jsonrpc":"2.0","id":ID OF THE REQUEST,"error":{"code":-32020,"message":"…"}}';
      const count = bad.length > 1 ? ` (${bad.length} of ${refused.length} refusals)` : "";
      const text = `${problemOf(first)}: ${came(first)}${count}`;
      verdict.fail(
        say({ sent: `${first.method} with wrong headers (${first.tags.defect})`, came: text, rule, fix }),
        bad.map(({ number }) => number),
      );
    }
    const withoutId = refused.filter((exchange) => problemOf(exchange) === undefined && !exchange.response);
    const [anonymous] = withoutId;
    if (!anonymous) return;
    verdict.warn(
      say({
        sent: `${anonymous.method} with wrong headers (${anonymous.tags.defect})`,
        came: `the error is that of no request: ${excerpt(anonymous.messages[0]?.raw, 160)}`,
        rule: "A66, A05: the error has the id of the request, which the body states",
        fix: "read the body before you answer, and repeat its id",
      }),
      withoutId.map(({ number }) => number),
      { variant: "id" },
    );
  },
});

/** What every answer of a method has, refusals or not, is for the rules of JSON-RPC to judge (A04, A06). */
function isOdd({ response }: Exchange): boolean {
  if (response === undefined) return false;
  return member(response, "jsonrpc") !== "2.0" || ["result", "error"].every((name) => Object.hasOwn(response, name));
}

/** Why a body is no JSON-RPC error, or `undefined`. Its code is judged by the check that sent the request. */
function problemOf(exchange: Exchange): string | undefined {
  const error = errorIn(exchange);
  if (error === undefined) return "refused, and the body is no JSON-RPC error";
  if (typeof member(error, "code") !== "number") return "refused with an error that has no code";
  const json = exchange.messages.find((message) => member(message.json, "error") !== undefined)?.json;
  if (member(json, "jsonrpc") !== "2.0") return 'refused with an error that is not "jsonrpc":"2.0"';
  const id = member(json, "id");
  if (!exchange.response && id !== undefined && id !== null) return "refused with the id of another request";
  return undefined;
}

/** A67. */
const unknownMethod = modernHttpCheck({
  id: "http-unknown-method-404",
  category: "transport",
  title: "An unknown method is answered with 404",
  description:
    "Sends a method that does not exist with correct headers; the status is 404 and the body a JSON-RPC error.",
  level: "must",
  phase: "probe",
  contract: "A67",
  source: SOURCE,
  section: "Protocol Version Header",
  async run(_values, verdict, { host, connection }) {
    const method = "conformance/does-not-exist";
    const exchange = await sendAlone(host, connection, { method });
    const { status = 0, number } = exchange;
    const error = errorOf(exchange);
    // 500 and 501 are the server's own; with 502 to 504 somebody else speaks.
    const isOwn = error !== undefined || status === 500 || status === 501;
    if (!isOwn && !judgeable(verdict, exchange, method)) return;
    const fail = (what: string) =>
      verdict.fail(
        say({
          sent: `${method}, which no server has`,
          came: what,
          rule: "A67: the status is 404, and the body a JSON-RPC error with the code -32601",
          fix: "answer an unknown method with HTTP 404 and the JSON-RPC error -32601",
        }),
        [number],
      );
    if (!error) {
      if (answerOf(exchange).kind === "served") judgedElsewhere(verdict, "rpc-method-not-found", exchange);
      else fail(`no JSON-RPC response: ${came(exchange)}`);
    } else if (member(error, "code") !== ERROR.methodNotFound)
      judgedElsewhere(verdict, "rpc-method-not-found", exchange);
    else if (status !== 404) fail(`the right error, with another status: ${came(exchange)}`);
  },
});

function judgedElsewhere(verdict: Verdict, check: string, exchange: Exchange): void {
  verdict.note(`the answer is judged by ${check}: ${came(exchange)}`, [exchange.number]);
}

/** A68. */
const unsupportedVersion = modernHttpCheck({
  id: "http-unsupported-version-400",
  category: "transport",
  title: "An unsupported version is answered with 400",
  description:
    "Sends a version that no revision has, in the header and in _meta; the error -32022 travels with status 400.",
  level: "must",
  phase: "probe",
  contract: "A68",
  source: SOURCE,
  section: "Protocol Version Header",
  async run(_values, verdict, { host, connection, negotiated }) {
    const method = safeMethod(negotiated);
    const exchange = await sendAlone(host, connection, {
      method,
      headers: { "MCP-Protocol-Version": UNKNOWN_VERSION },
      meta: { [META.protocolVersion]: UNKNOWN_VERSION },
      defect: "A68: unsupported version",
    });
    const sent = `${method} with the version ${UNKNOWN_VERSION}`;
    if (!judgeable(verdict, exchange, sent)) return;
    const error = errorIn(exchange);
    if (member(error, "code") !== ERROR.unsupportedProtocolVersion) {
      judgedElsewhere(verdict, "version-unsupported-error", exchange);
    } else if (exchange.status !== 400) {
      verdict.fail(
        say({
          sent,
          came: `the right error, with another status: ${came(exchange)}`,
          rule: "A68: the error -32022 travels with status 400",
          fix: "answer a version that you do not serve with HTTP 400 and the JSON-RPC error -32022",
        }),
        [exchange.number],
      );
    }
  },
});

/** A69. */
const missingMeta = modernHttpCheck({
  id: "http-missing-meta-400",
  category: "transport",
  title: "A request without client capabilities is answered with 400",
  description: "Sends a request whose _meta has the version and no client capabilities: 400 and the code -32602.",
  level: "must",
  phase: "probe",
  contract: "A69",
  source: "basic/index",
  section: "Per-request protocol fields",
  async run(_values, verdict, { host, connection, negotiated }) {
    const method = safeMethod(negotiated);
    const exchange = await sendAlone(host, connection, {
      method,
      meta: { [META.clientCapabilities]: undefined },
      defect: "A69: _meta without clientCapabilities",
    });
    const sent = `${method} without ${META.clientCapabilities} in _meta`;
    if (!judgeable(verdict, exchange, sent)) return;
    const code = member(errorIn(exchange), "code");
    if (code === ERROR.invalidParams && exchange.status === 400) return;
    const served = answerOf(exchange).kind === "served";
    verdict.fail(
      say({
        sent,
        came: served ? `it was served: ${came(exchange)}` : `refused: ${came(exchange)}`,
        rule: "A69: a required field of _meta is missing, so the answer is 400 and the code -32602",
        fix: "refuse a request whose _meta lacks a required field with HTTP 400 and the JSON-RPC error -32602",
      }),
      [exchange.number],
    );
  },
});

/** A70. */
const missingCapability = modernHttpCheck({
  id: "http-missing-capability-400",
  category: "transport",
  title: "The error -32021 travels with status 400",
  description: "Reads the status of every answer with the code -32021, whichever check has met it.",
  level: "must",
  ...passive,
  contract: "A70",
  source: "basic/index",
  section: "Error Codes",
  async run(_values, verdict, context) {
    const lane = laneOf(context);
    // What a request breaks besides says nothing of the status of this error.
    const refused = (await everythingOn(context)).filter(
      (exchange) => exchange.tags.lane === lane && member(errorOf(exchange), "code") === ERROR.missingClientCapability,
    );
    if (refused.length === 0) return verdict.notApplicable("no request was refused with the code -32021");
    const wrong = new Map<string, Exchange[]>();
    for (const exchange of refused) {
      if (exchange.status === 400) continue;
      const key = exchange.method ?? "";
      wrong.set(key, [...(wrong.get(key) ?? []), exchange]);
    }
    for (const [method, exchanges] of wrong) {
      const [first] = exchanges;
      if (!first) continue;
      verdict.fail(
        say({
          sent: `${method}, undeclared`,
          came: `${came(first)}${exchanges.length > 1 ? ` (${exchanges.length} times)` : ""}`,
          rule: "A70: the error -32021 travels with status 400",
          fix: "send the error -32021 with HTTP 400",
        }),
        exchanges.map(({ number }) => number),
        { subject: method },
      );
    }
  },
});

export const httpStatusChecks: Check[] = [
  mismatchBody,
  unknownMethod,
  unsupportedVersion,
  missingMeta,
  missingCapability,
];
