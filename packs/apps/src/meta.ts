import { excerpt, isObject, type Json, member } from "@mcptest/pack";
import type { Apps } from "./apps.js";
import type { ReadView } from "./reads.js";

/** Members of `_meta.ui` of a resource. */
export const RESOURCE_KEYS: readonly string[] = ["csp", "permissions", "domain", "prefersBorder"];
/** Members of `csp`, each a list of origins. */
export const CSP_LISTS = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"] as const;
/** Members of `permissions`, each an object. */
const PERMISSIONS: readonly string[] = ["camera", "microphone", "geolocation", "clipboardWrite"];

/** What is wrong with `_meta.ui` of a resource, and what in it is unknown; clauses. */
export interface ShapeProblems {
  wrong: string[];
  unknown: string[];
}

/** Judges the shape of `_meta.ui` of a resource (ext-apps 2026-01-26, UI Resource Format). Unknown members are allowed. */
export function shapeProblems(ui: Json): ShapeProblems {
  const wrong: string[] = [];
  const unknown: string[] = [];
  if (!isObject(ui)) return { wrong: [`_meta.ui is ${excerpt(ui, 80)}, not an object`], unknown };
  const { csp, permissions, domain, prefersBorder } = Object.fromEntries(
    RESOURCE_KEYS.map((key) => [key, member(ui, key)]),
  );
  others(ui, RESOURCE_KEYS, "", unknown);
  if (csp !== undefined) cspProblems(csp, wrong, unknown);
  if (permissions !== undefined) permissionProblems(permissions, wrong, unknown);
  if (domain !== undefined && typeof domain !== "string") wrong.push(`domain is ${excerpt(domain, 80)}, not a text`);
  if (prefersBorder !== undefined && typeof prefersBorder !== "boolean")
    wrong.push(`prefersBorder is ${excerpt(prefersBorder, 80)}, not true or false`);
  return { wrong, unknown };
}

function cspProblems(csp: Json, wrong: string[], unknown: string[]): void {
  if (!isObject(csp)) {
    wrong.push(`csp is ${excerpt(csp, 80)}, not an object`);
    return;
  }
  others(csp, CSP_LISTS, "csp.", unknown);
  for (const name of CSP_LISTS) {
    const list = member(csp, name);
    if (list === undefined) continue;
    const isTexts = Array.isArray(list) && list.every((each) => typeof each === "string");
    if (!isTexts) wrong.push(`csp.${name} is ${excerpt(list, 80)}, not a list of texts`);
  }
}

function permissionProblems(permissions: Json, wrong: string[], unknown: string[]): void {
  if (!isObject(permissions)) {
    wrong.push(`permissions is ${excerpt(permissions, 80)}, not an object`);
    return;
  }
  others(permissions, PERMISSIONS, "permissions.", unknown);
  for (const name of PERMISSIONS) {
    const value = member(permissions, name);
    if (value === undefined || isObject(value)) continue;
    const hint = typeof value === "boolean" ? " (a boolean was right before January 2026; ask with {})" : "";
    wrong.push(`permissions.${name} is ${excerpt(value, 80)}, not an object${hint}`);
  }
}

function others(given: object, known: readonly string[], prefix: string, unknown: string[]): void {
  for (const key of Object.keys(given)) if (!known.includes(key)) unknown.push(`${prefix}${excerpt(key, 60)}`);
}

/** An entry of a `csp` list. */
export interface CspEntry {
  list: (typeof CSP_LISTS)[number];
  value: string;
}

/** Entries of one list of `csp` that are looked at. */
const MOST_ENTRIES = 200;

/** The entries of `csp` that are texts. */
export function cspEntries(ui: unknown): CspEntry[] {
  const csp = member(ui, "csp");
  return CSP_LISTS.flatMap((list) => {
    const values = member(csp, list);
    return (Array.isArray(values) ? values.slice(0, MOST_ENTRIES) : []).flatMap((value) =>
      typeof value === "string" ? [{ list, value }] : [],
    );
  });
}

/**
 * Where the metadata of a view stands that no host looks for, and it stands in neither of the proper places (the content
 * item, the entry of the list): `result`, `tool`. Hosts then use the closed default.
 */
export function misplacedOn(view: ReadView, { uiTools }: Pick<Apps, "uiTools">): ("result" | "tool")[] {
  if (hasKeys(view.ofItem) || hasKeys(view.ofEntry) || view.item === undefined) return [];
  const isOnTool = uiTools.some(({ uri, ui }) => uri === view.uri && hasKeys(ui));
  return [...(hasKeys(view.ofResult) ? ["result" as const] : []), ...(isOnTool ? ["tool" as const] : [])];
}

function hasKeys(ui: unknown): boolean {
  return RESOURCE_KEYS.some((key) => member(ui, key) !== undefined);
}
