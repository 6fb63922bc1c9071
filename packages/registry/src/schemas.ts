import type { StandardSchemaV1 } from "@modelcontextprotocol/server";
import { RegistrationError } from "./errors.js";
import { deepFreeze, isJsonObject, jsonCopy } from "./json.js";
import type { JsonObject } from "./types.js";

/** How many complaints of a schema are passed on. */
const MAX_ISSUES = 50;

/** One complaint of a schema, as it is sent. */
export interface SchemaIssue {
  message: string;
  path: (string | number)[];
}

/** What a schema made of a value. */
export type Checked = { ok: true; value: unknown } | { ok: false; issues: SchemaIssue[] };

/** What can say of itself what it is as JSON Schema (Standard JSON Schema). */
interface SaysJsonSchema {
  jsonSchema: { input(options: { target: string }): unknown };
}

/**
 * The JSON Schema under which a schema is published: the given one, else what the schema says of its input, where members
 * with a default are optional. A copy.
 * @param what for messages, such as `params of jobs/start`
 */
export function publishedSchema(
  schema: StandardSchemaV1 | undefined,
  given: JsonObject | undefined,
  what: string,
): JsonObject | undefined {
  if (schema !== undefined && !isStandardSchema(schema)) {
    throw new RegistrationError("DECLARATION", `The ${what} is no Standard Schema.`);
  }
  const published = given ?? (schema === undefined ? undefined : saidBy(schema, what));
  if (published === undefined) return undefined;
  const copy = copyOf(published, what);
  if (!isJsonObject(copy) || (copy.type !== undefined && copy.type !== "object")) {
    throw new RegistrationError("SCHEMA_NOT_OBJECT", `The schema for ${what} is not that of an object.`);
  }
  return deepFreeze(copy);
}

function isStandardSchema(schema: unknown): boolean {
  const isHolder = (typeof schema === "object" && schema !== null) || typeof schema === "function";
  const standard: unknown = isHolder ? (schema as Partial<StandardSchemaV1>)["~standard"] : undefined;
  return isJsonObject(standard) && typeof standard.validate === "function";
}

function saidBy(schema: StandardSchemaV1, what: string): unknown {
  const { jsonSchema } = schema["~standard"] as Partial<SaysJsonSchema>;
  if (typeof jsonSchema?.input !== "function") {
    throw new RegistrationError("SCHEMA_UNKNOWN", `The schema for ${what} cannot say what it is as JSON Schema.`);
  }
  try {
    return jsonSchema.input({ target: "draft-2020-12" });
  } catch (cause) {
    const reason = cause instanceof Error ? `: ${cause.message}` : "";
    throw new RegistrationError("SCHEMA_UNKNOWN", `The schema for ${what} has no JSON Schema${reason}.`, { cause });
  }
}

function copyOf(schema: unknown, what: string): unknown {
  try {
    return jsonCopy(schema);
  } catch (cause) {
    throw new RegistrationError("DECLARATION", `The JSON Schema ${what} is no JSON.`, { cause });
  }
}

/** Asks a schema about a value. Throws what the schema throws. */
export async function checkBySchema(schema: StandardSchemaV1 | undefined, value: unknown): Promise<Checked> {
  if (schema === undefined) return { ok: true, value };
  const result = await schema["~standard"].validate(value);
  if (result.issues === undefined) return { ok: true, value: result.value };
  return { ok: false, issues: result.issues.slice(0, MAX_ISSUES).map(sentIssue) };
}

function sentIssue(issue: StandardSchemaV1.Issue): SchemaIssue {
  const path = (issue.path ?? []).map((part) => {
    const key = typeof part === "object" ? part.key : part;
    return typeof key === "symbol" ? String(key) : key;
  });
  return { message: String(issue.message), path };
}

/** The first complaints as one line. */
export function issuesText(issues: readonly SchemaIssue[]): string {
  return issues
    .slice(0, 3)
    .map(({ message, path }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`))
    .join("; ");
}
