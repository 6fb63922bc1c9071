import { excerpt, isObject, type Json, member } from "@mcptest/pack";

/** Members that a content block must have as strings, by its type (schema of 2025-11-25 and 2026-07-28). */
const STRINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["text", ["text"]],
  ["image", ["data", "mimeType"]],
  ["audio", ["data", "mimeType"]],
  ["resource_link", ["uri", "name"]],
]);

/** Why a value is no `CallToolResult`, or `undefined` when it is one. A `_meta` and unknown members are legal. */
export function notACallToolResult(value: Json | undefined): string | undefined {
  if (!isObject(value)) return `it must be an object, not ${excerpt(value, 80)}`;
  const content = member(value, "content");
  if (!Array.isArray(content)) return `"content" must be an array, not ${excerpt(content, 80)}`;
  for (const [index, block] of content.entries()) {
    const problem = notAContentBlock(block);
    if (problem !== undefined) return `content[${index}] ${problem}`;
  }
  const isError = member(value, "isError");
  if (isError !== undefined && typeof isError !== "boolean")
    return `"isError" must be true or false, not ${excerpt(isError, 80)}`;
  return undefined;
}

function notAContentBlock(block: Json): string | undefined {
  const type = member(block, "type");
  if (typeof type !== "string") return `must be an object with a "type", not ${excerpt(block, 80)}`;
  if (type === "resource" && typeof member(member(block, "resource"), "uri") !== "string")
    return 'of type "resource" must have a "resource" with a "uri"';
  for (const name of STRINGS.get(type) ?? [])
    if (typeof member(block, name) !== "string")
      return `of type ${JSON.stringify(type)} must have a string ${JSON.stringify(name)}`;
  return undefined;
}
