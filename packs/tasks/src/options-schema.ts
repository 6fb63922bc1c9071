import type { SchemaIssue } from "@mcptest/pack";
import * as z from "zod/mini";
import { PROFILES, ROLES } from "./names.js";
import type { TasksOptions } from "./options.js";

const json = z.json();
const jsonObject = z.record(z.string(), json);

const inputResponses = z.union([z.literal("auto"), z.record(z.string(), jsonObject)]);

const optional = {
  arguments: z.optional(jsonObject),
  inputResponses: z.optional(inputResponses),
  deterministic: z.optional(z.boolean()),
};
const toolName = z.string().check(z.minLength(1));
const role = z.strictObject({ tool: toolName, ...optional });
const taskRole = z.strictObject({ tool: z.optional(toolName), ...optional });

const roles = z.strictObject({
  task: z.optional(taskRole),
  sync: z.optional(role),
  required: z.optional(role),
  ask: z.optional(role),
  askTwice: z.optional(role),
  askMany: z.optional(role),
  toolError: z.optional(role),
  protocolError: z.optional(role),
  slow: z.optional(role),
});

/** The options as a configuration or the command line gives them. */
export const optionsSchema = z.strictObject({
  profile: z.optional(z.enum(PROFILES)),
  roles: z._default(roles, {}),
  requireRoles: z._default(z.boolean(), false),
  discoverTools: z._default(z.boolean(), false),
  pollTimeoutMs: z._default(z.int().check(z.positive(), z.maximum(2 ** 31 - 1)), 30_000),
  secondIdentity: z.optional(z.boolean()),
});

/** Validates options; `undefined` gives the defaults. Every issue says what was given and what is accepted. */
export function validateOptions(value: unknown): { value: TasksOptions } | { issues: SchemaIssue[] } {
  const parsed = optionsSchema.safeParse(value ?? {}, { error: describe });
  return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues.map(issueOf) };
}

function issueOf({ message, path }: z.core.$ZodIssue): SchemaIssue {
  return { message, path: [...path] };
}

function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${keys}; known here: ${knownKeys(issue).join(", ")}`;
  }
  if (issue.input === undefined) return "is missing";
  const got = shown(issue.input);
  switch (issue.code) {
    case "invalid_type":
      return `expected ${issue.expected === "record" ? "an object" : `a value of type ${issue.expected}`}, got ${got}`;
    case "invalid_value":
      return `expected one of ${issue.values.map((each) => JSON.stringify(each)).join(", ")}, got ${got}`;
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be greater than ${issue.minimum}, got ${got}`;
    case "too_big":
      return `must be at most ${issue.maximum}, got ${got}`;
    case "invalid_union":
      return `expected "auto" or an object of answers by key, got ${got}`;
    default:
      return `is not accepted: ${got}`;
  }
}

/** A value whole or not at all: the rest of a secret that is cut could not be recognised and masked any more. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text !== undefined && text.length <= 60 ? text : `a long ${Array.isArray(value) ? "list" : typeof value}`;
}

/** The keys that the object at the place of the issue may have. */
function knownKeys(issue: z.core.$ZodRawIssue): string[] {
  const shape = (issue.inst as { _zod: { def: { shape?: Record<string, unknown> } } } | undefined)?._zod.def.shape;
  return shape === undefined ? [...ROLES] : Object.keys(shape);
}
