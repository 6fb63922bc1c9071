import {
  at,
  defineFixture,
  type Exchange,
  isObject,
  type Json,
  type JsonObject,
  member,
  type PackHost,
  resultOf,
} from "@mcptest/pack";
import { type Apps, apps as appsFixture } from "./apps.js";
import type { AppsOptions } from "./options.js";
import { ask, type Entry, type Surface } from "./surface.js";
import { isTemplate, viewUri } from "./tools.js";

/** Views that are read in one run, and bytes of HTML that are kept of all of them. */
const MOST_READS = 20;
const MOST_BYTES = 48 * 1024 * 1024;

/** One reading of a view. */
export interface ReadView {
  uri: string;
  /** Names of the tools that name it. */
  tools: string[];
  /** Its entry in `resources/list`, where it has one. */
  listed?: Entry;
  exchange: Exchange;
  /** `contents` where it is a list. */
  contents?: Json[];
  /** The item with this URI, else the first that is an object. */
  item?: JsonObject;
  /** Its HTML, from either member. */
  html?: string;
  /** Why there is none. */
  htmlProblem?: string;
  /** Bytes of the HTML as UTF-8. */
  byteLength: number;
  /** `_meta.ui` of the item, of the entry in the list, and of the result as a whole, as received. */
  ofItem?: Json;
  ofEntry?: Json;
  ofResult?: Json;
  /** The metadata in force: that of the item, else that of the list; `{}` where there is none. */
  meta: JsonObject;
}

/** The readings of all views. */
export interface Reads {
  views: ReadView[];
  /** How many more there are. */
  omitted: number;
}

/** Reads each view once, as a client with the extension does: what tools name, then what else is listed. */
export const reads = defineFixture<Reads, { apps: typeof appsFixture }, AppsOptions>({
  name: "views as read",
  needs: { apps: appsFixture },
  timeoutMs: () => 120_000,
  async prepare({ apps }, { host }) {
    const uris = urisOf(apps);
    const views: ReadView[] = [];
    let bytes = 0;
    for (const uri of uris.slice(0, MOST_READS)) {
      const view = await readView(host, apps.shown, apps, uri);
      bytes += view.byteLength;
      const isTooMuch = bytes > MOST_BYTES && view.html !== undefined;
      views.push(
        isTooMuch
          ? { ...view, html: undefined, htmlProblem: "the views together are too large for a limit of ours" }
          : view,
      );
    }
    return { views, omitted: Math.max(0, uris.length - MOST_READS) };
  },
});

/** URIs that can be read: those that tools name, then those that are listed. Templates name no resource. */
export function urisOf({ uris, listed }: Pick<Apps, "uris" | "listed">): string[] {
  const all = [...uris, ...listed.flatMap(({ entry }) => viewUri(member(entry, "uri")) ?? [])];
  return [...new Set(all)].filter((uri) => !isTemplate(uri));
}

/** Reads one view on a connection. */
export async function readView(
  host: PackHost,
  client: Pick<Surface, "connection" | "declares">,
  { uiTools, listed }: Pick<Apps, "uiTools" | "listed">,
  uri: string,
): Promise<ReadView> {
  const exchange = await ask(host, client, { method: "resources/read", params: { uri } });
  const entry = listed.find((each) => member(each.entry, "uri") === uri);
  return viewOf(exchange, {
    uri,
    tools: uiTools.filter((tool) => tool.uri === uri).map(({ name }) => name),
    ...(entry ? { listed: entry } : {}),
  });
}

/** What an answer to `resources/read` holds. */
export function viewOf(exchange: Exchange, about: Pick<ReadView, "uri" | "tools" | "listed">): ReadView {
  const result = resultOf(exchange);
  const given = member(result, "contents");
  const contents = Array.isArray(given) ? given : undefined;
  const items = contents?.filter(isObject) ?? [];
  const item = items.find((each) => member(each, "uri") === about.uri) ?? items[0];
  const ofItem = at(item, "_meta", "ui");
  const ofEntry = at(about.listed?.entry, "_meta", "ui");
  const { html, problem } = item ? htmlOf(item) : { html: undefined, problem: "nothing was read" };
  return {
    ...about,
    exchange,
    contents,
    item,
    html,
    htmlProblem: problem,
    byteLength: html === undefined ? 0 : Buffer.byteLength(html),
    ofItem,
    ofEntry,
    ofResult: at(result, "_meta", "ui"),
    meta: isObject(ofItem) ? ofItem : isObject(ofEntry) ? ofEntry : {},
  };
}

/** The HTML of a content item: its text, else its blob. */
export function htmlOf(item: JsonObject): { html?: string; problem?: string } {
  const text = member(item, "text");
  if (typeof text === "string") return { html: text };
  const blob = member(item, "blob");
  if (typeof blob !== "string") return { problem: "there is neither text nor blob" };
  const bytes = fromBase64(blob);
  if (bytes === undefined) return { problem: "the blob is no base64" };
  try {
    return { html: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { problem: "the bytes of the blob are no UTF-8" };
  }
}

/** The bytes of base64 (RFC 4648, section 4), or `undefined` where the text is none. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, "base64");
}
