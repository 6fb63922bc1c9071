import type { JsonObject, SchemaIssue } from "@mcptest/pack";
import * as z from "zod/mini";
import type { CompatOptions, Invocation } from "./options.js";

/** Methods that one run may call. */
const MOST_METHODS = 50;

const text = z.string().check(z.minLength(1));
const jsonObject = z.record(z.string(), z.json());

/** Text of a command line: JSON, or names with commas between them. */
const flagText = z.pipe(text, z.transform(readFlag));
const names = z.array(text).check(z.minLength(1));
const calls = z.record(text, jsonObject);

const optionsSchema = z.strictObject({
  invoke: z.optional(z.union([names, calls, z.pipe(flagText, z.union([names, calls]))])),
  echo: z.optional(z.strictObject({ method: text, member: text })),
  requireRoles: z._default(z.boolean(), false),
});

/** Validates options; `undefined` gives the defaults. Every issue says what was given and what is accepted. */
export function validateOptions(value: unknown): { value: CompatOptions } | { issues: SchemaIssue[] } {
  const parsed = optionsSchema.safeParse(value ?? {}, { error: describe });
  if (!parsed.success)
    return { issues: parsed.error.issues.map(({ message, path }) => ({ message, path: [...path] })) };
  const { invoke, ...others } = parsed.data;
  if (invoke === undefined) return { value: others };
  const invocations = invocationsOf(invoke as string[] | Record<string, JsonObject>);
  const issues = problemsOf(invocations);
  return issues.length > 0 ? { issues } : { value: { ...others, invoke: invocations } };
}

function readFlag(given: string): unknown {
  if (/^\s*[[{]/.test(given)) {
    try {
      return JSON.parse(given);
    } catch {
      return given;
    }
  }
  return given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function invocationsOf(invoke: string[] | Record<string, JsonObject>): Invocation[] {
  if (!Array.isArray(invoke)) return Object.entries(invoke).map(([method, args]) => ({ method, arguments: args }));
  return [...new Set(invoke)].map((method) => ({ method, arguments: {} }));
}

function problemsOf(invocations: readonly Invocation[]): SchemaIssue[] {
  if (invocations.length === 0) return [{ path: ["invoke"], message: "names no method" }];
  if (invocations.length > MOST_METHODS)
    return [{ path: ["invoke"], message: `names more than ${MOST_METHODS} methods` }];
  return invocations
    .filter(({ method, arguments: args }) => !isEncodable([method, args]))
    .map(({ method }) => ({
      path: ["invoke", method],
      message: "holds half of a surrogate pair, which no URI can carry",
    }));
}

/** True where every text in it, keys as well, can stand in a URI. */
function isEncodable(value: unknown): boolean {
  if (typeof value === "string") return isWellFormed(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => isWellFormed(key) && isEncodable(item));
}

function isWellFormed(value: string): boolean {
  try {
    encodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}

function describe(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "unrecognized_keys":
      return `unknown key ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}; known here: ${knownKeys(issue).join(", ")}`;
    case "invalid_union":
      return 'expected a list of method names, such as ["jobs/list"], or an object of arguments by method name';
    case "too_small":
      return "must not be empty";
    default:
      return issue.input === undefined ? "is missing" : `is not accepted: a value of type ${typeof issue.input}`;
  }
}

/** The keys that the object at the place of the issue may have. */
function knownKeys(issue: z.core.$ZodRawIssue): string[] {
  const shape = (issue.inst as { _zod: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod.def.shape;
  return Object.keys(shape ?? {});
}
