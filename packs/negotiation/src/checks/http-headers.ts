import { type Check, ERROR, encodeHeaderValue, META, resultOf, say } from "@mcptest/pack";
import { modernHttpCheck } from "../define.js";
import { answerOf, came } from "../http/answer.js";
import { judgeAccepted, judgeHeaderProbe } from "../http/header-refusal.js";
import { methodHeaderProbes } from "../http/method-header-probes.js";
import { namedRequests } from "../http/named-requests.js";
import { safeMethods } from "../http/safe-methods.js";
import { safeMethod, sendAlone } from "../http/safe-request.js";
import { UNKNOWN_VERSION } from "../ids.js";
import { lists } from "../lists.js";
import { leave, servesLegacy } from "../other-era.js";

const SOURCE = "basic/transports/streamable-http";
const VALIDATION = "Server Validation";

/** A59. */
const versionHeader = modernHttpCheck({
  id: "http-version-header-required",
  category: "transport",
  title: "A request without MCP-Protocol-Version is refused",
  description:
    "Sends requests of a few methods without the header MCP-Protocol-Version; a server of 2026-07-28 alone refuses them.",
  level: "must",
  phase: "probe",
  contract: "A59",
  source: SOURCE,
  section: "Protocol Version Header",
  needs: { dual: servesLegacy, methods: safeMethods },
  async run({ dual, methods }, verdict, { host, connection }) {
    for (const method of methods) {
      const exchange = await sendAlone(host, connection, {
        method,
        headers: { "MCP-Protocol-Version": null },
        defect: "A59: MCP-Protocol-Version missing",
      });
      const sent = `${method} without MCP-Protocol-Version`;
      const answer = answerOf(exchange);
      if (dual && !(answer.kind === "refused" && answer.code === ERROR.headerMismatch)) {
        const what = `${sent} was answered as the server answers older revisions: ${came(exchange)}`;
        if (dual.unclear) leave(verdict, dual);
        else verdict.note(what, [exchange.number], { subject: method });
        continue;
      }
      judgeHeaderProbe(
        verdict,
        { sent, method, variant: "missing", exchange },
        {
          rule: "A59: a server that serves no revision before 2025-06-18 refuses it with 400 and the code -32020",
          fix: "refuse a request without MCP-Protocol-Version with HTTP 400 and the JSON-RPC error -32020",
        },
      );
    }
  },
});

/** A60. */
const versionMismatch = modernHttpCheck({
  id: "http-version-mismatch",
  category: "transport",
  title: "Versions that differ between header and body are refused",
  description: "Sends a request whose MCP-Protocol-Version is right and whose _meta names another version.",
  level: "must",
  phase: "probe",
  contract: "A60",
  source: SOURCE,
  section: VALIDATION,
  async run(_values, verdict, { host, connection, negotiated }) {
    const method = safeMethod(negotiated);
    const exchange = await sendAlone(host, connection, {
      method,
      meta: { [META.protocolVersion]: UNKNOWN_VERSION },
      defect: "A60: another version in _meta than in the header",
    });
    const sent = `${method} with MCP-Protocol-Version: ${negotiated.protocolVersion} and ${UNKNOWN_VERSION} in _meta`;
    judgeHeaderProbe(
      verdict,
      { sent, method, variant: "different", exchange },
      {
        rule: "A60: header and _meta differ, so the answer is 400 and the code -32020 (-32022 is a warning)",
        fix: "compare MCP-Protocol-Version with the version in _meta before you look whether you serve it",
        tolerated: ERROR.unsupportedProtocolVersion,
      },
    );
  },
});

/** A61. */
const methodHeader = modernHttpCheck({
  id: "http-method-header",
  category: "transport",
  title: "Mcp-Method is compared with the method",
  description:
    "Sends requests of a few methods whose Mcp-Method is missing or empty, names another method or has another case, and one whose header name is in odd case.",
  level: "must",
  phase: "probe",
  contract: "A61",
  source: SOURCE,
  section: VALIDATION,
  needs: { probes: methodHeaderProbes },
  async run({ probes }, verdict, { host, connection, negotiated }) {
    const rule = {
      rule: "A61: Mcp-Method is there and equals the method, in the same case; else the answer is 400 and the code -32020",
      fix: "compare the header Mcp-Method, case by case, with the method of the body, and refuse what differs or lacks it",
    };
    for (const probe of probes) judgeHeaderProbe(verdict, probe, rule);
    const method = safeMethod(negotiated);
    const exchange = await sendAlone(host, connection, { method, headers: { "mCP-mETHOD": method } });
    await judgeAccepted(
      verdict,
      { sent: `${method} with the header name mCP-mETHOD`, method, variant: "odd case of the name", exchange },
      {
        rule: "A61: names of headers compare without regard to case",
        fix: "look headers up by their lower-case name",
      },
      () => sendAlone(host, connection, { method }),
    );
  },
});

const NAME_RULE = {
  rule: "A62: Mcp-Name is there and equals the name or URI of the body; else the answer is 400 and the code -32020",
  fix: "compare the decoded Mcp-Name with params.name or params.uri, and refuse what differs or lacks it",
};

const DECODE_RULE = {
  rule: "A62: Mcp-Name is decoded (=?base64?…?=) and outer white space stripped before it is compared",
  fix: "strip outer white space from Mcp-Name and decode =?base64?…?= as UTF-8 before you compare it",
};

/** Names that travel encoded; nobody needs to have a resource of that name (R09). */
const ODD_URIS: [variant: string, uri: string][] = [
  ["beyond ASCII", "x://测试"],
  ["like an encoded value", "=?base64?abc?="],
  ["trailing space", "x://a "],
];

/** A62. */
const nameHeader = modernHttpCheck({
  id: "http-name-header",
  category: "transport",
  title: "Mcp-Name is decoded and compared with the name",
  description:
    "For tools/call, prompts/get and resources/read: Mcp-Name missing and different, encoded though it need not be, with spaces around it, its name in odd case.",
  level: "must",
  phase: "probe",
  contract: "A62",
  source: SOURCE,
  section: VALIDATION,
  needs: { named: namedRequests, lists },
  async run({ named, lists: { resources } }, verdict, { host, connection }) {
    for (const { method, name, request } of named) {
      const what = `${method} of ${JSON.stringify(name)}`;
      const send = (headers: Record<string, string | null>, defect?: string) =>
        sendAlone(host, connection, { ...request, headers: { ...request.headers, ...headers }, defect });
      const other = encodeHeaderValue(`${name}-other`);
      const wrong: [variant: string, value: string | null, sent: string][] = [
        ["missing", null, `${what} without Mcp-Name`],
        ["different", other, `${what} with Mcp-Name: ${other}`],
      ];
      for (const [variant, value, sent] of wrong) {
        const exchange = await send({ "Mcp-Name": value }, `A62: Mcp-Name ${variant}`);
        judgeHeaderProbe(verdict, { sent, method, variant, exchange }, NAME_RULE);
      }
      const right: [variant: string, header: string, value: string][] = [
        ["encoded", "Mcp-Name", wrapped(name)],
        ["spaces around it", "Mcp-Name", `  ${encodeHeaderValue(name)}\t `],
        ["odd case of the name", "mCP-nAME", encodeHeaderValue(name)],
      ];
      for (const [variant, header, value] of right) {
        const exchange = await send({ [header]: value });
        const probe = { sent: `${what} with ${header}: ${JSON.stringify(value)}`, method, variant, exchange };
        await judgeAccepted(verdict, probe, DECODE_RULE, () => send({}));
      }
    }
    if (resources.items.length === 0) return;
    const method = "resources/read";
    for (const [variant, uri] of ODD_URIS) {
      const exchange = await sendAlone(host, connection, { method, params: { uri } });
      const answer = answerOf(exchange);
      const sent = `${method} of ${JSON.stringify(uri)} with Mcp-Name: ${encodeHeaderValue(uri)}`;
      const about = { subject: method, variant };
      if (answer.kind !== "refused" || answer.code !== ERROR.headerMismatch) verdict.pass(about, [exchange.number]);
      else {
        const text = say({
          sent,
          came: `refused: ${came(exchange)}`,
          rule: DECODE_RULE.rule,
          fix: DECODE_RULE.fix,
        });
        verdict.fail(text, [exchange.number], about);
      }
    }
    const number = await sendAlone(host, connection, {
      method,
      params: { uri: 7 },
      headers: { "Mcp-Name": "7" },
      defect: "A62: the URI is a number",
    });
    if (resultOf(number) === undefined) return;
    verdict.warn(
      say({
        sent: `${method} with the number 7 for a URI and Mcp-Name: 7`,
        came: `it was served: ${came(number)}`,
        rule: "A62: Mcp-Name equals the URI, and a number equals no header; -32602 or -32020 is due",
        fix: "refuse a URI that is no string",
      }),
      [number.number],
      { subject: method, variant: "number" },
    );
  },
});

function wrapped(value: string): string {
  return `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;
}

/** A63. */
const nameEncoding = modernHttpCheck({
  id: "http-name-header-base64-invalid",
  category: "transport",
  title: "An Mcp-Name with invalid base64 is refused",
  description: "Sends Mcp-Name as =?base64?…?= with characters that base64 does not have.",
  level: "must",
  phase: "probe",
  contract: "A63",
  source: "SEP-2243",
  section: "Value Encoding",
  needs: { named: namedRequests },
  async run({ named }, verdict, { host, connection }) {
    const [target] = named;
    if (!target) return;
    const { method, name, request } = target;
    const base64 = Buffer.from(name, "utf8").toString("base64");
    const values: [variant: string, value: string][] = [
      // A decoder that skips what it does not know reads the right name here.
      ["characters between", `=?base64?${base64.slice(0, 4)}!!!${base64.slice(4)}?=`],
      ["nothing else", "=?base64?%%%?="],
    ];
    for (const [variant, value] of values) {
      const exchange = await sendAlone(host, connection, {
        ...request,
        headers: { ...request.headers, "Mcp-Name": value },
        defect: "A63: Mcp-Name is no base64",
      });
      judgeHeaderProbe(
        verdict,
        { sent: `${method} of ${JSON.stringify(name)} with Mcp-Name: ${value}`, method, variant, exchange },
        {
          rule: "A63: a wrapped value that is no base64 is refused with 400 and the code -32020",
          fix: "use a strict decoder of base64 for Mcp-Name; many skip characters that they do not know",
        },
      );
    }
  },
});

export const httpHeaderChecks: Check[] = [versionHeader, versionMismatch, methodHeader, nameHeader, nameEncoding];
