import { type Exchange, excerpt, isObject, type Json, type JsonObject, member, resultOf } from "@mcptest/pack";
import { failWith } from "./assertion.js";

/** Which messages to the server are meant. */
export interface Sent {
  /** Method, such as `widgets/list`. */
  method: string;
  /** Members that `params` has to have, at any depth; others may be there beside them. */
  params?: JsonObject;
  /** Id of the check that sent it, or `fixture:NAME`. */
  by?: string;
}

/** What an answer has to be. */
export interface Answered extends Sent {
  /** Members that the result has to have, at any depth. */
  result?: JsonObject;
  /** Code of the JSON-RPC error. */
  errorCode?: number;
}

/** Methods that are named in a message before the rest is counted. */
const MAX_NAMED = 30;

/** The exchanges in which such a message was sent, in the order of sending. */
export function sentOf(exchanges: readonly Exchange[], sent: Sent): Exchange[] {
  return exchanges.filter((exchange) => isSent(exchange, sent));
}

/**
 * Holds that such a message was sent: at least once, or exactly `times`. Gives the exchanges. Throws an `AssertionError`
 * that lists what was sent.
 */
export function expectSent(exchanges: readonly Exchange[], sent: Sent, times?: number): Exchange[] {
  const found = sentOf(exchanges, sent);
  if (times === undefined ? found.length > 0 : found.length === times) return found;
  const wanted = times === undefined ? "" : `, and not ${often(times)}`;
  const message = `${described(sent)} was ${often(found.length)}${wanted}\n${listed(exchanges)}`;
  return failWith({ message, actual: found.length, expected: times ?? 1 }, expectSent);
}

/** Holds that no such message was sent. Throws an `AssertionError` with the number of the first. */
export function expectNotSent(exchanges: readonly Exchange[], sent: Sent): void {
  const found = sentOf(exchanges, sent);
  const [first] = found;
  if (first === undefined) return;
  const by = first.tags.check === undefined ? "" : ` by ${first.tags.check}`;
  const message = `${described(sent)} was sent, first in exchange ${first.number}${by}`;
  failWith({ message, actual: found.length, expected: 0 }, expectNotSent);
}

/** Holds that these methods were sent in this order; others may be between them. Throws an `AssertionError`. */
export function expectOrder(exchanges: readonly Exchange[], methods: readonly string[]): void {
  const sent = exchanges.flatMap(({ method }) => method ?? []);
  let at = 0;
  for (const [index, method] of methods.entries()) {
    at = sent.indexOf(method, at) + 1;
    if (at > 0) continue;
    const before = methods.slice(0, index).join(", ");
    const message = `${method} was not sent${before ? ` after ${before}` : ""}\n${listed(exchanges)}`;
    failWith({ message, actual: sent, expected: methods }, expectOrder);
  }
}

/**
 * Holds that such a message was answered so, at least once. Gives that exchange. Throws an `AssertionError` with the
 * answers that there were.
 */
export function expectAnswered(exchanges: readonly Exchange[], { result, errorCode, ...sent }: Answered): Exchange {
  const found = expectSent(exchanges, sent);
  const isMeant = (exchange: Exchange) => {
    const code = member(member(exchange.response, "error"), "code");
    if (errorCode !== undefined) return code === errorCode;
    const given = resultOf(exchange);
    return given !== undefined && (result === undefined || holds(given, result));
  };
  const meant = found.find(isMeant);
  if (meant) return meant;
  const wanted = errorCode === undefined ? `the result ${excerpt(result ?? {})}` : `the error ${errorCode}`;
  const answers = found.map(
    ({ number, response, outcome }) => `  ${number}: ${response ? excerpt(response) : outcome}`,
  );
  const message = [`${described(sent)} was never answered with ${wanted}; its answers:`, ...answers].join("\n");
  return failWith(
    { message, actual: found.map(({ response }) => response), expected: errorCode ?? result },
    expectAnswered,
  );
}

function isSent({ request, method, tags }: Exchange, sent: Sent): boolean {
  if (request === null || method !== sent.method) return false;
  if (sent.by !== undefined && tags.check !== sent.by) return false;
  return sent.params === undefined || holds(member(parsed(request.body), "params"), sent.params);
}

/** `undefined` for a body that was cut in the record, and for one that is no JSON on purpose. */
function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

/** Whether `value` has all that `wanted` has. Lists have to be of one length. */
function holds(value: Json | undefined, wanted: Json): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(value) && value.length === wanted.length && wanted.every((item, index) => holds(value[index], item))
    );
  }
  if (!isObject(wanted)) return value === wanted;
  return isObject(value) && Object.entries(wanted).every(([key, item]) => holds(member(value, key), item));
}

function described({ method, params, by }: Sent): string {
  return `${method}${params ? ` with ${excerpt(params)}` : ""}${by === undefined ? "" : ` by ${by}`}`;
}

function often(times: number): string {
  return times === 0 ? "not sent" : times === 1 ? "sent once" : `sent ${times} times`;
}

function listed(exchanges: readonly Exchange[]): string {
  const lines = exchanges.flatMap(({ number, method, tags }) =>
    method === undefined ? [] : [`  ${number}: ${method}${tags.check === undefined ? "" : ` (${tags.check})`}`],
  );
  const more = lines.length - MAX_NAMED;
  const shown = more > 0 ? [...lines.slice(0, MAX_NAMED), `  and ${more} more`] : lines;
  return [shown.length > 0 ? "what was sent:" : "nothing was sent", ...shown].join("\n");
}
