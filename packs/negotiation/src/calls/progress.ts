import { at, type Exchange, excerpt, type Json, member } from "@mcptest/pack";
import type { Sighting } from "../sightings.js";
import { answeredAt, arrivedAt, GRACE_MS, isOnListen, responseIndex, sentMeta } from "./requests.js";

const RULE =
  "A23: progress names the token of a request that is being served, its value rises each time, and it stops with the response";
const FIX =
  "keep the progressToken of each request while it is served, send rising numbers under it, and nothing once it is answered";

/** A request of ours that asked for progress. */
interface Asked {
  exchange: Exchange;
  token: Json;
  /** Progress may go on after its answer, or nobody knows whether it does: a legacy task, a request that we gave up. */
  open: boolean;
}

/** Progress that should not have come. `all`: deliberate violations of ours included, whose tokens are known too. */
export function wrongProgress(judged: readonly Exchange[], all: readonly Exchange[]): Sighting[] {
  const asked = all.flatMap(askedIn);
  const last = new Map<string, number>();
  return judged.flatMap((exchange) =>
    exchange.messages.flatMap((message, index): Sighting[] => {
      const { json } = message;
      if (member(json, "method") !== "notifications/progress" || isOnListen(exchange, json)) return [];
      const token = at(json, "params", "progressToken");
      const known = asked.filter((one) => one.exchange.connection === exchange.connection && isSame(one.token, token));
      const kind =
        wrongToken(known, { exchange, index, at: arrivedAt(exchange, message) }) ??
        wrongValue(at(json, "params", "progress"), JSON.stringify([exchange.number, token ?? null]), last);
      if (kind === undefined) return [];
      const subject = known[0]?.exchange.method ?? exchange.method ?? "unasked";
      return [
        {
          kind,
          subject,
          exchange: exchange.number,
          finding: { sent: subject, came: `${kind}: ${excerpt(json, 200)}`, rule: RULE, fix: FIX },
        },
      ];
    }),
  );
}

function askedIn(exchange: Exchange): Asked[] {
  const token = member(sentMeta(exchange), "progressToken");
  if (token === undefined) return [];
  const isTask = at(exchange.response, "result", "task", "taskId") !== undefined;
  return [{ exchange, token, open: isTask || exchange.response === undefined }];
}

function isSame(one: Json, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

interface Place {
  exchange: Exchange;
  index: number;
  at: number;
}

function wrongToken(known: readonly Asked[], place: Place): string | undefined {
  if (known.length === 0) return "progress under a token that no request has";
  return known.some((one) => isServed(one, place)) ? undefined : "progress after the response";
}

/** The request could still have progress when it came. */
function isServed({ exchange: request, open }: Asked, { exchange, index, at: now }: Place): boolean {
  if (open) return true;
  if (request.number === exchange.number) return index < (responseIndex(request) ?? Number.POSITIVE_INFINITY);
  const over = answeredAt(request);
  if (over === undefined) return true;
  // Streams of HTTP may overtake each other; stdio has one order.
  return now <= over + (exchange.transport === "http" ? GRACE_MS : 0);
}

function wrongValue(value: Json | undefined, key: string, last: Map<string, number>): string | undefined {
  if (typeof value !== "number") return "progress that is no number";
  const before = last.get(key);
  last.set(key, value);
  return before === undefined || value > before ? undefined : `progress that does not rise (${before} came before)`;
}
