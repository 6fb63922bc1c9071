import { isObject, type Json, member } from "@mcptest/pack";

/** A block of `content` that a client without views can use: a text that is not blank, or something to open. */
export function isUseful(block: Json): boolean {
  switch (member(block, "type")) {
    case "text": {
      const text = member(block, "text");
      return typeof text === "string" && text.trim() !== "";
    }
    case "image":
    case "audio": {
      const data = member(block, "data");
      return typeof data === "string" && data !== "";
    }
    case "resource":
      return isObject(member(block, "resource"));
    case "resource_link":
      return typeof member(block, "uri") === "string";
    default:
      return false;
  }
}

/** Characters of the texts of one result that are looked at. */
const MOST_TEXT = 100_000;

/** The texts of `content` together. */
export function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  const texts = content.flatMap((block) => {
    const text = member(block, "type") === "text" ? member(block, "text") : undefined;
    return typeof text === "string" ? [text] : [];
  });
  return texts.join("\n").slice(0, MOST_TEXT).trim();
}

/** Whole texts that say nothing. */
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "ok",
  "okay",
  "done",
  "success",
  "succeeded",
  "rendered",
  "displayed",
  "shown",
  "loaded",
  "ready",
  "complete",
  "completed",
  "see ui",
  "see app",
  "see view",
  "see widget",
  "see above",
  "see below",
  "placeholder",
  "todo",
  "n/a",
  "result",
  "output",
]);
/** Words that a placeholder has around its core: `the map has been rendered`. */
const WRAPPED =
  /^(?:[\p{L}\p{N}.'-]+\s+){0,5}(?:(?:is|was|has been|have been)\s+)?(?:rendered|displayed|shown|loaded)(?:\s+(?:above|below|successfully|in the (?:ui|app|view|widget)))?$/u;
const POINTER =
  /^(?:please\s+)?(?:see|check|view|open|look at)\s+(?:the\s+)?(?:ui|app|view|widget|interface|result)(?:\s+(?:above|below))?$/u;

/** True where a text is one of the placeholders that servers give in place of an answer. */
export function isPlaceholder(text: string): boolean {
  if (text.length > 100) return false;
  const plain = text
    .toLowerCase()
    .replace(/[!.…✅:]+$/u, "")
    .trim();
  return PLACEHOLDERS.has(plain) || WRAPPED.test(plain) || POINTER.test(plain);
}

/** Values of one result that are looked for. */
const MOST_LEAVES = 2_000;

/** Texts and numbers anywhere in a value, as text; those of one character are left out. */
export function leavesOf(value: unknown): string[] {
  const found: string[] = [];
  const left: unknown[] = [value];
  while (left.length > 0 && found.length < MOST_LEAVES) {
    const next = left.pop();
    if (typeof next === "string" || typeof next === "number") {
      const text = String(next).trim();
      if (text.length > 1) found.push(text);
    } else if (Array.isArray(next)) left.push(...next.slice(0, MOST_LEAVES));
    else if (isObject(next)) left.push(...Object.values(next).slice(0, MOST_LEAVES));
  }
  return found;
}
