import { type Check, type Exchange, excerpt, header } from "@mcptest/pack";
import { modernHttpCheck } from "../define.js";
import { mediaTypeOf } from "../http/answer.js";
import { foreignTo } from "../http/foreign.js";
import { isStream, isStreamOfRequest, progressTokenOf } from "../http/streams.js";
import { passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";

const SOURCE = "basic/transports/streamable-http";
const RECEIVING = "Receiving Messages";

/** Statuses that owe no JSON-RPC, and that others give in place of the server. 5xx are such, too (A55). */
const OWES_NOTHING = new Set([401, 403, 405, 407, 408, 413, 415, 421, 429, 431]);

/** What the wire says of a stream that ends before the blank line that closes its last event. */
const UNTERMINATED = "stream ended inside an event";

/** A55. */
const contentType = modernHttpCheck({
  id: "http-response-content-type",
  category: "transport",
  title: "A request is answered with JSON or with an event stream",
  description:
    "Reads the Content-Type of every answer to a request, and whether the last event of a stream is complete.",
  level: "must",
  ...passive,
  contract: "A55",
  source: SOURCE,
  section: "Sending Messages",
  async run(_values, verdict, context) {
    const exchanges = (await recorded(context)).filter(owesMessage);
    report(verdict, exchanges.flatMap(typeProblem));
    if (exchanges.length === 0) verdict.couldNotRun("no request of this lane was answered");
  },
});

/** A request with an answer of the server itself: 2xx, or with a JSON-RPC body. */
function owesMessage({ id, status, outcome, response }: Exchange): boolean {
  if (id === undefined || status === undefined || OWES_NOTHING.has(status) || status >= 500) return false;
  if (outcome !== "answered" && outcome !== "no-response") return false;
  return response !== undefined || (status >= 200 && status <= 299);
}

function typeProblem(exchange: Exchange): Sighting[] {
  const { method = "a request", number, status, messages, response } = exchange;
  const type = mediaTypeOf(exchange);
  const base = { subject: method, exchange: number };
  if (type !== "application/json" && type !== "text/event-stream") {
    const given = type === "" ? "no Content-Type" : `Content-Type: ${excerpt(type, 80)}`;
    const finding = {
      sent: method,
      came: `HTTP ${status} with ${given}${messages.length === 0 ? " and an empty body" : ""}`,
      rule: "A55: a request is answered as application/json or text/event-stream",
      fix: "send each response with Content-Type: application/json, or as text/event-stream",
    };
    return [{ ...base, kind: "media type", finding }];
  }
  // With more words behind it the connection broke, which may be nobody's fault.
  const last = messages.at(-1);
  if (response || last?.problem !== UNTERMINATED) return [];
  const finding = {
    sent: method,
    came: `the ${UNTERMINATED}: ${excerpt(last.raw, 120)}`,
    rule: "A55: an event ends with a blank line; what has none is dropped by whoever reads the stream",
    fix: "write an empty line behind the last data line of each event",
  };
  return [{ ...base, kind: "unterminated event", finding }];
}

/** A71. */
const relatedOnly = modernHttpCheck({
  id: "http-sse-related-only",
  category: "transport",
  title: "A request's stream is about that request",
  description: "Looks on the streams of requests for notifications of a subscription, or of another request.",
  level: "must",
  ...passive,
  contract: "A71",
  source: SOURCE,
  section: RECEIVING,
  async run(_values, verdict, context) {
    const exchanges = await recorded(context);
    const streams = exchanges.filter(isStreamOfRequest);
    if (streams.length === 0) return verdict.notApplicable("no request was answered with an event stream");
    const withToken = exchanges.filter((exchange) => progressTokenOf(exchange) !== undefined);
    report(
      verdict,
      streams.flatMap((stream) => foreignTo(stream, withToken)),
    );
  },
});

/** A72. */
const endsWithResponse = modernHttpCheck({
  id: "http-sse-ends-with-response",
  category: "transport",
  title: "The response ends its stream",
  description: "Looks whether the server ends the stream of a request after the response.",
  level: "should",
  ...passive,
  contract: "A72",
  source: SOURCE,
  section: RECEIVING,
  async run(_values, verdict, context) {
    const streams = (await recorded(context)).filter(
      (exchange) => isStreamOfRequest(exchange) && exchange.outcome === "answered",
    );
    if (streams.length === 0) return verdict.notApplicable("no request was answered with an event stream");
    // A busy machine may end one late: a method whose streams never end is what a client notices.
    const ending = new Set(streams.filter(({ endedBy }) => endedBy === "server").map(({ method }) => method));
    const open = streams.filter(({ endedBy, method }) => endedBy === "client" && !ending.has(method));
    report(
      verdict,
      open.map((exchange) => ({
        kind: "open",
        subject: exchange.method ?? "",
        exchange: exchange.number,
        finding: {
          sent: exchange.method ?? "a request",
          came: "the stream stayed open after the response until mcptest closed it",
          rule: "A72: the response terminates the stream",
          fix: "end the HTTP response when the JSON-RPC response is written",
        },
      })),
    );
  },
});

/** A73. */
const noBuffering = modernHttpCheck({
  id: "http-sse-no-buffering",
  category: "transport",
  title: "Event streams ask not to be buffered",
  description: "Looks for X-Accel-Buffering: no on event streams; a proxy in between may have used it up.",
  level: "should",
  ...passive,
  contract: "A73",
  source: SOURCE,
  section: RECEIVING,
  async run(_values, verdict, context) {
    const streams = (await recorded(context)).filter((exchange) => exchange.status === 200 && isStream(exchange));
    if (streams.length === 0) return verdict.notApplicable("nothing was answered with an event stream");
    const without = streams.filter(
      ({ headers }) => header(headers, "X-Accel-Buffering")?.trim().toLowerCase() !== "no",
    );
    const outcome = context.negotiated.loopback ? "fail" : "note";
    report(
      verdict,
      without.map((exchange) => ({
        kind: "header",
        subject: exchange.method ?? "",
        exchange: exchange.number,
        outcome,
        finding: {
          sent: exchange.method ?? "a request",
          came: `an event stream without X-Accel-Buffering: no${outcome === "note" ? ", unless a proxy took it away" : ""}`,
          rule: "A73: event streams carry X-Accel-Buffering: no",
          fix: "send X-Accel-Buffering: no with text/event-stream, so that proxies pass each event on at once",
        },
      })),
    );
  },
});

export const httpPassiveChecks: Check[] = [contentType, relatedOnly, endsWithResponse, noBuffering];
