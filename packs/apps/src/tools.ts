import { at, isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import { APPS_EXTENSION, FLAT_URI_KEY } from "./ids.js";
import type { Entry, Listing } from "./surface.js";

/** Who may call a tool. */
export type Audience = "model" | "app";

/** A tool with metadata of the extension. */
export interface AppTool {
  name: string;
  /** As received. */
  entry: JsonObject;
  /** The exchange that listed it. */
  exchange: number;
  /** `_meta.ui` as received. */
  ui?: Json;
  /** `_meta.ui.resourceUri` as received. */
  nested?: Json;
  /** `_meta["ui/resourceUri"]` as received. */
  flat?: Json;
  /** The URI of its view, from either key: a text that begins with `ui://`. */
  uri?: string;
  /** In force: what is given, else both. Values that do not exist are left out. */
  visibility: Audience[];
}

/** The tools that have a key of the extension, in the order of the list. Entries without a name are left out. */
export function appTools({ entries }: Pick<Listing, "entries">): AppTool[] {
  return entries.flatMap((each) => appTool(each) ?? []);
}

/** The tool, where its `_meta` has a key of the extension. */
export function appTool({ entry, exchange }: Entry): AppTool | undefined {
  const name = member(entry, "name");
  if (typeof name !== "string" || name === "") return undefined;
  const ui = at(entry, "_meta", "ui");
  const flat = at(entry, "_meta", FLAT_URI_KEY);
  if (ui === undefined && flat === undefined) return undefined;
  const nested = member(ui, "resourceUri");
  return {
    name,
    entry,
    exchange,
    ui,
    nested,
    flat,
    uri: viewUri(nested) ?? viewUri(flat),
    visibility: visibilityOf(ui),
  };
}

/** The tool names a view, by either key and in any form. */
export function hasView({ nested, flat }: Pick<AppTool, "nested" | "flat">): boolean {
  return nested !== undefined || flat !== undefined;
}

/** Who may call a tool whose `_meta.ui` is `ui`: both, unless it says otherwise in a list. */
export function visibilityOf(ui: unknown): Audience[] {
  const given = member(ui, "visibility");
  if (!Array.isArray(given)) return ["model", "app"];
  const known = (["model", "app"] as const).filter((each) => given.includes(each));
  return known.length === 0 ? ["model", "app"] : known;
}

/** `value` where it is a text that begins with `ui://`. */
export function viewUri(value: unknown): string | undefined {
  return typeof value === "string" && value.startsWith("ui://") && value.length > "ui://".length ? value : undefined;
}

/** True for a template (RFC 6570) in place of a URI. */
export function isTemplate(uri: string): boolean {
  return /[{}]/.test(uri);
}

/** The extension stands in `capabilities.extensions` under its own id, whatever its settings are. */
export function isAdvertised(capabilities: unknown): boolean {
  const map = member(capabilities, "extensions");
  return isObject(map) && Object.hasOwn(map, APPS_EXTENSION);
}
