import { isObject, type Json } from "@mcptest/pack";

/** A `requestState` that somebody has changed on its way. */
export interface Tampered {
  /** What was changed, in words that stay the same from run to run. */
  what: string;
  state: string;
}

/** Values inside a readable state that are changed, each in a state of its own. */
const MOST_VALUES = 4;

/**
 * Changed copies of a state: one character in the middle, one at the end, and where it reads as JSON (also as base64 of
 * JSON, with or without parts behind a dot) one value each.
 */
export function tamper(state: string): Tampered[] {
  const made = [
    { what: "a character in its middle", state: flipped(state, Math.floor(state.length / 2)) },
    { what: "its last character", state: flipped(state, state.length - 1) },
    ...readable(state),
  ];
  const seen = new Set([state]);
  return made.filter((one) => !seen.has(one.state) && seen.add(one.state));
}

/** The state with another character of the same kind at this place. */
function flipped(state: string, index: number): string {
  const given = state[index];
  if (given === undefined) return "x";
  return state.slice(0, index) + another(given) + state.slice(index + 1);
}

function another(character: string): string {
  if (/[0-9]/.test(character)) return character === "9" ? "0" : String(Number(character) + 1);
  if (/[a-y]/i.test(character)) return String.fromCharCode(character.charCodeAt(0) + 1);
  return character === "z" ? "a" : character === "Z" ? "A" : "a";
}

/** States in which one value is another. */
function readable(state: string): Tampered[] {
  const [first = "", ...rest] = state.split(".");
  const tail = rest.length > 0 ? `.${rest.join(".")}` : "";
  const plain = parsed(state);
  if (plain !== undefined)
    return changedValues(plain).map(({ what, value }) => ({ what, state: JSON.stringify(value) }));
  const encoding = /[+/=]/.test(first) ? "base64" : "base64url";
  const decoded = parsed(Buffer.from(first, encoding).toString("utf8"));
  if (decoded === undefined) return [];
  return changedValues(decoded).map(({ what, value }) => ({
    what,
    state: Buffer.from(JSON.stringify(value)).toString(encoding) + tail,
  }));
}

function parsed(text: string): Json[] | { [key: string]: Json } | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

interface Changed {
  what: string;
  value: Json;
}

function changedValues(value: Json): Changed[] {
  return leaves(value)
    .slice(0, MOST_VALUES)
    .map(({ path, leaf }) => ({
      what: `the value ${path.join(".").slice(0, 60)} inside it`,
      value: withLeaf(value, path, other(leaf)),
    }));
}

function other(leaf: Json): Json {
  if (typeof leaf === "number") return leaf + 1;
  if (typeof leaf === "boolean") return !leaf;
  return typeof leaf === "string" ? `${leaf}x` : "x";
}

interface Leaf {
  path: string[];
  leaf: Json;
}

function leaves(value: Json, path: string[] = []): Leaf[] {
  if (path.length > 8) return [];
  if (typeof value !== "object" || value === null) return [{ path, leaf: value }];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]));
}

function withLeaf(value: Json, [key, ...rest]: string[], leaf: Json): Json {
  if (key === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? withLeaf(item, rest, leaf) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === key ? withLeaf(item, rest, leaf) : item]),
  );
}
