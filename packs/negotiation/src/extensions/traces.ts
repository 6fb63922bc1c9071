import {
  canonicalExtensionId,
  type Exchange,
  excerpt,
  isObject,
  type JsonObject,
  member,
  OFFICIAL_EXTENSIONS,
  resultOf,
} from "@mcptest/pack";
import { APPS, PACK_NAME, SKILLS, TASKS } from "../ids.js";
import { requiredExtensions } from "./required.js";

/** Something of an extension that a server shows. */
export interface Trace {
  id: string;
  /** One stable word. */
  kind: "method" | "notification" | "required" | "meta" | "resource";
  /** What was seen, as a clause. */
  what: string;
  exchange: Exchange;
}

/** Methods of the extensions that this pack knows, by what they begin with. */
const METHODS = [
  ["tasks/", TASKS],
  ["skills/", SKILLS],
  ["interceptors/", "io.modelcontextprotocol/interceptors"],
] as const;

/** Listed things of one answer that are looked at. */
const MOST_ITEMS = 10_000;

/** Everything in one exchange that belongs to an extension. A `resultType` is none of it (E15), nor is what is inert. */
export function tracesOf(exchange: Exchange): Trace[] {
  const traces: Trace[] = [];
  const add = (id: string, kind: Trace["kind"], what: string) => traces.push({ id, kind, what, exchange });
  const { method = "" } = exchange;
  const known = METHODS.find(([prefix]) => method.startsWith(prefix));
  // Whether `tasks/*` exist at all is what A21 asks, with requests of its own.
  const isAsked = exchange.tags.pack === PACK_NAME && known?.[1] === TASKS;
  if (known && !isAsked && resultOf(exchange) !== undefined) add(known[1], "method", `${method} gives a result`);
  for (const { json } of exchange.messages) {
    if (member(json, "method") === "notifications/tasks") add(TASKS, "notification", "notifications/tasks came");
  }
  for (const id of Object.keys(requiredExtensions(exchange)).slice(0, MOST_ITEMS)) {
    add(id, "required", `-32021 asks for the extension ${excerpt(id, 100)}`);
  }
  for (const item of listedItems(exchange)) {
    for (const id of OFFICIAL_EXTENSIONS) {
      const key = metaKeyOf(item, id);
      if (key !== undefined) add(id, "meta", `${nameOf(item)} has the key ${excerpt(key, 100)} in _meta`);
    }
    const uri = member(item, "uri");
    if (typeof uri === "string" && uri.startsWith("skill://")) {
      add(SKILLS, "resource", `the resource ${excerpt(uri, 100)} is listed`);
    }
  }
  return traces;
}

/** Tools, prompts, resources and templates that the answer lists. */
export function listedItems(exchange: Exchange): JsonObject[] {
  const result = resultOf(exchange);
  return ["tools", "prompts", "resources", "resourceTemplates"]
    .flatMap((name) => member(result, name) ?? [])
    .slice(0, MOST_ITEMS)
    .filter(isObject);
}

/**
 * The key in `_meta` of a listed thing that belongs to an extension: its id, or a key whose prefix is the id with a dot for
 * the slash (`io.modelcontextprotocol.skills/...`). What Apps has there is inert.
 */
export function metaKeyOf(item: JsonObject, id: string): string | undefined {
  if (canonicalExtensionId(id) === APPS) return undefined;
  const meta = member(item, "_meta");
  if (!isObject(meta)) return undefined;
  const prefix = `${id.replace("/", ".")}/`;
  return Object.keys(meta)
    .slice(0, MOST_ITEMS)
    .find((key) => key === id || key.startsWith(prefix));
}

/** How a listed thing is called in a message. */
export function nameOf(item: JsonObject): string {
  return excerpt(member(item, "name") ?? member(item, "uri"), 80);
}
