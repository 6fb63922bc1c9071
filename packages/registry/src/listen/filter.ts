import type { Catalog } from "../catalog-types.js";

/** An entry of the member `methods` of a listen filter: a notification, or only that about some topics. */
export type MethodEntry = string | { method: string; topics: string[] };

/** What a listen asks for, or why it cannot be read. */
export type MethodsFilter = { ok: true; accepted: MethodEntry[] } | { ok: false; message: string };

/** How many entries `methods` may have, and how many topics all of them together. */
export const MAX_ENTRIES = 1000;

const FORM = "Invalid params: 'notifications.methods' is an array of names or of { method, topics: [string] }";
const TOO_MANY = `Invalid params: 'notifications.methods' has more than ${MAX_ENTRIES} names and topics`;

/**
 * Reads `methods` of a listen filter. What no extension declares is left out.
 * @param message the request, untrusted
 */
export function readMethods(message: unknown, catalog: Pick<Catalog, "topicOf">): MethodsFilter {
  const methods = own(own(own(message, "params"), "notifications"), "methods");
  if (methods === undefined) return { ok: true, accepted: [] };
  if (!Array.isArray(methods)) return { ok: false, message: FORM };
  const accepted: MethodEntry[] = [];
  let count = 0;
  for (const item of methods) {
    const entry = readEntry(item);
    if (entry === undefined) return { ok: false, message: FORM };
    count += typeof entry === "string" ? 1 : 1 + entry.topics.length;
    if (count > MAX_ENTRIES) return { ok: false, message: TOO_MANY };
    if (catalog.topicOf(nameOf(entry)) !== undefined) accepted.push(entry);
  }
  return { ok: true, accepted };
}

/**
 * Whether a notification goes to a listen.
 * @param topic the text of its topic member, if it has one
 */
export function wants(entries: readonly MethodEntry[], method: string, topic: string | undefined): boolean {
  return entries.some((entry) => {
    if (typeof entry === "string") return entry === method;
    return entry.method === method && topic !== undefined && entry.topics.includes(topic);
  });
}

function nameOf(entry: MethodEntry): string {
  return typeof entry === "string" ? entry : entry.method;
}

function readEntry(value: unknown): MethodEntry | undefined {
  if (typeof value === "string") return value;
  const method = own(value, "method");
  if (typeof method !== "string") return undefined;
  const topics = own(value, "topics");
  if (topics === undefined) return method;
  if (!Array.isArray(topics) || !topics.every((topic) => typeof topic === "string")) return undefined;
  return { method, topics };
}

function own(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !Object.hasOwn(value, key))
    return undefined;
  return (value as Record<string, unknown>)[key];
}
