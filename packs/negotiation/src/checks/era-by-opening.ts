import { type Check, came, errorOf, excused, type PackContext, resultOf, say, type Verdict } from "@mcptest/pack";
import { modernCheck } from "../define.js";
import type { NegotiationOptions } from "../options.js";
import { otherEra, saysDualEra } from "../other-era.js";
import { plainRequest } from "../plain-request.js";

const RULE =
  "C09: a server of both eras serves a request with modern _meta as it is, and after initialize by the rules of that revision";

/** C09. */
const eraByOpening = modernCheck({
  id: "version-dual-server-era-by-opening",
  category: "versions",
  title: "A server of both eras goes by how it is opened",
  description:
    "Where server/discover lists a legacy version, initialize is served by its rules, and modern requests go on being served beside.",
  level: "must",
  phase: "probe",
  contract: "C09",
  source: "basic/versioning",
  section: "Dual-Era Servers",
  needs: { other: otherEra, plain: plainRequest },
  async run({ other, plain }, verdict, context) {
    const { host, connection, negotiated } = context;
    const { connection: legacy, problem, unclear } = other;
    if (!legacy) {
      if (!saysDualEra(negotiated.supportedVersions)) return verdict.notApplicable("the server speaks one era alone");
      if (unclear) return verdict.couldNotRun(`no legacy connection: ${problem}`, { origin: "environment" });
      return judgeInitialize(verdict, context);
    }
    const version = legacy.negotiated.protocolVersion;
    const ping = await host.exchange(legacy, { method: "ping" });
    const sent = `ping in a session of ${version}`;
    if (!excused(verdict, ping, sent, { subject: "ping" }) && resultOf(ping) === undefined) {
      const fix = "serve what a session, or on stdio a process, carries after initialize by the rules of its revision";
      verdict.fail(say({ sent, came: came(ping), rule: RULE, fix }), [ping.number], { subject: "ping" });
    }
    const { method, params } = plain;
    const modern = await host.exchange(connection, { method, params, freshSocket: true });
    const beside = `${method} of 2026-07-28 while a session of ${version} is open`;
    if (excused(verdict, modern, beside, { subject: method }) || resultOf(modern) !== undefined) return;
    const fix = "decide by each request: one with modern _meta needs no session and is part of none";
    verdict.fail(say({ sent: beside, came: came(modern), rule: RULE, fix }), [modern.number], { subject: method });
  },
});

/** `initialize` on a server that lists a legacy version, by hand, so that there is something to show. */
async function judgeInitialize(verdict: Verdict, { host, negotiated }: PackContext<NegotiationOptions>): Promise<void> {
  const [version] = (negotiated.supportedVersions ?? []).filter((listed) => saysDualEra([listed]));
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "mcptest", version: "0.0.0" } };
  const connection = await host.open({ fresh: true, handshake: false });
  const exchange = await host.exchange(connection, {
    method: "initialize",
    id: "initialize-1",
    body: JSON.stringify({ jsonrpc: "2.0", id: "initialize-1", method: "initialize", params }),
    headers: { "MCP-Protocol-Version": null, "Mcp-Method": null },
    defect: "C09: initialize on a connection of the modern lane",
  });
  const sent = `initialize with ${version}, which server/discover lists`;
  const about = { subject: "initialize" };
  if (excused(verdict, exchange, sent, about)) return;
  if (!errorOf(exchange) && exchange.response) {
    return verdict.couldNotRun(`${sent} gave a session that could not be used`, { evidence: [exchange.number], about });
  }
  const fix = "serve initialize with it, or leave it out of supportedVersions";
  verdict.fail(say({ sent, came: came(exchange), rule: RULE, fix }), [exchange.number], about);
}

/** C09. */
export const eraByOpeningChecks: Check[] = [eraByOpening];
