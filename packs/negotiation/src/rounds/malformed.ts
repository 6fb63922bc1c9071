import {
  type Connection,
  type Exchange,
  type Json,
  type JsonObject,
  member,
  type PackHost,
  resultOf,
} from "@mcptest/pack";
import type { AskingCall } from "../options.js";
import { type Retry, sendRetry } from "./asking.js";
import { begin, nextRetry } from "./walk.js";

/** One malformed `inputResponses`. */
export interface Malformed {
  what: string;
  responses: Json;
}

/** Malformed answers to what was asked: a list, a text in place of a result, an action that there is not. */
export function malformedOf(asked: Exchange, { responses }: Retry): Malformed[] {
  const requests = member(resultOf(asked), "inputRequests");
  const keys = Object.keys(responses);
  const [key] = keys;
  const form = keys.find((name) => member(member(requests, name), "method") === "elicitation/create");
  const withOther = (name: string, value: Json): JsonObject => ({ ...responses, [name]: value });
  return [
    { what: "inputResponses is a list", responses: [] },
    ...(key === undefined ? [] : [{ what: "a result is a text", responses: withOther(key, "yes") }]),
    ...(form === undefined
      ? []
      : [{ what: 'the action of an elicitation is "maybe"', responses: withOther(form, { action: "maybe" }) }]),
  ];
}

/** What was sent and came. */
export interface MalformedProbe extends Malformed {
  exchange: Exchange;
}

/** Sends each malformed answer as the retry of a round of its own, on a new connection where the last one has ended. */
export async function sendMalformed(host: PackHost, ask: AskingCall): Promise<MalformedProbe[] | string> {
  const sent: MalformedProbe[] = [];
  let connection: Connection | undefined;
  for (let index = 0, most = 1; index < most; index++) {
    connection ??= await host.open({ fresh: true });
    const asked = await begin({ host, ask, first: connection });
    const retry = nextRetry(asked, ask);
    if (typeof retry === "string") return retry;
    const all = malformedOf(asked, retry);
    const one = all[index];
    if (!one) break;
    most = all.length;
    const defect = `G21: ${one.what}`;
    const exchange = await sendRetry(host, connection, ask, { ...retry, responses: one.responses }, defect);
    sent.push({ ...one, exchange });
    if (exchange.outcome !== "closed") continue;
    await host.close(connection);
    connection = undefined;
  }
  if (connection) await host.close(connection);
  return sent;
}
