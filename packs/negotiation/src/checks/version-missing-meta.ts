import {
  type Check,
  type Connection,
  came,
  defineFixture,
  ERROR,
  type Exchange,
  errorOf,
  excused,
  META,
  member,
  type RequestSpec,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { modernCheck } from "../define.js";
import type { NegotiationOptions } from "../options.js";
import { servesLegacy } from "../other-era.js";
import { plainRequest } from "../plain-request.js";
import { askSteadily } from "../steady.js";

/** A plain request without one field of `_meta`, each on its own: what was dropped, and what came. */
interface Dropped {
  method: string;
  version: Exchange;
  /** On stdio alone; over HTTP it is A69's. */
  capabilities?: Exchange;
  clientInfo: Exchange;
}

/** Sends the requests. On stdio those that a poor server may not survive go to a process of their own. */
const dropped = defineFixture<Dropped, { plain: typeof plainRequest }, NegotiationOptions>({
  name: "dropped fields",
  needs: { plain: plainRequest },
  async prepare({ plain: { method, params } }, { host, connection, negotiated }) {
    const isStdio = negotiated.transport === "stdio";
    let own: Connection | undefined;
    const lacking = (key: string): RequestSpec => ({ method, params, meta: { [key]: undefined } });
    async function refusable(key: string, defect: string): Promise<Exchange> {
      if (isStdio) own ??= await host.open({ fresh: true, handshake: false });
      const exchange = await askSteadily(host, own ?? connection, { ...lacking(key), freshSocket: true, defect });
      if (exchange.outcome === "closed") own = undefined;
      return exchange;
    }
    const capabilities = isStdio
      ? { capabilities: await refusable(META.clientCapabilities, "C10: _meta without clientCapabilities") }
      : {};
    const version = await refusable(META.protocolVersion, "C10: _meta without protocolVersion");
    if (own) await host.close(own);
    return {
      method,
      version,
      ...capabilities,
      clientInfo: await askSteadily(host, connection, lacking(META.clientInfo)),
    };
  },
});

/** C10. */
const missingMeta = modernCheck({
  id: "version-missing-meta",
  category: "versions",
  title: "Fields of _meta are required, or not",
  description:
    "A request without protocolVersion, and on stdio one without clientCapabilities, gives -32602; one without clientInfo is served.",
  level: "must",
  phase: "probe",
  contract: "C10",
  source: "basic/index",
  section: "Per-request protocol fields",
  needs: { dropped, dual: servesLegacy },
  run({ dropped: { method, version, capabilities, clientInfo }, dual }, verdict, { negotiated }) {
    judgeVersion(verdict, method, version, negotiated.transport === "stdio" && dual !== undefined);
    if (capabilities) judgeRefused(verdict, method, META.clientCapabilities, capabilities);
    judgeServed(verdict, method, clientInfo);
  },
});

const RULE = "C10: a modern request without a required field of _meta gives -32602, over HTTP with status 400";

/** Without a version: on a stdio server of both eras that is a legacy request, and whatever comes is right. */
function judgeVersion(verdict: Verdict, method: string, exchange: Exchange, isLegacy: boolean): void {
  const about = { subject: META.protocolVersion };
  if (!isLegacy) judgeRefused(verdict, method, META.protocolVersion, exchange);
  else
    verdict.note(`${method} without a version, to a server of both eras: ${came(exchange)}`, [exchange.number], about);
}

function judgeRefused(verdict: Verdict, method: string, key: string, exchange: Exchange): void {
  const sent = `${method} without ${key} in _meta`;
  const about = { subject: key };
  if (excused(verdict, exchange, sent, about)) return;
  const code = member(errorOf(exchange), "code");
  const isHttp = exchange.transport === "http";
  const isRight = code === ERROR.invalidParams && (!isHttp || exchange.status === 400);
  if (isRight) return;
  const status = isHttp ? `HTTP ${exchange.status}, ` : "";
  const text = say({
    sent,
    came: `${status}${came(exchange)}`,
    rule: RULE,
    fix: `check each request for ${key} before you serve it`,
  });
  if (isHttp && code === ERROR.headerMismatch) verdict.warn(text, [exchange.number], about);
  else verdict.fail(text, [exchange.number], about);
}

function judgeServed(verdict: Verdict, method: string, exchange: Exchange): void {
  const sent = `${method} without ${META.clientInfo} in _meta`;
  const about = { subject: META.clientInfo };
  if (excused(verdict, exchange, sent, about) || resultOf(exchange) !== undefined) return;
  verdict.fail(
    say({
      sent,
      came: came(exchange),
      rule: "C10: clientInfo is optional, so a request without it is served",
      fix: "take the client for an unknown one where it does not say who it is",
    }),
    [exchange.number],
    about,
  );
}

/** C10. */
export const versionMissingMetaChecks: Check[] = [missingMeta];
