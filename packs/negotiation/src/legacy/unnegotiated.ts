import { type Exchange, isObject, type Json, type JsonObject, member, resultOf, sentJson } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";

/** What one connection agreed on in `initialize`. */
interface Agreement {
  client: JsonObject;
  server: JsonObject;
}

/** The capability that a message of the server stands on. */
interface Ground {
  side: keyof Agreement;
  /** Where it stands among the capabilities. */
  path: readonly string[];
}

/** What the server may send only with a capability: requests with one of the client, notifications with one of its own. */
const GROUNDS: ReadonlyMap<string, Ground> = new Map<string, Ground>([
  ["sampling/createMessage", { side: "client", path: ["sampling"] }],
  ["roots/list", { side: "client", path: ["roots"] }],
  ["elicitation/create", { side: "client", path: ["elicitation"] }],
  ["notifications/message", { side: "server", path: ["logging"] }],
  ["notifications/tools/list_changed", { side: "server", path: ["tools", "listChanged"] }],
  ["notifications/prompts/list_changed", { side: "server", path: ["prompts", "listChanged"] }],
  ["notifications/resources/list_changed", { side: "server", path: ["resources", "listChanged"] }],
  ["notifications/resources/updated", { side: "server", path: ["resources", "subscribe"] }],
]);

/** First revision that says outright that only what was negotiated may be used. */
const SINCE = "2025-06-18";

/** What the server sent without the capability for it (A106). Connections whose `initialize` is not among them are left out. */
export function unnegotiatedSightings(exchanges: readonly Exchange[], protocolVersion: string): Sighting[] {
  const agreements = agreementsIn(exchanges);
  return exchanges.flatMap((exchange) => {
    const agreement = agreements.get(exchange.connection);
    if (!agreement) return [];
    return exchange.messages.flatMap(({ json }): Sighting[] => {
      const method = methodOf(json);
      const ground = method === undefined ? undefined : GROUNDS.get(method);
      if (method === undefined || !ground || isAgreed(agreement, ground)) return [];
      return [
        {
          kind: ground.side,
          subject: method,
          exchange: exchange.number,
          outcome: protocolVersion >= SINCE ? "fail" : "warn",
          finding: words(method, ground, exchange),
        },
      ];
    });
  });
}

function words(method: string, { side, path }: Ground, exchange: Exchange): Sighting["finding"] {
  const name = path.join(".");
  const sent = exchange.request === null ? "nothing" : (exchange.method ?? "an HTTP request");
  return side === "client"
    ? {
        sent,
        came: `the server sent ${method}, although the client did not declare ${name} in initialize`,
        rule: "A106: only capabilities that were negotiated are used",
        fix: `look at the capabilities of the client in initialize before ${method} is sent`,
      }
    : {
        sent,
        came: `the server sent ${method}, although its own capabilities in initialize do not have ${name}`,
        rule: "A106: only capabilities that were negotiated are used",
        fix: `add ${name} to the capabilities in the result of initialize, or do not send ${method}`,
      };
}

function agreementsIn(exchanges: readonly Exchange[]): Map<string, Agreement> {
  const agreements = new Map<string, Agreement>();
  for (const exchange of exchanges) {
    const result = exchange.method === "initialize" ? resultOf(exchange) : undefined;
    if (!isObject(result)) continue;
    const client = member(member(sentJson(exchange), "params"), "capabilities");
    const server = member(result, "capabilities");
    agreements.set(exchange.connection, {
      client: isObject(client) ? client : {},
      server: isObject(server) ? server : {},
    });
  }
  return agreements;
}

function isAgreed(agreement: Agreement, { side, path }: Ground): boolean {
  let value: Json | undefined = agreement[side];
  for (const name of path) value = member(value, name);
  return value !== undefined && value !== null && value !== false;
}

function methodOf(json: Json | undefined): string | undefined {
  const method = member(json, "method");
  return typeof method === "string" ? method : undefined;
}
