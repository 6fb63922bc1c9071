import { type Check, excused, header, say } from "@mcptest/pack";
import { legacyHttpCheck } from "../define.js";
import { acceptedSightings } from "../legacy/accepted-posts.js";
import { recordStreams, streamSightings } from "../legacy/own-streams.js";
import { STREAMABLE, TRANSPORTS } from "../legacy/revisions.js";
import { anotherSession, inOwnSession } from "../legacy/sessions.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { report } from "../sightings.js";
import { legacyOriginChecks } from "./legacy-origin.js";
import { legacySessionChecks } from "./legacy-sessions.js";
import { sseChecks } from "./legacy-sse.js";

/** Milliseconds for the head of a stream, which comes at once where there is one. */
const GET_MS = 10_000;

/** A90. */
const postAndGet = legacyHttpCheck({
  id: "legacy-http-post-get",
  category: "transport",
  title: "GET gives a stream or 405",
  description: "Sends a GET to the endpoint in a session of its own: text/event-stream comes, or 405.",
  level: "must",
  phase: "probe",
  on: { protocolVersion: STREAMABLE },
  contract: "A90",
  source: TRANSPORTS,
  section: "Listening for Messages from the Server",
  revision: "2025-11-25",
  needs: { another: anotherSession },
  async run(_needs, verdict, context) {
    const exchange = await inOwnSession(context, (own) =>
      context.host.exchange(own, { method: "GET", httpMethod: "GET", timeoutMs: GET_MS }),
    );
    const { status = 0, headers, number } = exchange;
    if (status === 404) return verdict.notApplicable("GET is answered with 404, which says nothing about streams");
    if (excused(verdict, exchange, "GET")) return;
    const type = (header(headers, "Content-Type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    if (status === 405 || (status >= 200 && status <= 299 && type === "text/event-stream")) return;
    verdict.fail(
      say({
        sent: "GET with Accept: text/event-stream",
        came: `HTTP ${status}${type === "" ? "" : ` with the type ${type}`}`,
        rule: "A90: a GET is answered with text/event-stream, or with 405 where the server has no stream of its own",
        fix: "answer GET with 405 Method Not Allowed, or open an SSE stream for it",
      }),
      [number],
    );
  },
});

/** A92. */
const accepted = legacyHttpCheck({
  ...passive,
  id: "legacy-http-202",
  category: "transport",
  title: "Notifications are answered with 202 and no body",
  description:
    "Every POST of the run that carried notifications or responses alone got 202 without a body, or a refusal.",
  level: "must",
  on: { protocolVersion: STREAMABLE },
  contract: "A92",
  source: TRANSPORTS,
  section: "Sending Messages to the Server",
  revision: "2025-11-25",
  async run(_needs, verdict, context) {
    report(verdict, acceptedSightings(await recorded(context)));
  },
});

/** A99. */
const oneStream = legacyHttpCheck({
  id: "legacy-sse-response-once",
  category: "transport",
  title: "Each message goes on one stream",
  description:
    "Opens two streams of the server's own messages in a session of its own, sends requests beside them, and compares what comes where: responses on the stream of their request alone, no message twice.",
  level: "must",
  phase: "probe",
  on: { protocolVersion: STREAMABLE },
  contract: "A99",
  source: TRANSPORTS,
  section: "Multiple Connections",
  revision: "2025-11-25",
  needs: { another: anotherSession, lists },
  async run({ lists: listed }, verdict, context) {
    const methods = (["tools", "prompts", "resources"] as const).filter((name) => listed[name].pages.length > 0);
    const { host } = context;
    await inOwnSession(context, async (own) => {
      const record = await recordStreams(context, own, async () => {
        const asked = ["ping", ...methods.map((name) => `${name}/list`)];
        return await Promise.all(asked.map((method) => host.exchange(own, { method, freshSocket: true })));
      });
      const [first] = record.streams;
      if (!first?.isSse) {
        const status = first?.status === undefined ? "nothing in time" : `HTTP ${first.status}`;
        return verdict.notApplicable(`the server has no stream beside those of requests: GET gives ${status}`);
      }
      report(verdict, streamSightings(record));
    });
  },
});

/** HTTP before 2026-07-28: Streamable HTTP with sessions (A.4), and HTTP+SSE (A.5). */
export const legacyHttpChecks: Check[] = [
  postAndGet,
  accepted,
  ...legacySessionChecks,
  oneStream,
  ...legacyOriginChecks,
  ...sseChecks,
];
