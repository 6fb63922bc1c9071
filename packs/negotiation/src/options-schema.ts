import type { SchemaIssue } from "@mcptest/pack";
import * as z from "zod/mini";
import type { NegotiationOptions } from "./options.js";

const jsonObject = z.record(z.string(), z.json());
const toolName = z.string().check(z.minLength(1));
const toolCall = z.strictObject({ tool: toolName, arguments: z._default(jsonObject, {}) });
const askingCall = z.strictObject({
  tool: toolName,
  arguments: z._default(jsonObject, {}),
  inputResponses: z._default(z.union([z.literal("auto"), z.record(z.string(), jsonObject)]), "auto"),
});

/** The options as a configuration or the command line gives them. */
export const optionsSchema = z.strictObject({
  call: z.optional(toolCall),
  ask: z.optional(askingCall),
  headerTool: z.optional(toolCall),
  changeList: z.optional(toolCall),
  baseline: z.optional(z.string().check(z.minLength(1))),
  origin: z._default(z.enum(["loopback", "always", "never"]), "loopback"),
  knownIds: z._default(z.array(z.string()), []),
  requireRoles: z._default(z.boolean(), false),
});

/** Validates options; `undefined` gives the defaults. Every issue says what was given and what is accepted. */
export function validateOptions(value: unknown): { value: NegotiationOptions } | { issues: SchemaIssue[] } {
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
      return "must not be empty";
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
  return Object.keys(shape ?? {});
}
