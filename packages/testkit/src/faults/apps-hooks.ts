import { at, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { APPS_VIEWS, FLAT_KEY, VIEW_MIME } from "../apps/ids.js";
import { type AppView, showsViews } from "../apps/policy.js";
import { boardView } from "../apps/views/board.js";
import type { Call, Outcome } from "../server/call.js";
import type { Hooks } from "../server/hooks.js";
import { apps } from "./groups.js";
import { both, onResult } from "./reshape.js";

/** The views of the Apps server. */
export const { forecast: FORECAST, board: BOARD } = APPS_VIEWS;

/** The tools of the second view. */
export const BOARD_TOOLS: readonly string[] = ["show_board", "pin_city"];

/** Hooks that change `_meta` of tools as a client with views is told it. */
export function onToolMeta(names: string | readonly string[], change: (meta: JsonObject) => JsonObject): Hooks {
  return apps({ toolMeta: (meta, name) => ([names].flat().includes(name) ? change(meta) : meta) });
}

/** Hooks that add to `_meta.ui` of a tool. */
export function withUi(name: string | readonly string[], members: JsonObject): Hooks {
  return onToolMeta(name, (meta) => ({ ...meta, ui: { ...(isObject(meta.ui) ? meta.ui : {}), ...members } }));
}

/** Hooks with which both keys of a tool name this, in place of a view. */
export function naming(name: string, uri: Json): Hooks {
  return onToolMeta(name, (meta) => ({
    ...meta,
    ui: { ...(isObject(meta.ui) ? meta.ui : {}), resourceUri: uri },
    [FLAT_KEY]: uri,
  }));
}

/** Hooks that change the tools of `tools/list`. */
export function onTools(change: (tools: JsonObject[], call: Call) => JsonObject[]): Hooks {
  return onResult("tools/list", (result, call) => ({ ...result, tools: change(objectsIn(result, "tools"), call) }));
}

/** Hooks that change one tool in `tools/list`. */
export function onTool(name: string, change: (tool: JsonObject) => JsonObject): Hooks {
  return onTools((tools) => tools.map((tool) => (tool.name === name ? change(tool) : tool)));
}

/** Hooks that change the resources of `resources/list`. */
export function onResources(change: (resources: JsonObject[]) => JsonObject[]): Hooks {
  return onResult("resources/list", (result) => ({ ...result, resources: change(objectsIn(result, "resources")) }));
}

/** Hooks that change the entry of one view in `resources/list`. */
export function onEntry(uri: string, change: (entry: JsonObject) => JsonObject): Hooks {
  return onResources((resources) => resources.map((entry) => (entry.uri === uri ? change(entry) : entry)));
}

/** Hooks that change the result of reading one view. */
export function onReading(uri: string, change: (result: JsonObject) => JsonObject): Hooks {
  return onResult("resources/read", (result, { params }) => (params.uri === uri ? change(result) : result));
}

/** Hooks that change the content item of one view: into another, or several. */
export function onItem(uri: string, change: (item: JsonObject) => JsonObject | JsonObject[]): Hooks {
  return onReading(uri, (result) => ({ ...result, contents: objectsIn(result, "contents").flatMap(change) }));
}

/** Hooks that leave a view out of `resources/list`, which is allowed, and change its content item. */
export function onUnlisted(uri: string, change: (item: JsonObject) => JsonObject): Hooks {
  const unlisted = onResources((all) => all.filter((entry) => entry.uri !== uri));
  return both(unlisted, onItem(uri, change));
}

/** Hooks that change the HTML of one view. */
export function onView(uri: string, change: (html: string) => string): Hooks {
  return apps({ view: (html, at) => (at === uri ? change(html) : html) });
}

/** Hooks that put text at the end of the body of the second view, or of another one. */
export function appended(text: string, uri: string = BOARD): Hooks {
  return onView(uri, (html) => html.replace("</main>", `</main>\n${text}`));
}

/** Hooks that change `_meta.ui` of the second view, in the list and in what is read. */
export function onBoardMeta(change: (meta: JsonObject) => Json | undefined): Hooks {
  return apps({ meta: (meta, uri) => (uri === BOARD ? change(meta) : meta) });
}

/** Hooks that give the second view this `csp`, in both places. */
export function withCsp(csp: Json): Hooks {
  return onBoardMeta((meta) => ({ ...meta, csp }));
}

/** A view that reads as the second one does, at another address. */
export function viewAt(uri: string): AppView {
  return { uri, name: "Another board", contents: { mimeType: VIEW_MIME, text: boardView } };
}

/** Hooks that change the results of calls of these tools, for some clients or for all. */
export function onCalls(
  names: string | readonly string[],
  change: (result: JsonObject) => JsonObject,
  who: (call: Call) => boolean = () => true,
): Hooks {
  return onResult("tools/call", (result, call) => {
    const name = member(call.params, "name");
    return typeof name === "string" && [names].flat().includes(name) && who(call) ? change(result) : result;
  });
}

/** Whether a request is one of a client with views. */
export function hasViews({ declared }: Pick<Call, "declared">): boolean {
  return showsViews(declared);
}

/** Whether it is not. */
export function hasNone(call: Pick<Call, "declared">): boolean {
  return !hasViews(call);
}

/** Answers with a JSON-RPC error. */
export function refused({ id }: Pick<Call, "id">, code: number, message: string): Outcome {
  return { status: 200, message: { jsonrpc: "2.0", id, error: { code, message } } };
}

/** Whether an entry of a list belongs to the extension. */
export function isOfApps(entry: JsonObject): boolean {
  return isObject(at(entry, "_meta", "ui")) || String(entry.uri).startsWith("ui://");
}

function objectsIn(result: JsonObject, key: string): JsonObject[] {
  const list = result[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
