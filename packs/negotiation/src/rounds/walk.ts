import {
  answersTo,
  type Connection,
  type Exchange,
  errorOf,
  excerpt,
  isObject,
  type JsonObject,
  member,
  type PackHost,
  resultOf,
  troubleOf,
} from "@mcptest/pack";
import type { AskingCall } from "../options.js";
import { streamEnd } from "../stream-end.js";
import { askingRequest, type Retry, sendRetry } from "./asking.js";

/** Retries of one call after which a server that asks on is given up. */
const MOST_RETRIES = 10;

/** Milliseconds before a retry that has nothing but the state to say. */
const PAUSE_MS = 100;

/** How a round ended. `forgot`: it was asked again what had been answered before the last retry; `again`: in the last. */
export type WalkEnd = "complete" | "error" | "again" | "forgot" | "unanswered" | "not-asked" | "trouble" | "endless";

/** One call and its retries. */
export interface Walk {
  /** The first call, then its retries. */
  exchanges: Exchange[];
  end: WalkEnd;
  /** Why it ended so, for a message. */
  why: string;
}

/** The last exchange of a walk. */
export function lastOf({ exchanges }: Walk): Exchange {
  return exchanges.at(-1) as Exchange;
}

/** What a walk needs from around it. */
export interface Walker {
  host: PackHost;
  ask: AskingCall;
  /** Where the first call goes, and where the retries go. */
  first: Connection;
  retries: Connection;
}

/** Makes the first call of a round, and waits until its TCP connection is free for the next. */
export async function begin({ host, ask, first }: Pick<Walker, "host" | "ask" | "first">): Promise<Exchange> {
  const exchange = await host.exchange(first, askingRequest(ask));
  await streamEnd(host, exchange);
  return exchange;
}

/** Answers what was asked, again and again, until something else comes. */
export async function walk(walker: Walker, begun: Exchange, most = MOST_RETRIES): Promise<Walk> {
  const { host, ask, retries } = walker;
  const exchanges = [begun];
  const before = new Set<string>();
  let last: string[] = [];
  const ended = (end: WalkEnd, why: string): Walk => ({ exchanges, end, why });
  while (exchanges.length <= MOST_RETRIES) {
    const current = exchanges.at(-1) as Exchange;
    const stop = isOver(current, exchanges.length === 1);
    if (stop) return ended(stop.end, stop.why);
    const keys = keysOf(current);
    const repeated = keys.find((key) => before.has(key) || last.includes(key));
    if (repeated !== undefined) {
      const isForgotten = keys.some((key) => before.has(key) && !last.includes(key));
      return ended(isForgotten ? "forgot" : "again", `${excerpt(repeated, 60)} was answered and is asked for again`);
    }
    if (exchanges.length > most) return ended("endless", "there is more to answer");
    const next = nextRetry(current, ask);
    if (typeof next === "string") return ended("unanswered", next);
    for (const key of last) before.add(key);
    last = Object.keys(next.responses);
    if (last.length === 0) await host.sleep(PAUSE_MS);
    const retried = await sendRetry(host, retries, ask, next);
    await streamEnd(host, retried);
    exchanges.push(retried);
  }
  return ended("endless", `after ${MOST_RETRIES} retries it still asks`);
}

function isOver(exchange: Exchange, isFirst: boolean): { end: WalkEnd; why: string } | undefined {
  const trouble = troubleOf(exchange, isFirst ? "the call of ask" : "its retry");
  if (trouble) return { end: "trouble", why: trouble.reason };
  const error = errorOf(exchange);
  if (error) return { end: isFirst ? "not-asked" : "error", why: `error ${excerpt(error, 160)}` };
  const result = resultOf(exchange);
  if (member(result, "resultType") === "input_required") return undefined;
  if (result === undefined) return { end: "trouble", why: exchange.problem ?? "no response came" };
  return { end: isFirst ? "not-asked" : "complete", why: `result ${excerpt(result, 160)}` };
}

/** The keys that are asked for. */
export function keysOf(exchange: Exchange): string[] {
  const requests = member(resultOf(exchange), "inputRequests");
  return isObject(requests) ? Object.keys(requests) : [];
}

/** The retry that an answer asks for, or why there is none. */
export function nextRetry(exchange: Exchange, { inputResponses }: AskingCall): Retry | string {
  const result = resultOf(exchange);
  const requests = member(result, "inputRequests");
  const state = member(result, "requestState");
  if (requests !== undefined && !isObject(requests)) return "inputRequests is no object";
  if (state !== undefined && typeof state !== "string") return "requestState is no string";
  if (state === undefined && Object.keys(requests ?? {}).length === 0) return "there is nothing to answer and no state";
  const { responses, unanswered } = answersTo(requests, inputResponses);
  if (unanswered.length > 0) return `nothing is configured to answer ${excerpt(unanswered, 120)} with`;
  return { responses, ...(state === undefined ? {} : { state }) };
}

/** What a call came to, for a comparison: content, structured content and whether it is an error. */
export function effectOf(exchange: Exchange): string {
  const result = resultOf(exchange);
  const parts = ["content", "structuredContent", "isError"].map((name) => member(result, name) ?? null);
  return JSON.stringify(parts);
}

/** A result that ends the call, and is no error of the tool. */
export function isSuccess(exchange: Exchange): boolean {
  const result: JsonObject | undefined = isObject(resultOf(exchange)) ? (resultOf(exchange) as JsonObject) : undefined;
  return (
    result !== undefined && member(result, "resultType") !== "input_required" && member(result, "isError") !== true
  );
}
