import { type Check, excerpt, type Json } from "@mcptest/pack";
import { type Came, cameIn, idKey, ofKind, sentWords } from "../came.js";
import { legacyCheck, modernCheck } from "../define.js";
import { lists } from "../lists.js";
import { passive, recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";

/** A03. */
const idType = legacyCheck({
  ...passive,
  id: "rpc-request-id-type",
  category: "messages",
  title: "Requests of the server have a proper id",
  description: "The id of a request that the server sends is a string or an integer, and never null.",
  level: "must",
  contract: "A03",
  source: "basic/index",
  section: "Requests",
  revision: "2025-11-25",
  async run(_values, verdict, context) {
    const requests = ofKind(cameIn(await recorded(context), context.negotiated), "request");
    report(
      verdict,
      requests.flatMap(({ exchange, json, subject }): Sighting[] => {
        const id = json.id as Json;
        if (typeof id === "string" || Number.isInteger(id)) return [];
        return [
          {
            kind: id === null ? "null" : typeof id === "number" ? "fraction" : "type",
            subject,
            exchange: exchange.number,
            finding: {
              sent: sentWords(exchange),
              came: `the server's request ${subject} with the id ${excerpt(id, 80)}`,
              rule: "A03: the id of a request is a string or an integer, never null",
              fix: "number the requests 1, 2, 3, …; what expects no answer is a notification and has no id at all",
            },
          },
        ];
      }),
    );
  },
});

/** A04. */
const idUnique = legacyCheck({
  ...passive,
  id: "rpc-request-id-unique",
  category: "messages",
  title: "Requests of the server have ids of their own",
  description: "In one session the server never uses the id of a request for another request.",
  level: "must",
  contract: "A04",
  source: "basic/index",
  section: "Requests",
  revision: "2025-11-25",
  async run(_values, verdict, context) {
    const requests = ofKind(cameIn(await recorded(context), context.negotiated), "request");
    report(verdict, usedTwice(requests));
  },
});

/** The requests whose id the same connection has used before. */
export function usedTwice(requests: readonly Pick<Came, "exchange" | "json" | "subject">[]): Sighting[] {
  const seen = new Map<string, { method: string; exchange: number }>();
  return requests.flatMap(({ exchange, json, subject }): Sighting[] => {
    const id = (json as { id: Json }).id;
    const key = JSON.stringify([exchange.connection, idKey(id)]);
    const before = seen.get(key);
    if (before === undefined) {
      seen.set(key, { method: subject, exchange: exchange.number });
      return [];
    }
    return [
      {
        kind: "reused",
        subject,
        exchange: exchange.number,
        finding: {
          sent: sentWords(exchange),
          came: `the server's request ${subject} with the id ${excerpt(id, 80)}, which its ${before.method} of exchange ${before.exchange} has had in this session`,
          rule: "A04: a requestor never uses an id a second time within a session",
          fix: "count up over the whole session, not for each request of the client",
        },
      },
    ];
  });
}

/** A11. */
const noServerRequests = modernCheck({
  ...passive,
  prepares: { lists },
  id: "rpc-no-server-requests",
  category: "messages",
  title: "The server sends no requests",
  description: "On 2026-07-28 the server never sends a JSON-RPC request; what it needs, it asks for in a result.",
  level: "must",
  contract: "A11",
  source: "basic/patterns/index",
  async run(_values, verdict, context) {
    const requests = ofKind(cameIn(await recorded(context), context.negotiated), "request");
    report(
      verdict,
      requests.map(
        ({ exchange, json, subject }): Sighting => ({
          kind: "request",
          subject,
          exchange: exchange.number,
          finding: {
            sent: sentWords(exchange),
            came: `a request of the server, ${excerpt(json, 160)}`,
            rule: "A11: on 2026-07-28 a server never sends a request; a message with both method and id is one",
            fix: 'ask for input with a result of resultType "input_required", and send no ping; a notification has no id',
          },
        }),
      ),
    );
  },
});

/** The requests of servers: how they are numbered, and that there are none any more. */
export const requestIdChecks: Check[] = [idType, idUnique, noServerRequests];
