import {
  type Check,
  type Connection,
  type Exchange,
  excerpt,
  header,
  isObject,
  type Json,
  member,
  type PackContext,
  say,
  type Verdict,
} from "@mcptest/pack";
import { apart } from "../apart.js";
import { BATCH_VERSION, idKey, kindOf, sentIds, sentWords } from "../came.js";
import { anyCheck } from "../define.js";
import { lists } from "../lists.js";
import { recorded } from "../record.js";
import { report, type Sighting } from "../sightings.js";
import { errorIn, isInTrouble } from "../unanswered.js";

/** Ids of the two requests of the batch. */
const IDS = ["batch-1", "batch-2"] as const;
const LAST = IDS[1];
/** Milliseconds after which the stream of an answered message is closed. */
const STREAM_MS = 1_200;

/** A09. */
const batch = anyCheck({
  id: "rpc-batch",
  category: "messages",
  title: "Arrays of messages are understood, or not sent",
  description:
    "On 2025-03-26 a JSON array of messages is accepted. On the revisions after it the server sends no arrays.",
  level: "must",
  contract: "A09",
  source: "basic/index",
  section: "Batching",
  revision: BATCH_VERSION,
  phase: "end",
  needs: { apart, lists },
  async run({ apart }, verdict, context) {
    const { protocolVersion } = context.negotiated;
    if (protocolVersion === BATCH_VERSION) await probeBatch(apart, verdict, context);
    report(verdict, arraysIn(await recorded(context), protocolVersion));
  },
});

/** The arrays of messages that came. Revisions that do not forbid them are only warned. */
export function arraysIn(exchanges: readonly Exchange[], protocolVersion: string): Sighting[] {
  const isForbidden = protocolVersion > BATCH_VERSION;
  return exchanges.flatMap((exchange) =>
    exchange.messages.flatMap(({ json }): Sighting[] => {
      if (!isArrayOfMessages(json)) return [];
      const isAsked = sentIds(exchange).length > 1 || (exchange.request === null && !isForbidden);
      if (isAsked && !isForbidden) return [];
      return [
        {
          outcome: isForbidden ? "fail" : "warn",
          kind: "array",
          subject: exchange.method ?? "unasked",
          exchange: exchange.number,
          finding: {
            sent: sentWords(exchange),
            came: `an array, ${excerpt(json, 160)}`,
            rule: isForbidden
              ? `A09: from 2025-06-18 on a message is one JSON object; only ${BATCH_VERSION} has arrays of messages`
              : "A09: one request is answered with one response; an array answers an array",
            fix: "send the object that stands in the array",
          },
        },
      ];
    }),
  );
}

/** An array with at least one JSON-RPC message in it. Any other one soils stdout (A31). */
export function isArrayOfMessages(json: Json | undefined): boolean {
  return Array.isArray(json) && json.some((item) => isObject(item) && kindOf(item) !== "other");
}

async function probeBatch(connection: Connection, verdict: Verdict, context: PackContext): Promise<void> {
  const { host, negotiated } = context;
  const body = JSON.stringify(IDS.map((id) => ({ jsonrpc: "2.0", id, method: "ping" })));
  const exchange = await host.exchange(connection, { method: "ping", body, id: LAST, freshSocket: true });
  const sent = `an array of two pings (exchange ${exchange.number})`;
  if (isInTrouble(verdict, exchange, sent)) return;
  // The answers may come one by one, in any order.
  if (negotiated.transport === "http") {
    if (header(exchange.headers, "Content-Type")?.startsWith("text/event-stream")) await host.sleep(STREAM_MS);
  } else if (isInTrouble(verdict, await host.exchange(connection, { method: "ping" }), "ping after a batch")) return;
  const all = await host.transcript({ connection: connection.id, after: exchange.number - 1 });
  const answered = new Set(all.flatMap(({ messages }) => messages.flatMap(({ json }) => answeredIn(json))));
  const missing = IDS.filter((id) => !answered.has(idKey(id)));
  const about = { subject: "batch" };
  if (missing.length === 0) {
    verdict.pass(about, [exchange.number]);
    return;
  }
  const error = errorIn(exchange);
  const came =
    error !== undefined
      ? `the error ${excerpt(error, 160)}`
      : missing.length === IDS.length
        ? `neither ping was answered: ${exchange.problem ?? excerpt(exchange.messages[0]?.raw, 160)}`
        : `${missing.join(" and ")} had no answer`;
  const rule = `A09: on ${BATCH_VERSION} an array of messages is accepted, and every request in it is answered`;
  const fix =
    "take each message of the array as if it had come alone, and answer the requests among them, in an array or one by one";
  verdict.fail(say({ sent, came, rule, fix }), [exchange.number], about);
}

/** Keys of the ids that the responses in `json`, one or an array of them, carry. */
function answeredIn(json: Json | undefined): string[] {
  return (Array.isArray(json) ? json : [json]).flatMap((item) => {
    if (item === undefined || kindOf(item) !== "response" || member(item, "result") === undefined) return [];
    const id = member(item, "id");
    return id === undefined ? [] : [idKey(id)];
  });
}

/** Batches, and arrays where there are none. */
export const batchChecks: Check[] = [batch];
