import { BRAND, type BrandedPack, isObject, member } from "@mcptest/pack";

/** The brand of a pack made by any copy of `@mcptest/pack`, or `undefined`. */
export function brandOf(value: unknown): { contract: unknown } | undefined {
  const brand = member(value, BRAND);
  return member(brand, "kind") === "pack" ? { contract: member(brand, "contract") } : undefined;
}

/**
 * The pack that a module exports: as default, or, where a CommonJS build wrapped it once more, as default of the default.
 */
export function packIn(module: unknown): BrandedPack | undefined {
  const outer = isObjectLike(module) && "default" in module ? module.default : undefined;
  const inner = member(outer, "default");
  return [outer, inner].find((value) => brandOf(value) !== undefined) as BrandedPack | undefined;
}

/** What a module has in place of a pack, for messages. */
export function exportsOf(module: unknown): string {
  const names = isObjectLike(module) ? Object.keys(module) : [];
  if (!names.includes("default")) {
    return names.length === 0 ? "it exports nothing" : `it exports ${names.slice(0, 10).join(", ")} and no default`;
  }
  const value = (module as { default: unknown }).default;
  if (typeof value === "function") return "its default export is a function";
  return isObject(value)
    ? "its default export is an object without the mark that definePack sets"
    : "its default export is no object";
}

function isObjectLike(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
