import { excerpt, isObject, type Json, type JsonObject, member } from "../json.js";

/** Entries, members and changes that one comparison looks at; what is beyond them is not compared. */
const MAX_STEPS = 20_000;
/** Levels of objects inside settings that are compared. */
const MAX_DEPTH = 32;

/**
 * What became of an extension: `added` and `removed` ids, and under the same id a `breaking` change (a member of its
 * settings is gone, or is of another JSON type) or another one (`changed`: new members, other values).
 */
export type ExtensionChangeKind = "added" | "removed" | "breaking" | "changed";

/** One difference between two advertisements (E11). */
export interface ExtensionChange {
  id: string;
  kind: ExtensionChangeKind;
  /** JSON Pointer (RFC 6901) inside the settings; empty for the settings themselves and for the id. */
  path: string;
  /** What changed, as a clause: `a string became a number`. */
  what: string;
}

/**
 * What differs between two capabilities objects in `extensions`, in the order of the ids before, then of the new ones.
 * `null` is a type of its own, in either direction. Settings that were no object, and broke E02,
 * have no members to lose. Takes anything and never throws.
 */
export function extensionChanges(before: unknown, after: unknown): ExtensionChange[] {
  const was = extensionsOf(before);
  const is = extensionsOf(after);
  const changes: ExtensionChange[] = [];
  const budget = { steps: MAX_STEPS };
  for (const [id, settings] of was) {
    if (budget.steps-- <= 0) return changes;
    const now = is.get(id);
    if (now === undefined) changes.push({ id, kind: "removed", path: "", what: "the id is gone" });
    else compare(settings, now, "", 0, budget, (path, kind, what) => changes.push({ id, kind, path, what }));
  }
  for (const id of is.keys()) {
    if (budget.steps-- <= 0) return changes;
    if (!was.has(id)) changes.push({ id, kind: "added", path: "", what: "the id is new" });
  }
  return changes;
}

function extensionsOf(capabilities: unknown): Map<string, Json> {
  const map = member(capabilities, "extensions");
  return new Map(isObject(map) ? Object.entries(map) : []);
}

type Report = (path: string, kind: "breaking" | "changed", what: string) => void;

function compare(before: Json, after: Json, path: string, depth: number, budget: { steps: number }, report: Report) {
  if (budget.steps-- <= 0 || depth > MAX_DEPTH) return;
  if (isObject(before) && isObject(after)) {
    compareMembers(before, after, path, depth, budget, report);
    return;
  }
  const [was, is] = [typeOf(before), typeOf(after)];
  const breaks = was !== is && (path !== "" || isObject(before));
  if (was !== is) report(path, breaks ? "breaking" : "changed", `${was} became ${is}`);
  else if (!equal(before, after)) report(path, "changed", `${excerpt(before, 80)} became ${excerpt(after, 80)}`);
}

function compareMembers(
  before: JsonObject,
  after: JsonObject,
  path: string,
  depth: number,
  budget: { steps: number },
  report: Report,
) {
  for (const [name, value] of Object.entries(before)) {
    const at = `${path}/${escaped(name)}`;
    const now = member(after, name);
    if (now !== undefined) compare(value, now, at, depth + 1, budget, report);
    else if (budget.steps-- > 0) report(at, "breaking", `the member is gone; it was ${excerpt(value, 80)}`);
  }
  for (const [name, value] of Object.entries(after)) {
    if (Object.hasOwn(before, name) || budget.steps-- <= 0) continue;
    report(`${path}/${escaped(name)}`, "changed", `the member is new: ${excerpt(value, 80)}`);
  }
}

/** Equal as JSON. Arrays are compared as a whole; what is nested too deep to be written counts as equal. */
function equal(before: Json, after: Json): boolean {
  if (typeof before !== "object" && typeof after !== "object") return before === after;
  try {
    return JSON.stringify(before) === JSON.stringify(after);
  } catch {
    return true;
  }
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** A member name as a token of a JSON Pointer. */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
