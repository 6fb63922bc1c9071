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
 * that cannot be told: there is nothing to look for, or pictures may show it. `before`: the view ahead of its result, whose
 * headings may have the same words.
 */
export function showsResult(look: Look, result: JsonObject, before?: Look): boolean | undefined {
  const { values, words } = wantedOf(result);
  if (values.length + words.length === 0) return undefined;
  const [shown, known] = [plain(look.text), plain(before?.text ?? "")];
  const isIn = (text: string, wanted: string) =>
    formsOf(wanted).some((form) => text.includes(plain(form).slice(0, BEGINNING)));
  const isNew = (wanted: string) => isIn(shown, wanted) && !isIn(known, wanted);
  // A view may have a value of its result by itself, or from its input, unless it says that it still waits.
  const isShown = values.some(waits(look) ? isNew : (value) => isIn(shown, value)) || words.some(isNew);
  return isShown || look.graphics < PICTURE ? isShown : undefined;
}

/** What a view may show of a result: values, and words of its texts. */
interface Wanted {
  values: string[];
  words: string[];
}

function wantedOf(result: JsonObject): Wanted {
  const structured = member(result, "structuredContent");
  const { values, words } = ofText(textOf(member(result, "content")));
  const isSomething = (text: string) => plain(text) !== "";
  return {
    values: [...(isObject(structured) ? leavesOf(structured) : []), ...values].filter(isSomething),
    words: words.filter(isSomething),
  };
}

/** Those of a text: of the JSON that it is, else its words and numbers. */
function ofText(text: string): Wanted {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { values: leavesOf(value), words: [] };
  } catch {
    // It is prose.
  }
  return { values: [], words: text.match(/[\p{L}]{4,}|\p{N}+(?:[.,]\p{N}+)*/gu)?.slice(0, 200) ?? [] };
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
