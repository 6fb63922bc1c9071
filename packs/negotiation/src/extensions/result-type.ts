import { OFFICIAL_EXTENSIONS } from "@mcptest/pack";
import { TASKS } from "../ids.js";

/** The values of `resultType` that the revision itself defines. */
export const CORE_RESULT_TYPES: readonly string[] = ["complete", "input_required"];

/** A value without what differs between ways to write it. */
const bare = (value: string): string => value.toLowerCase().replace(/[^a-z]/g, "");
/** Core values that are written otherwise, such as `Complete` and `inputRequired`, are no values of an extension. */
const MISSPELT: ReadonlySet<string> = new Set(CORE_RESULT_TYPES.map(bare));

/**
 * Whose a `resultType` is. `core`: the revision's own. `active`: it may belong to an extension that the server advertises
 * and the request declares. `undeclared`: only to one that the request does not declare (E05). `unadvertised`: to one that
 * the server does not advertise (E15). `nobody`: no extension has to do with it (G02).
 */
export type ResultTypeOwner = "core" | "active" | "undeclared" | "unadvertised" | "nobody";

/** Decides whose a `resultType` is. `advertised`, `declared`: ids of extensions. */
export function ownerOfResultType(
  value: string,
  advertised: readonly string[],
  declared: readonly string[],
): ResultTypeOwner {
  if (CORE_RESULT_TYPES.includes(value)) return "core";
  if (MISSPELT.has(bare(value))) return "nobody";
  const owners = advertised.filter((id) => mayDefine(id, value));
  if (owners.length > 0) return owners.some((id) => declared.includes(id)) ? "active" : "undeclared";
  return value === "task" || value.includes("/") ? "unadvertised" : "nobody";
}

/**
 * An extension may define a value: `task` is that of Tasks, and the other official extensions have none. A value that is
 * written with a prefix belongs to an extension with the same one; any other may belong to every extension of others.
 */
function mayDefine(id: string, value: string): boolean {
  if (value === "task" || id === TASKS) return value === "task" && id === TASKS;
  if (OFFICIAL_EXTENSIONS.includes(id)) return false;
  const slash = value.indexOf("/");
  return slash === -1 || id.startsWith(value.slice(0, slash + 1));
}
