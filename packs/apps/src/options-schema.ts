import type { JsonObject, SchemaIssue } from "@mcptest/pack";
import * as z from "zod/mini";
import type { AppsOptions, ToolCall } from "./options.js";

/** Tools that one run may call. */
const MOST_CALLS = 50;

const text = z.string().check(z.minLength(1));
const jsonObject = z.record(z.string(), z.json());
const calls = z.union([z.record(text, jsonObject), text, z.array(text).check(z.minLength(1))]);

const optionsSchema = z.strictObject({
  calls: z.optional(calls),
  discoverTools: z._default(z.boolean(), false),
  draft: z._default(z.boolean(), false),
  faultyHosts: z._default(z.boolean(), true),
  requireRoles: z._default(z.boolean(), false),
});

/** Validates options; `undefined` gives the defaults. Every issue says what was given and what is accepted. */
export function validateOptions(value: unknown): { value: AppsOptions } | { issues: SchemaIssue[] } {
  const parsed = optionsSchema.safeParse(value ?? {}, { error: describe });
  if (!parsed.success)
    return { issues: parsed.error.issues.map(({ message, path }) => ({ message, path: [...path] })) };
  const { calls: given, ...others } = parsed.data;
  const read = callsOf(given as Record<string, JsonObject> | string | string[] | undefined);
  const bad = read.flatMap((call) => (typeof call === "string" ? [call] : []));
  if (bad.length > 0) return { issues: bad.map((message) => ({ path: ["calls"], message })) };
  if (read.length > MOST_CALLS)
    return { issues: [{ path: ["calls"], message: `names more than ${MOST_CALLS} tools` }] };
  return { value: { ...others, calls: read as ToolCall[] } };
}

/** The calls that were named; a text in their place says why one cannot be read. */
function callsOf(given: Record<string, JsonObject> | string | string[] | undefined): (ToolCall | string)[] {
  if (given === undefined) return [];
  if (typeof given === "string") return [callOf(given)];
  if (Array.isArray(given)) return given.map(callOf);
  return Object.entries(given).map(([tool, args]) => ({ tool, arguments: args }));
}

/** `NAME` or `NAME=JSON`. A name may hold `=`: only one before an object begins the arguments. */
function callOf(given: string): ToolCall | string {
  const [, tool = "", json = ""] = /^([^{]+?)=(\{.*)$/s.exec(given) ?? [];
  if (tool === "")
    return given.endsWith("=") ? `expected NAME or NAME=JSON, got ${shown(given)}` : { tool: given, arguments: {} };
  const args = objectIn(json);
  return args ? { tool, arguments: args } : `the arguments of ${shown(tool)} are no JSON object`;
}

function objectIn(json: string): JsonObject | undefined {
  try {
    const parsed = jsonObject.safeParse(JSON.parse(json));
    return parsed.success ? (parsed.data as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    const known = Object.keys(optionsSchema.shape).join(", ");
    return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${keys}; known here: ${known}`;
  }
  const got = shown(issue.input);
  switch (issue.code) {
    case "invalid_type":
      return `expected a value of type ${issue.expected}, got ${got}`;
    case "invalid_union":
      return `expected an object of arguments by tool, or NAME or NAME=JSON, got ${got}`;
    default:
      return `is not accepted: ${got}`;
  }
}

/** A value whole or not at all: the rest of a secret that is cut could not be recognised and masked any more. */
function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json !== undefined && json.length <= 60 ? json : `a long ${Array.isArray(value) ? "list" : typeof value}`;
}
