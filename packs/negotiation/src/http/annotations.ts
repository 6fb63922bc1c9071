import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** The key of the annotation. */
const KEY = "x-mcp-header";

/** A property whose value HTTP repeats in `Mcp-Param-NAME`. */
export interface AnnotatedProperty {
  /** Names of the properties that lead to it. */
  path: string[];
  /** The schema of the property. */
  schema: JsonObject;
  /** The value of the annotation, as received. */
  header: Json;
}

/** An annotation that no client can follow. */
export interface MisplacedAnnotation {
  /** JSON Pointer of the schema that has it. */
  pointer: string;
}

/** The annotations of an input schema, by where they stand. */
export interface Annotations {
  reachable: AnnotatedProperty[];
  misplaced: MisplacedAnnotation[];
}

/** Members of a schema whose value is data, not a schema. */
const DATA = new Set([
  "default",
  "const",
  "enum",
  "examples",
  "example",
  "required",
  "$comment",
  "description",
  "title",
]);
/** Members of a schema whose own members are schemas by name. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Finds every annotation of an input schema. A property that is *named* `x-mcp-header` is none (A65). */
export function annotationsOf(inputSchema: Json | undefined): Annotations {
  const found: Annotations = { reachable: [], misplaced: [] };
  walk(inputSchema, "", [], found);
  return found;
}

/** `path`: names of properties while nothing else led here, `undefined` from the first other step on. */
function walk(schema: Json | undefined, pointer: string, path: string[] | undefined, found: Annotations): void {
  if (Array.isArray(schema)) {
    for (const [index, item] of schema.entries()) walk(item, `${pointer}/${index}`, undefined, found);
    return;
  }
  if (!isObject(schema)) return;
  if (Object.hasOwn(schema, KEY)) {
    const header = member(schema, KEY) as Json;
    if (path && path.length > 0) found.reachable.push({ path, schema, header });
    else found.misplaced.push({ pointer: pointer || "/" });
  }
  for (const [key, value] of Object.entries(schema)) {
    if (key === KEY || DATA.has(key)) continue;
    const below = `${pointer}/${escaped(key)}`;
    if (!NAMED.has(key) || !isObject(value)) {
      walk(value, below, undefined, found);
      continue;
    }
    for (const [name, item] of Object.entries(value)) {
      const inside = key === "properties" && path ? [...path, name] : undefined;
      walk(item, `${below}/${escaped(name)}`, inside, found);
    }
  }
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** True for what can name a header field: a token of RFC 9110. */
export function isHeaderName(value: unknown): value is string {
  return typeof value === "string" && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(value);
}

/** The types of values that a header can repeat. `null` besides them stands for no header. */
const TYPES = new Set<Json>(["integer", "string", "boolean"]);

/** What is wrong with the annotations of one input schema, a sentence each; empty where they are right (A65). */
export function annotationProblems(inputSchema: Json | undefined): string[] {
  const { reachable, misplaced } = annotationsOf(inputSchema);
  const seen = new Map<string, string>();
  const problems: string[] = [];
  for (const { path, schema, header } of reachable) {
    const where = `the property ${path.join(".")}`;
    if (!isHeaderName(header)) {
      problems.push(`${where} has the header name ${JSON.stringify(header)}, which is no token of HTTP`);
    } else {
      const other = seen.get(header.toLowerCase());
      if (other !== undefined)
        problems.push(`${where} and ${other} have the same header name ${JSON.stringify(header)}`);
      seen.set(header.toLowerCase(), where);
    }
    const type = member(schema, "type");
    if (!isHeaderType(type)) {
      const what = type === undefined ? "has no type" : `is of type ${JSON.stringify(type)}`;
      problems.push(`${where} ${what}, and only integer, string and boolean go into a header`);
    }
  }
  for (const { pointer } of misplaced) {
    problems.push(`the schema at ${pointer} is not reached through properties alone`);
  }
  return problems;
}

function isHeaderType(type: Json | undefined): boolean {
  if (!Array.isArray(type)) return type !== undefined && TYPES.has(type);
  const values = type.filter((each) => each !== "null");
  return values.length > 0 && values.every((each) => TYPES.has(each));
}
