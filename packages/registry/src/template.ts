/** A piece of one segment of a template: a literal, or the name of a variable. */
type Piece = { literal: string } | { variable: string };

/** A URI template whose variables `{name}` stand for one or more characters other than `/`. */
export interface Template {
  text: string;
  /** Names of the variables in order, each once. */
  variables: readonly string[];
  /** The pieces between two slashes, segment by segment. */
  segments: readonly (readonly Piece[])[];
}

/** Reads a template; `undefined` where its braces are not those of variables, or a variable stands in it twice. */
export function parseTemplate(text: string): Template | undefined {
  const variables: string[] = [];
  const segments: Piece[][] = [];
  for (const segment of text.split("/")) {
    const pieces: Piece[] = [];
    for (const [index, part] of segment.split(/\{([A-Za-z0-9_.]+)\}/).entries()) {
      if (index % 2 === 1) {
        variables.push(part);
        pieces.push({ variable: part });
      } else if (part !== "") {
        if (/[{}]/.test(part)) return undefined;
        pieces.push({ literal: part });
      }
    }
    segments.push(pieces);
  }
  return new Set(variables).size === variables.length ? { text, variables, segments } : undefined;
}

/** True when both have the same variables, in whatever order. */
export function haveSameVariables(one: Template, other: Template): boolean {
  return (
    one.variables.length === other.variables.length && one.variables.every((name) => other.variables.includes(name))
  );
}

/**
 * The texts of the variables where the whole of `uri` has the form of the template, verbatim; else `undefined`. Where more
 * than one split is possible, earlier variables are as long as can be.
 */
export function matchTemplate(template: Template, uri: string): Map<string, string> | undefined {
  const segments = uri.split("/", template.segments.length + 1);
  if (segments.length !== template.segments.length) return undefined;
  const values = new Map<string, string>();
  for (const [index, pieces] of template.segments.entries()) {
    if (!matchSegment(pieces, segments[index] ?? "", values)) return undefined;
  }
  return values;
}

/** Matches from the end, each literal at its last possible place: one pass, whatever the text is. */
function matchSegment(pieces: readonly Piece[], text: string, values: Map<string, string>): boolean {
  let end = text.length;
  let variable: string | undefined;
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index] as Piece;
    if ("variable" in piece) {
      if (variable !== undefined) {
        if (end < 1) return false;
        values.set(variable, text.slice(end - 1, end));
        end -= 1;
      }
      variable = piece.variable;
      continue;
    }
    const latest = end - piece.literal.length - (variable === undefined ? 0 : 1);
    const start = placeOf(piece.literal, text, latest, variable === undefined ? latest : index === 0 ? 0 : undefined);
    if (start === undefined) return false;
    if (variable !== undefined) values.set(variable, text.slice(start + piece.literal.length, end));
    end = start;
    variable = undefined;
  }
  if (variable === undefined) return end === 0;
  values.set(variable, text.slice(0, end));
  return end > 0;
}

/** Where a literal stands, at the latest: at `fixed` if that is given. */
function placeOf(literal: string, text: string, latest: number, fixed: number | undefined): number | undefined {
  if (latest < 0) return undefined;
  if (fixed !== undefined) return fixed <= latest && text.startsWith(literal, fixed) ? fixed : undefined;
  const place = text.lastIndexOf(literal, latest);
  return place === -1 ? undefined : place;
}

/** The template with its variables replaced, verbatim. */
export function fillTemplate(template: Template, values: ReadonlyMap<string, string>): string {
  return template.segments
    .map((pieces) =>
      pieces.map((piece) => ("literal" in piece ? piece.literal : (values.get(piece.variable) ?? ""))).join(""),
    )
    .join("/");
}
