import {
  type Check,
  ERROR,
  type Exchange,
  excerpt,
  type Finding,
  type Json,
  member,
  type Negotiated,
} from "@mcptest/pack";
import { type Came, cameIn, idKey, ofKind, sentIds, sentWords, sharesStream } from "../came.js";
import { anyCheck } from "../define.js";
import { isAcknowledgement } from "../listen/open.js";
import { lists } from "../lists.js";
import { everythingOn, passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";

/** The first revision whose schema has errors without an id. */
const ID_LESS_SINCE = "2025-11-25";
/** Who answers with such a status has not looked at the message, or has no session for it. */
const NOT_FROM_MCP = new Set([401, 403, 405, 406, 407, 413, 415, 421, 429]);

/** A05. */
const idEcho = anyCheck({
  ...passive,
  prepares: { lists },
  id: "rpc-response-id-echo",
  category: "messages",
  title: "Responses carry the id of their request",
  description: "The id of a response equals that of the request, in value and in JSON type.",
  level: "must",
  contract: "A05",
  source: "basic/index",
  section: "Responses",
  async run(_values, verdict, context) {
    const { negotiated } = context;
    const known = { ...whatWasAsked(await everythingOn(context)), answered: new Set<string>() };
    const exchanges = (await recorded(context)).filter((exchange) => !isOwnStream(exchange, negotiated));
    const responses = ofKind(cameIn(exchanges, negotiated), "response");
    report(
      verdict,
      responses.flatMap((came): Sighting[] => {
        const { exchange, json, subject } = came;
        const id = member(json, "id");
        const found =
          id === undefined || id === null ? withoutId(came, negotiated, known) : withId(came, id, negotiated, known);
        if (!found) return [];
        const { outcome, kind, ...words } = found;
        const rule = "A05: a response has the id of its request, with the same value and the same JSON type";
        const finding = { sent: sentWords(exchange), rule, ...words };
        return [{ outcome, kind, subject, exchange: exchange.number, finding }];
      }),
    );
  },
});

/** The stream of the server's own messages, which a `GET` opened: whether responses may stand on it is a matter of A99. */
function isOwnStream({ method, request, id }: Exchange, negotiated: Negotiated): boolean {
  return !sharesStream(negotiated) && request?.body === "" && method === undefined && id === undefined;
}

/** What went out on the connections of the lane. */
interface Asked {
  /** Ids of every request, by connection. */
  sent: ReadonlyMap<string, ReadonlySet<string>>;
  /** Connections on which a request got no answer; a listen that is acknowledged waits for none. */
  waiting: ReadonlySet<string>;
}

interface Known extends Asked {
  /** Connection and id of what was answered so far. */
  answered: Set<string>;
}

function whatWasAsked(exchanges: readonly Exchange[]): Asked {
  const sent = new Map<string, Set<string>>();
  const waiting = new Set<string>();
  for (const exchange of exchanges) {
    const ids = sent.get(exchange.connection) ?? new Set<string>();
    sent.set(exchange.connection, ids);
    for (const id of sentIds(exchange)) ids.add(idKey(id));
    if (exchange.id !== undefined && !exchange.response && !isListening(exchange)) waiting.add(exchange.connection);
  }
  return { sent, waiting };
}

/** A listen that goes on until somebody ends it. */
function isListening({ method, messages }: Exchange): boolean {
  return method === "subscriptions/listen" && messages.some(({ json }) => isAcknowledgement(json));
}

type Found = Pick<Finding, "came" | "fix"> & Pick<Sighting, "outcome" | "kind">;

function withId(
  { exchange, json }: Came,
  id: Json,
  negotiated: Negotiated,
  { sent, answered }: Known,
): Found | undefined {
  const key = idKey(id);
  const shown = `a response with the id ${excerpt(id, 60)}`;
  const own = sentIds(exchange).map(idKey);
  // Whatever comes for a notification over HTTP is A08.
  if (own.length === 0 && !sharesStream(negotiated) && exchange.request?.body) return undefined;
  const isAlone = !sharesStream(negotiated) && own.length > 0;
  if (isAlone ? !own.includes(key) : !sent.get(exchange.connection)?.has(key)) {
    const due =
      own.length > 0 ? `; the id of the request is ${own.join(", ")}` : ", which no request on this connection had";
    return {
      kind: "other-id",
      came: `${shown}${due}, ${excerpt(json, 120)}`,
      fix: 'copy the id of the request as it came; 1 is not "1"',
    };
  }
  const once = JSON.stringify([exchange.connection, key]);
  if (answered.has(once)) {
    return {
      outcome: "warn",
      kind: "twice",
      came: `${shown}, whose request had been answered, ${excerpt(json, 120)}`,
      fix: "answer each request once",
    };
  }
  answered.add(once);
  return undefined;
}

function withoutId({ exchange, json }: Came, negotiated: Negotiated, { waiting }: Known): Found | undefined {
  const error = member(json, "error");
  const id = member(json, "id");
  const shown = id === null ? "with id: null" : "without an id";
  const fix = "copy the id of the request into every answer to it, errors included";
  // Where every request has its answer, this one is for a notification (A08) or for what could not be read.
  if (sharesStream(negotiated) ? !waiting.has(exchange.connection) : isExempt(exchange, negotiated)) return undefined;
  if (error === undefined) return { kind: "no-id", came: `a result ${shown}, ${excerpt(json, 120)}`, fix };
  const code = member(error, "code");
  if (code !== ERROR.parse && code !== ERROR.invalidRequest) {
    return { kind: "no-id", came: `an error ${shown}, although the id could be read, ${excerpt(json, 120)}`, fix };
  }
  if (id !== null || negotiated.protocolVersion < ID_LESS_SINCE) return undefined;
  const advice = "leave the id out where that of the request could not be read: MCP makes it optional, and has no null";
  return { outcome: "warn", kind: "null", came: `an error ${shown}, ${excerpt(json, 120)}`, fix: advice };
}

/**
 * An error for what has no id (a notification, a GET), or from who did not look at the message: before 2026-07-28 also the
 * 404 of a session that is gone.
 */
function isExempt({ id, status }: Exchange, { era }: Negotiated): boolean {
  if (id === undefined || status === undefined || NOT_FROM_MCP.has(status) || status >= 500) return true;
  return era === "legacy" && status === 404;
}

/** What binds answers to their requests. */
export const responseIdChecks: Check[] = [idEcho];
