import {
  type ExchangeTags,
  errorOf,
  hasResultAndError,
  type Json,
  member,
  type RequestSpec,
  resultOf,
} from "@mcptest/pack";
import { describeError } from "./describe.js";
import { safeJson } from "./safe-text.js";
import type { Session } from "./types.js";

/** How far a list is followed. */
export interface PagingLimits {
  /** Pages that are asked for. */
  maxPages: number;
  /** Items that are kept. */
  maxItems: number;
  /** Bytes of all answers together. */
  maxBytes: number;
}

/** The limits of paging when nobody states others. */
export const DEFAULT_PAGING: Readonly<PagingLimits> = {
  maxPages: 1_000,
  maxItems: 10_000,
  maxBytes: 64 * 1024 * 1024,
};

/** A list as far as it could be read. Everything in it is as received: redact it before it is shown. */
export interface Listed {
  /** Items as received, nothing is checked about them. */
  items: Json[];
  /** Exchange numbers, one for each page. */
  exchanges: number[];
  /** Why the list may be incomplete, one sentence. Absent: the last page said that it is the last. */
  problem?: string;
  /** The JSON-RPC error code, when an error ended it. */
  errorCode?: Json;
}

/** What a listing may ask beside its method. */
export interface ListingOptions {
  /** Changes of each request, such as declared extensions. `params` are kept, `cursor` is added. */
  spec?: Omit<RequestSpec, "method">;
  tags?: Partial<ExchangeTags>;
}

/**
 * Reads every page of a list (A27): any `nextCursor` but a missing or null one announces another page, the empty string
 * included. Stops at a cursor that was there before and at the limits, and says so. Never rejects.
 * @param key the member of the result that holds the items, such as `tools`.
 */
export async function listAll(
  session: Session,
  method: string,
  key: string,
  limits: Partial<PagingLimits> = {},
  { spec, tags }: ListingOptions = {},
): Promise<Listed> {
  const { maxPages, maxItems, maxBytes } = { ...DEFAULT_PAGING, ...limits };
  const items: Json[] = [];
  const exchanges: number[] = [];
  const seen = new Set<string>();
  const stop = (problem: string, errorCode?: Json): Listed => {
    const found = { items, exchanges, problem: `${method}: ${problem}` };
    return errorCode === undefined ? found : { ...found, errorCode };
  };

  let bytes = 0;
  for (let cursor: string | undefined; ; ) {
    if (exchanges.length === maxPages) return stop(`there are more than ${maxPages} pages`);
    const params = cursor === undefined ? spec?.params : { ...spec?.params, cursor };
    const exchange = await session.request({ ...spec, method, params }, tags);
    exchanges.push(exchange.number);
    const error = errorOf(exchange);
    if (error)
      return stop(
        `${hasResultAndError(exchange) ? "both a result and an error, " : ""}${describeError(error, (value) => value)}`,
        member(error, "code") ?? null,
      );
    const result = resultOf(exchange);
    if (result === undefined) return stop(exchange.problem ?? "no result");
    const page = member(result, key);
    if (!Array.isArray(page)) return stop(`${key} is ${safeJson(page, 40)}, not an array`);
    const room = maxItems - items.length;
    for (const item of page.slice(0, room)) items.push(item);
    if (page.length > room) return stop(`there are more than ${maxItems} items`);
    bytes += exchange.messages.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (bytes > maxBytes) return stop(`its pages hold more than ${maxBytes} bytes`);
    const next = member(result, "nextCursor");
    if (next === undefined || next === null) return { items, exchanges };
    if (typeof next !== "string") return stop(`nextCursor is ${safeJson(next, 40)}, not a string`);
    if (seen.has(next)) return stop(`the cursor ${safeJson(next, 80)} came again`);
    seen.add(next);
    cursor = next;
  }
}
