import { at, excerpt, isObject, type Json } from "@mcptest/pack";

/** Where `capabilities.tasks` has objects (2025-11-25 schema, ServerCapabilities), from the outside in. */
const OBJECTS: readonly (readonly string[])[] = [
  [],
  ["list"],
  ["cancel"],
  ["requests"],
  ["requests", "tools"],
  ["requests", "tools", "call"],
];

/**
 * What is wrong with `capabilities.tasks` (H02). The prose of the revision calls the members boolean, so `true` counts as
 * a declaration and is a warning (J40).
 */
export function judgeCapability(tasks: Json): { violations: string[]; warnings: string[] } {
  const violations: string[] = [];
  const warnings: string[] = [];
  for (const path of OBJECTS) {
    const value = path.length === 0 ? tasks : at(tasks, ...path);
    if (value === undefined || isObject(value)) continue;
    const name = ["capabilities.tasks", ...path].join(".");
    if (value === true) warnings.push(`${name} is true; in the schema it is an object`);
    else violations.push(`${name} must be an object, not ${excerpt(value, 60)}`);
  }
  return { violations, warnings };
}
