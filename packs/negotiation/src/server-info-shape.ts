import { excerpt, isObject, member } from "@mcptest/pack";

const TEXTS = ["title", "description", "websiteUrl"];

/** What is wrong with an `Implementation` (2026-07-28 schema), in words; `undefined` where it is one. */
export function serverInfoProblem(info: unknown): string | undefined {
  if (!isObject(info)) return `it is ${excerpt(info, 80)} and not an object`;
  for (const name of ["name", "version"]) {
    const value = member(info, name);
    if (value === undefined) return `it has no ${name}`;
    if (typeof value !== "string") return `its ${name} is ${excerpt(value, 80)} and not a string`;
  }
  for (const name of TEXTS) {
    const value = member(info, name);
    if (value !== undefined && typeof value !== "string")
      return `its ${name} is ${excerpt(value, 80)} and not a string`;
  }
  const icons = member(info, "icons");
  if (icons !== undefined && !Array.isArray(icons)) return `its icons are ${excerpt(icons, 80)} and not an array`;
  return undefined;
}
