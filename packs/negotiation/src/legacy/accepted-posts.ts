import { type Exchange, excerpt, isObject, type Json, sentJson } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";

const RULE =
  "A92: a POST that carries nothing but notifications or responses is answered with 202 and no body, or refused";

/** What is wrong with the answers to POSTs that ask for nothing (A92). Redirects and refusals are no answers. */
export function acceptedSightings(exchanges: readonly Exchange[]): Sighting[] {
  return exchanges.flatMap((exchange): Sighting[] => {
    const { status, messages, number } = exchange;
    const what = asksNothing(exchange);
    if (what === undefined || status === undefined || status < 200 || status > 299) return [];
    const [body] = messages;
    if (status !== 202) {
      const finding = { sent: what, came: `HTTP ${status}`, rule: RULE, fix: "answer with the status 202 Accepted" };
      return [{ kind: "status", subject: what, exchange: number, finding }];
    }
    if (!body) return [];
    const came = `HTTP 202 with the body ${excerpt(body.raw, 80)}`;
    const finding = { sent: what, came, rule: RULE, fix: "send the 202 without a body" };
    return [{ kind: "body", subject: what, exchange: number, finding }];
  });
}

/** Stable words for a POST that asks for nothing: the method of its notification; `undefined` for every other request. */
function asksNothing(exchange: Exchange): string | undefined {
  if (exchange.id !== undefined || exchange.request === null) return undefined;
  const sent = sentJson(exchange);
  const items = Array.isArray(sent) ? sent : [sent];
  if (items.length === 0 || !items.every((item) => isObject(item) && !isRequest(item))) return undefined;
  const [method] = items.flatMap((item) => (isObject(item) && typeof item.method === "string" ? item.method : []));
  return method ?? "a response";
}

function isRequest(item: Json): boolean {
  return isObject(item) && Object.hasOwn(item, "method") && Object.hasOwn(item, "id");
}
