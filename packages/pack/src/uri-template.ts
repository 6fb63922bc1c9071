/** A template of literals and simple variables between them (RFC 6570, level 1). */
export interface UriTemplate {
  text: string;
  /** One more than there are variables; the first and the last may be empty. */
  literals: string[];
}

/** How the literals of an expansion are written: percent-encoded (RFC 6570, 3.1), or as they stand in the template. */
export type LiteralForm = "encoded" | "raw";

/**
 * Reads a template. `undefined` where it has an operator (`{+path}`, `{?q}`), a modifier, several variables in one
 * expression, or no literal between two: what such a template matches is not decided by its literals alone.
 */
export function readTemplate(text: string): UriTemplate | undefined {
  const pieces = text.split(/(\{[^{}]*\})/);
  const literals = pieces.filter((_, index) => index % 2 === 0);
  const expressions = pieces.filter((_, index) => index % 2 === 1);
  const isSimple = expressions.length > 0 && expressions.every((expression) => /^\{[\w.]+\}$/.test(expression));
  const isSplit = literals.slice(1, -1).every((literal) => literal !== "");
  if (!isSimple || !isSplit || literals.some((literal) => /[{}]/.test(literal))) return undefined;
  return { text, literals };
}

/** The literals of a template in one form. */
function literalsOf({ literals }: UriTemplate, form: LiteralForm): string[] {
  return form === "raw" ? literals : literals.map(encoded);
}

/** What a URI cannot hold, percent-encoded; escapes stay as they are, and a text that is no Unicode as well. */
function encoded(literal: string): string {
  try {
    return encodeURI(literal)
      .replace(/%25(?=[0-9A-Fa-f]{2})/g, "%")
      .replace(/%5[BD]/g, decodeURIComponent);
  } catch {
    return literal;
  }
}

/**
 * True where the URI may be an expansion of the template `text` with any values, in either form of its literals. Of a
 * template that {@link readTemplate} does not read only the beginning is compared.
 */
export function mayMatch(text: string, uri: string): boolean {
  const template = readTemplate(text);
  if (!template) {
    const beginning = text.split("{", 1)[0] ?? "";
    return uri.startsWith(beginning) || uri.startsWith(encoded(beginning));
  }
  return (
    between(literalsOf(template, "raw"), uri) !== undefined ||
    between(literalsOf(template, "encoded"), uri) !== undefined
  );
}

/** The values with which the URI is an expansion of the template: not empty, and no delimiters of a URI in them. */
export function valuesIn(template: UriTemplate, uri: string): string[] | undefined {
  const values = between(literalsOf(template, "encoded"), uri) ?? between(literalsOf(template, "raw"), uri);
  return values?.every((value) => /^[^/?#{}]+$/.test(value)) ? values : undefined;
}

/** What stands between the literals in `uri`, each at its first place; linear in the length of the URI. */
function between(literals: readonly string[], uri: string): string[] | undefined {
  const [first = "", ...others] = literals;
  const last = others.pop() ?? "";
  if (!uri.startsWith(first) || !uri.endsWith(last)) return undefined;
  const end = uri.length - last.length;
  const values: string[] = [];
  let from = first.length;
  for (const literal of others) {
    const at = uri.indexOf(literal, from);
    if (at < 0) return undefined;
    values.push(uri.slice(from, at));
    from = at + literal.length;
  }
  return from > end ? undefined : [...values, uri.slice(from, end)];
}

/** The template with these values. */
export function expand(template: UriTemplate, values: readonly string[], form: LiteralForm): string {
  return literalsOf(template, form).reduce((text, literal, index) => `${text}${values[index - 1] ?? ""}${literal}`);
}

/** The template with another character in place of the first dot of its literals, or `undefined` where there is none. */
export function withoutDot({ text, literals }: UriTemplate): UriTemplate | undefined {
  const index = literals.findIndex((literal) => literal.includes("."));
  const literal = literals[index];
  return literal === undefined ? undefined : { text, literals: literals.with(index, literal.replace(".", "X")) };
}
