import { isJsonObject } from "./json.js";

/**
 * A copy of `value` in which each member `uri` that is a string, at any depth, is what `replace` makes of it; `undefined`
 * leaves it as it is. Nothing else is changed, and what stands under a member `uri` is not entered.
 */
export function translateUris(value: unknown, replace: (uri: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => translateUris(item, replace));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, unknown] => {
    if (key !== "uri") return [key, translateUris(member, replace)];
    return [key, typeof member === "string" ? (replace(member) ?? member) : member];
  });
  return Object.fromEntries(members);
}
