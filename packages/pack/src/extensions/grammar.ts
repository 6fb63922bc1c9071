import type { Grammar } from "./types.js";

const LABEL = "[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
const NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?";
const EXTENSION_ID_LOOSE = new RegExp(`^(${LABEL}(?:\\.${LABEL})*)/(${NAME})?$`);

/** What the grammar of D.1 says of an identifier. */
export interface GrammarResult {
  grammar: Grammar;
  /** Set when the part before the slash is a valid prefix. */
  prefix?: string;
  name?: string;
  /** One sentence why the grammar is not `ok`. */
  problem?: string;
}

/** Reads an identifier by the grammar of extension ids (D.1). An empty name is `loose` (J13). */
export function readGrammar(id: string): GrammarResult {
  const match = EXTENSION_ID_LOOSE.exec(id);
  if (!match) return { grammar: "bad", problem: whyBad(id) };
  const [, prefix, name] = match;
  if (name === undefined) {
    return { grammar: "loose", prefix, problem: "Nothing stands behind the slash: the name is empty." };
  }
  return { grammar: "ok", prefix, name };
}

/** The first reason why `id` breaks the grammar, as one sentence. */
function whyBad(id: string): string {
  if (id === "") return "The identifier is empty.";
  if (/\s/.test(id)) return "White space is not allowed in an identifier.";
  if (/[^\x21-\x7e]/.test(id)) return "Only ASCII letters, digits and . - _ / are allowed in an identifier.";
  if (id.includes("://")) return "A URL is no identifier; write the reversed domain, a slash and a name.";
  const slash = id.indexOf("/");
  if (slash === -1) return "There is no slash, so the identifier has no prefix; the form is prefix/name.";
  if (slash === 0) return "Nothing stands before the slash: the prefix is empty.";
  if (id.indexOf("/", slash + 1) !== -1) return "An identifier has exactly one slash.";
  return whyBadPrefix(id.slice(0, slash)) ?? whyBadName(id.slice(slash + 1));
}

function whyBadPrefix(prefix: string): string | undefined {
  for (const label of prefix.split(".")) {
    if (label === "") return "The prefix has an empty label: two dots in a row, or a dot at one of its ends.";
    if (/[^A-Za-z0-9-]/.test(label)) return "A label of the prefix has only letters, digits and hyphens.";
    if (!/^[A-Za-z]/.test(label)) return "A label of the prefix must start with a letter.";
    if (label.endsWith("-")) return "A label of the prefix must end with a letter or a digit.";
  }
  return undefined;
}

function whyBadName(name: string): string {
  if (/[^A-Za-z0-9._-]/.test(name)) return "The name has only letters, digits, dots, hyphens and underscores.";
  return "The name must start and end with a letter or a digit.";
}
