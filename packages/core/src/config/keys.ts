import { brandOf } from "../loader/find-pack.js";
import type { Problem } from "./problems.js";
import type { Path } from "./source.js";

/** Keys that would reach into the prototype of an object. */
const FORBIDDEN: readonly string[] = ["__proto__", "constructor", "prototype"];

/** Nesting that a configuration may have. */
const MAX_DEPTH = 64;

/** True for an object that is nothing but its own members; not for lists, instances of classes, or packs. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && brandOf(value) === undefined;
}

/** The forbidden keys anywhere in `value`, and what is nested too deeply (a circle included). */
export function keyProblems(value: unknown, path: Path = []): Problem[] {
  const isList = Array.isArray(value);
  if (!isList && !isPlainObject(value)) return [];
  if (path.length > MAX_DEPTH) return [{ path, message: `it is nested deeper than ${MAX_DEPTH} levels` }];
  if (isList) return value.flatMap((item, index) => keyProblems(item, [...path, index]));
  return Object.keys(value).flatMap((key) => {
    const inner = [...path, key];
    if (FORBIDDEN.includes(key)) return [{ path: inner, message: "no key may have this name" }];
    return keyProblems(value[key], inner);
  });
}
