import {
  type Check,
  type Connection,
  came,
  type Exchange,
  errorOf,
  excerpt,
  excused,
  type PackHost,
  resultOf,
  say,
  type Verdict,
} from "@mcptest/pack";
import { legacyHttpCheck } from "../define.js";
import { UNKNOWN_VERSION } from "../ids.js";
import { MASKED } from "../legacy/opening.js";
import { STREAMABLE, TRANSPORTS, WITH_VERSION_HEADER } from "../legacy/revisions.js";
import { anotherSession, hasSessionId, inOwnSession } from "../legacy/sessions.js";
import { versionProbes } from "../legacy/versions.js";

const SESSIONS = "Session Management";
const REVISION = "2025-11-25";

/** The revision that a request without the header stands for. */
const ASSUMED = "2025-03-26";

function status(exchange: Exchange): string {
  const body = errorOf(exchange) || resultOf(exchange) !== undefined ? ` with ${came(exchange, 120)}` : "";
  return exchange.status === undefined ? came(exchange) : `HTTP ${exchange.status}${body}`;
}

/** A94. */
const versionHeader = legacyHttpCheck({
  id: "legacy-http-version-invalid",
  category: "transport",
  title: "An unsupported MCP-Protocol-Version is answered with 400",
  description:
    "Sends ping in a session of its own with the header MCP-Protocol-Version: 1900-01-01, and then without the header.",
  level: "must",
  phase: "probe",
  on: { protocolVersion: WITH_VERSION_HEADER },
  contract: "A94",
  source: TRANSPORTS,
  section: "Protocol Version Header",
  revision: REVISION,
  needs: { versions: versionProbes },
  async run({ versions }, verdict, context) {
    await inOwnSession(context, async (own) => {
      const about = { variant: "unsupported" };
      const wrong = await pingWith(context.host, own, UNKNOWN_VERSION);
      if (!excused(verdict, wrong, `ping with MCP-Protocol-Version: ${UNKNOWN_VERSION}`, about)) {
        if (wrong.status === 400) verdict.pass(about, [wrong.number]);
        else {
          verdict.fail(
            say({
              sent: `ping with MCP-Protocol-Version: ${UNKNOWN_VERSION}`,
              came: status(wrong),
              rule: "A94: a request with an invalid or unsupported MCP-Protocol-Version is answered with 400 Bad Request",
              fix: "compare the header with the versions that are supported before the message is looked at",
            }),
            [wrong.number],
            about,
          );
        }
      }
      if (versions.spoken.has(ASSUMED)) judgeAbsent(verdict, await pingWith(context.host, own, null));
    });
  },
});

function pingWith(host: PackHost, connection: Connection, version: string | null): Promise<Exchange> {
  const what = version === null ? "without the header" : `with the version ${version}`;
  const headers = { "MCP-Protocol-Version": version };
  return host.exchange(connection, { method: "ping", headers, freshSocket: true, defect: `A94: ${what}` });
}

function judgeAbsent(verdict: Verdict, exchange: Exchange): void {
  const about = { variant: "absent" };
  if (excused(verdict, exchange, "ping without MCP-Protocol-Version", about)) return;
  if (resultOf(exchange) !== undefined) {
    verdict.pass(about, [exchange.number]);
    return;
  }
  verdict.warn(
    say({
      sent: "ping without MCP-Protocol-Version",
      came: `refused with ${status(exchange)}`,
      rule: `A94: without the header a server assumes ${ASSUMED}, which this server speaks`,
      fix: `take a request without the header as one of ${ASSUMED}, or of the version of its session`,
    }),
    [exchange.number],
    about,
  );
}

/** A95. */
const sessionId = legacyHttpCheck({
  id: "legacy-session-echo",
  category: "transport",
  title: "A session id is visible ASCII",
  description: "Looks at every session id that the server gives: it has characters from 0x21 to 0x7E alone.",
  level: "must",
  phase: "change",
  on: { protocolVersion: STREAMABLE },
  contract: "A95",
  source: TRANSPORTS,
  section: SESSIONS,
  revision: REVISION,
  needs: { versions: versionProbes },
  run({ versions }, verdict) {
    const given = versions.probes.filter((probe) => probe.sessionId !== undefined);
    if (given.length === 0) return verdict.notApplicable("the server gives no session id");
    if (given.some((probe) => probe.sessionId === MASKED)) {
      return verdict.couldNotRun("session ids are masked for a pack in a process of its own", { origin: "host" });
    }
    const wrong = given.filter((probe) => !/^[\x21-\x7e]+$/.test(probe.sessionId ?? ""));
    const [first] = wrong;
    if (!first) return;
    verdict.fail(
      say({
        sent: "initialize",
        came: `a session id with ${oddCharacters(first.sessionId ?? "")}`,
        rule: "A95: a session id has visible ASCII characters alone (0x21 to 0x7E)",
        fix: "make session ids of hexadecimal digits or base64url, such as a random UUID",
      }),
      wrong.map(({ exchange }) => exchange.number),
    );
  },
});

/** What is odd about a session id, without the id. */
function oddCharacters(id: string): string {
  if (id === "") return "no character at all";
  const odd = [...new Set(id.replaceAll(/[\x21-\x7e]/g, ""))].slice(0, 5);
  return odd.map((character) => excerpt(character, 10)).join(", ");
}

/** A96. */
const withoutSession = legacyHttpCheck({
  id: "legacy-session-missing-400",
  category: "transport",
  title: "A missing session id is answered with 400",
  description:
    "Sends a request without the session id that the server gave: it is served, where the server needs none, or answered with 400.",
  level: "should",
  phase: "probe",
  on: { protocolVersion: STREAMABLE },
  contract: "A96",
  source: TRANSPORTS,
  section: SESSIONS,
  revision: REVISION,
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const { host, negotiated } = context;
    const method = Object.hasOwn(negotiated.capabilities, "tools") ? "tools/list" : "ping";
    await inOwnSession(context, async (own) => {
      if (!hasSessionId(await host.exchange(own, { method }))) return verdict.notApplicable(NO_SESSIONS);
      const headers = { "Mcp-Session-Id": null };
      const defect = "A96: without the session id";
      const exchange = await host.exchange(own, { method, headers, freshSocket: true, defect });
      if (excused(verdict, exchange, `${method} without Mcp-Session-Id`)) return;
      if (exchange.status === 400 || resultOf(exchange) !== undefined) return;
      verdict.warn(
        say({
          sent: `${method} without Mcp-Session-Id`,
          came: status(exchange),
          rule: "A96: a server that needs a session answers a request without its id with 400 Bad Request",
          fix: "answer 400 where the header is missing, and 404 where no session has the id",
        }),
        [exchange.number],
      );
    });
  },
});

const NO_SESSIONS = "the server gives no session id";

/** A97. */
const endedSession = legacyHttpCheck({
  id: "legacy-session-expired-404",
  category: "transport",
  title: "The id of an ended session is answered with 404",
  description: "Ends a session of its own with DELETE, and then sends ping with its id.",
  level: "must",
  phase: "change",
  on: { protocolVersion: STREAMABLE },
  contract: "A97",
  source: TRANSPORTS,
  section: SESSIONS,
  revision: REVISION,
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const { host } = context;
    await inOwnSession(context, async (own) => {
      if (!hasSessionId(await host.exchange(own, { method: "ping" }))) return verdict.notApplicable(NO_SESSIONS);
      const ended = await host.exchange(own, { method: "DELETE", httpMethod: "DELETE" });
      if (excused(verdict, ended, "DELETE")) return;
      const { status: given = 0 } = ended;
      if (given < 200 || given > 299)
        return verdict.notApplicable(`no session can be ended: DELETE gives HTTP ${given}`);
      const defect = "A97: in a session that was ended";
      const exchange = await host.exchange(own, { method: "ping", freshSocket: true, defect });
      if (excused(verdict, exchange, "ping in a session that was ended")) return;
      if (exchange.status === 404) return;
      verdict.fail(
        say({
          sent: `ping with the id of a session that DELETE had ended with HTTP ${given}`,
          came: status(exchange),
          rule: "A97: a request with the id of a session that was terminated is answered with 404 Not Found",
          fix: "forget a session that is ended, and answer an id that no session has with 404; clients then start anew",
        }),
        [ended.number, exchange.number],
      );
    });
  },
});

/** Sessions over Streamable HTTP. */
export const legacySessionChecks: Check[] = [versionHeader, sessionId, withoutSession, endedSession];
