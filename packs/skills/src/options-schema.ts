import type { SchemaIssue } from "@mcptest/pack";
import * as z from "zod/mini";
import type { Canary, SkillsOptions } from "./options.js";

/** Skills that one run may be told of. */
const MOST_URIS = 50;
/** Characters of the text of a canary: a shorter one could stand in any file. */
const SHORTEST_TEXT = 6;

const text = z.string().check(z.minLength(1));

const optionsSchema = z.strictObject({
  skillUris: z._default(z.union([z.array(text), text]), []),
  negativeProbes: z._default(z.boolean(), false),
  canary: z.optional(z.union([z.strictObject({ path: text, text }), text])),
  requireRoles: z._default(z.boolean(), false),
});

/** Validates options; `undefined` gives the defaults. Every issue says what was given and what is accepted. */
export function validateOptions(value: unknown): { value: SkillsOptions } | { issues: SchemaIssue[] } {
  const parsed = optionsSchema.safeParse(value ?? {}, { error: describe });
  if (!parsed.success)
    return { issues: parsed.error.issues.map(({ message, path }) => ({ message, path: [...path] })) };
  const { skillUris: given, canary: shown, ...others } = parsed.data;
  const skillUris = [given].flat();
  const canary = typeof shown === "string" ? canaryIn(shown) : shown;
  const issues = [...uriIssues(skillUris), ...canaryIssues(canary)];
  return issues.length > 0 ? { issues } : { value: { ...others, skillUris, ...(canary ? { canary } : {}) } };
}

/** `PATH=TEXT`. */
function canaryIn(given: string): Canary {
  const equals = given.indexOf("=");
  return equals < 0 ? { path: given, text: "" } : { path: given.slice(0, equals), text: given.slice(equals + 1) };
}

function uriIssues(uris: readonly string[]): SchemaIssue[] {
  if (uris.length > MOST_URIS) return [{ path: ["skillUris"], message: `names more than ${MOST_URIS} skills` }];
  return uris
    .filter((uri) => !/^[a-z][a-z0-9+.-]*:/i.test(uri))
    .map((uri) => ({ path: ["skillUris"], message: `${shown(uri)} is no URI, such as skill://deploy/SKILL.md` }));
}

function canaryIssues(canary: Canary | undefined): SchemaIssue[] {
  if (canary === undefined) return [];
  if (canary.path === "") return [{ path: ["canary"], message: "names no file: expected PATH=TEXT" }];
  if (canary.text.length >= SHORTEST_TEXT) return [];
  const message = `expected PATH=TEXT, with a text of ${SHORTEST_TEXT} characters at least that stands in that file alone`;
  return [{ path: ["canary"], message }];
}

function describe(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") {
    const keys = issue.keys.map((key) => JSON.stringify(key)).join(", ");
    const known = Object.keys(optionsSchema.shape).join(", ");
    return `unknown ${issue.keys.length === 1 ? "key" : "keys"} ${keys}; known here: ${known}`;
  }
  const got = shown(issue.input);
  if (issue.code === "invalid_type") return `expected a value of type ${issue.expected}, got ${got}`;
  if (issue.code === "too_small") return "must not be empty";
  return `is not accepted: ${got}`;
}

/** A value whole or not at all: the rest of a secret that is cut could not be recognised and masked any more. */
function shown(value: unknown): string {
  const json = JSON.stringify(value);
  return json !== undefined && json.length <= 60 ? json : `a long ${Array.isArray(value) ? "list" : typeof value}`;
}
