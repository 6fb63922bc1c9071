import type { Inventory } from "@mcptest/core/negotiation";
import { at, excerpt, isObject, type Json, member } from "@mcptest/core/report";
import type { UnadvertisedUse } from "./survey.js";

/** One place of a tool, resource or prompt that belongs to an extension. */
export interface ExtensionUse {
  /** `MCP Apps`, `Tasks`, `Skills`, or `extension`. */
  label: string;
  /** The id of the extension, where the place tells it. */
  id?: string;
  /** Where it stands and what it holds: `_meta.ui.resourceUri = "ui://clock"`. */
  place: string;
  /** The extension is offered there, on a route of its own. */
  throughResources?: true;
}

const APPS = { label: "MCP Apps", id: "io.modelcontextprotocol/ui" };
const TASKS = { label: "Tasks", id: "io.modelcontextprotocol/tasks" };
const SKILLS = { label: "Skills", id: "io.modelcontextprotocol/skills" };

/** Members of an inventory, how their entries are named, and what hangs on one. */
const LISTS = [
  { list: "tools", what: "the tool", key: "name", usesOf: usesOfTool },
  { list: "resources", what: "the resource", key: "uri", usesOf: usesOfResource },
  { list: "resourceTemplates", what: "the resource template", key: "uriTemplate", usesOf: usesOfResource },
  { list: "prompts", what: "the prompt", key: "name", usesOf: usesOfPrompt },
] as const;

/** Extensions that hang on what a server lists, each by the first entry that shows it. Packs tell of tasks. */
export function listedUses(inventory: Inventory = {}): UnadvertisedUse[] {
  const found = new Map<string, UnadvertisedUse>();
  for (const { list, what, key, usesOf } of LISTS) {
    for (const item of inventory[list]?.items ?? []) {
      const use = usesOf(item).find(isUse);
      if (use?.id === undefined || found.has(use.id)) continue;
      const trace = `${what} ${excerpt(member(item, key), 120)}: ${use.place}`;
      found.set(use.id, { id: use.id, label: use.label, trace });
    }
  }
  return [...found.values()];
}

function isUse({ id, throughResources }: ExtensionUse): boolean {
  return !throughResources && (id === APPS.id || id === SKILLS.id);
}

/** What extensions hang on an entry of `tools/list`. */
export function usesOfTool(tool: Json): ExtensionUse[] {
  const support = at(tool, "execution", "taskSupport");
  return [
    ...(support === undefined ? [] : [{ ...TASKS, place: `execution.taskSupport = ${excerpt(support)}` }]),
    ...usesOfMeta(tool),
  ];
}

/** What extensions hang on an entry of `resources/list` or `resources/templates/list`. */
export function usesOfResource(resource: Json): ExtensionUse[] {
  const uri = member(resource, "uri") ?? member(resource, "uriTemplate");
  const mimeType = member(resource, "mimeType");
  const isView = typeof mimeType === "string" && /;\s*profile="?mcp-app\b/i.test(mimeType);
  return [
    ...(typeof uri === "string" ? usesOfUri(uri) : []),
    ...(isView ? [{ ...APPS, place: `mimeType = ${excerpt(mimeType)}` }] : []),
    ...usesOfMeta(resource),
  ];
}

/** What extensions hang on an entry of `prompts/list`. */
export function usesOfPrompt(prompt: Json): ExtensionUse[] {
  return usesOfMeta(prompt);
}

function usesOfUri(uri: string): ExtensionUse[] {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/is.exec(uri) ?? [];
  switch (scheme.toLowerCase()) {
    case "ui":
      return [{ ...APPS, place: "uri is a ui:// one" }];
    case "skill":
      return [{ ...SKILLS, place: "uri is a skill:// one" }];
    case "mcp-extensions": {
      // An id has two segments.
      const id = /^[^/]+\/[^/]+(?=\/)/.exec(rest)?.[0];
      const place = "offered through resources (mcp-extensions://)";
      return [{ label: "extension", ...(id === undefined ? {} : { id }), place, throughResources: true }];
    }
    default:
      return [];
  }
}

/** Members of `_meta` that belong to Apps, and those under a prefix of somebody. */
function usesOfMeta(entry: Json): ExtensionUse[] {
  const meta = member(entry, "_meta");
  if (!isObject(meta)) return [];
  return Object.entries(meta).flatMap<ExtensionUse>(([key, value]) => {
    if (key === "ui") return usesOfUi(value);
    if (key === "ui/resourceUri") return [{ ...APPS, place: `_meta["ui/resourceUri"] = ${excerpt(value)}` }];
    if (!key.includes("/")) return [];
    return [{ label: "_meta", place: `${key} = ${excerpt(value, 80)}` }];
  });
}

function usesOfUi(ui: Json): ExtensionUse[] {
  if (!isObject(ui)) return [{ ...APPS, place: `_meta.ui = ${excerpt(ui)}` }];
  return Object.entries(ui).map(([key, value]) => ({ ...APPS, place: `_meta.ui.${key} = ${excerpt(value, 120)}` }));
}
