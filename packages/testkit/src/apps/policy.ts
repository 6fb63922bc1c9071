import { at, isObject, type Json, type JsonObject } from "@mcptest/pack";
import type { Call } from "../server/call.js";
import { APPS_ID, VIEW_MIME } from "./ids.js";

/** A view besides the usual ones. */
export interface AppView {
  uri: string;
  name: string;
  /** What `resources/read` gives, but for `uri`: `{ mimeType, text }`. */
  contents: JsonObject;
  /** Default: false. */
  listed?: boolean;
}

/** Decisions of the Apps server's own parts. */
export interface AppsPolicy {
  /** Whether a request is shown what only a client with views can use. Default: where it declares the media type. */
  offers(call: Call): boolean;
  /** The HTML of the view `uri`. Default: as it is. */
  view(html: string, uri: string): string;
  /** `_meta.ui` of the view `uri`, the same in the list and in what is read; `undefined` for none. Default: as it is. */
  meta(meta: JsonObject, uri: string): Json | undefined;
  /** `_meta` of the tool `name`, with both keys of the extension. Default: as it is. */
  toolMeta(meta: JsonObject, name: string): JsonObject;
  /** Views besides the usual ones. Default: none. */
  views: readonly AppView[];
}

/** What the obeying Apps server decides. */
export function defaultAppsPolicy(): AppsPolicy {
  return {
    offers: ({ declared }) => showsViews(declared),
    view: (html) => html,
    meta: (meta) => meta,
    toolMeta: (meta) => meta,
    views: [],
  };
}

/** Whether client capabilities declare the extension for views of HTML. */
export function showsViews(capabilities: JsonObject): boolean {
  const settings = at(capabilities, "extensions", APPS_ID);
  const types = isObject(settings) ? at(settings, "mimeTypes") : undefined;
  return Array.isArray(types) && types.includes(VIEW_MIME);
}
