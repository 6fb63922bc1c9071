import { isObject, type JsonObject, member } from "@mcptest/pack";
import { leavesOf, textOf } from "../../fallback.js";
import type { Look } from "../../view/record.js";

/** Square pixels from which on pictures may be what a result became. */
const PICTURE = 10_000;
/** Characters of a text that are looked for. */
const BEGINNING = 40;
/** Words with which a view says that it waits. */
const WAITS =
  /\b(loading|please wait|waiting for|initiali[sz]ing|fetching|connecting|one moment|hang on)\b|^\s*(…|\.\.\.)\s*$/i;

/** The view shows nothing at all. */
export function isBlank({ text, graphics }: Look): boolean {
  return text.trim() === "" && graphics === 0;
}

/** The view says that it waits. */
export function waits({ text }: Look): boolean {
  return WAITS.test(text);
}

/**
 * Whether something of a result is visible: a text or a number of `structuredContent`, or of the texts. `undefined` where
 * that cannot be told: there is nothing to look for, or pictures may show it.
 */
export function showsResult({ text, graphics }: Look, result: JsonObject): boolean | undefined {
  const wanted = wantedOf(result);
  if (wanted.length === 0) return undefined;
  const shown = plain(text);
  const isShown = wanted.some((each) => formsOf(each).some((form) => shown.includes(plain(form).slice(0, BEGINNING))));
  return isShown || graphics < PICTURE ? isShown : undefined;
}

/** Texts and numbers that a view may show of a result. */
function wantedOf(result: JsonObject): string[] {
  const structured = member(result, "structuredContent");
  const found = isObject(structured) ? leavesOf(structured) : [];
  const text = textOf(member(result, "content"));
  return [...found, ...leavesOfText(text)].filter((each) => plain(each) !== "");
}

/** Those of a text: of the JSON that it is, else its words and numbers. */
function leavesOfText(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return leavesOf(value);
  } catch {
    // It is prose.
  }
  return text.match(/[\p{L}]{4,}|\p{N}+(?:[.,]\p{N}+)*/gu)?.slice(0, 200) ?? [];
}

/** A number as people write it. */
function formsOf(leaf: string): string[] {
  const number = Number(leaf);
  if (leaf.trim() === "" || !Number.isFinite(number)) return [leaf];
  const forms = [leaf, number.toLocaleString("en-US"), number.toFixed(1), number.toFixed(0)];
  return [...forms, (number * 100).toFixed(0)].filter((form) => form.length > 1);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ").trim();
}
