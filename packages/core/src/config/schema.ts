import * as z from "zod/mini";
import { brandOf } from "../loader/find-pack.js";
import { isHeaderName, isHeaderValue } from "../wire/header-syntax.js";
import { foundAt, noSuchKey, type Problem } from "./problems.js";
import type { Path } from "./source.js";

/** Each message says what is allowed; {@link check} puts what was found in front of it. */
const OBJECT = "an object of keys and values";

type Shape = Record<string, z.core.$ZodType>;

/** An object with exactly these keys. The message about any other key is the list of them. */
function object<T extends Shape>(shape: T, what = OBJECT) {
  const keys = Object.keys(shape).join(" ");
  return z.strictObject(shape, { error: (issue) => (issue.code === "unrecognized_keys" ? keys : what) });
}

function text(what: string) {
  return z.string(what).check(z.minLength(1, what));
}

function list<T extends z.core.$ZodType>(item: T, what: string) {
  return z.array(item, what);
}

const anyMap = z.record(z.string(), z.unknown(), OBJECT);

const headerValue = z
  .string("a text")
  .check(z.refine(isHeaderValue, "a text without line breaks and of characters that a header can hold"));

const headerName = "a header name (letters, digits and hyphens)";

const webAddress = z.string("a URL that begins with http:// or https://").check(
  z.refine((value) => {
    if (value.includes("${")) return true; // of a variable that is not set, which is told elsewhere
    const url = URL.canParse(value) ? new URL(value) : undefined;
    return url !== undefined && (url.protocol === "http:" || url.protocol === "https:");
  }, "a URL that begins with http:// or https://"),
);

const args = "a list of texts, one for each argument";

/** An entry of `servers` with a command. */
export const stdioServer = object({
  command: text("the program to start, without its arguments"),
  args: z.optional(list(z.string("a text"), args)),
  env: z.optional(
    z.record(
      z.string().check(z.regex(/^[^=\0]+$/, "a name without =")),
      z.string("a text").check(z.regex(/^[^\0]*$/, "a text without NUL")),
      "an object of names and texts",
    ),
  ),
  cwd: z.optional(text("a folder")),
});

/** An entry of `servers` with a URL. */
export const httpServer = object({
  url: webAddress,
  headers: z.optional(
    z.record(z.string().check(z.refine(isHeaderName, headerName)), headerValue, "an object of header names and texts"),
  ),
});

/** An entry of `packs` in its long form. */
export const packEntry = object({
  version: z.optional(z.string('a semver range such as "1.x"')),
  options: z.optional(z.unknown()),
  pack: z.optional(
    z.custom(
      (value) => typeof value === "string" || brandOf(value) !== undefined,
      "the npm name behind an alias, or a pack",
    ),
  ),
  isolation: z.optional(z.literal("none", '"none"')),
  profile: z.optional(text("the name of a profile")),
});

/** An entry of `suites`. */
export const suiteEntry = object({
  servers: z.optional(
    list(text("the name of a server"), "a list of server names").check(z.minLength(1, "at least one server")),
  ),
  packs: z.optional(
    z.custom<string[] | Record<string, unknown>>(
      (value) => typeof value === "object" && value !== null,
      "a list of pack names, or an object of names and pins",
    ),
  ),
  require: z.optional(list(text("an extension id"), "a list of extension ids")),
  options: z.optional(anyMap),
});

/** An entry of `tolerate`. */
export const tolerateEntry = object({
  server: z.optional(text("the name of a server")),
  lane: z.optional(text("the id of a lane")),
  pack: z.optional(text("the name of a pack")),
  check: text("the id of a check"),
  subject: z.optional(text("the subject of a finding")),
  reason: text("why it is tolerated"),
  until: z.optional(
    z.string('a date such as "2027-01-31"').check(z.refine((value) => isDate(value), 'a date such as "2027-01-31"')),
  ),
});

/** `browser`. */
const browserEntry = object({
  path: z.optional(text("the path of a Chromium, or of its headless shell")),
  sandbox: z.optional(z.boolean("true or false")),
});

/** The whole configuration; the entries are checked one by one. */
export const root = object({
  $schema: z.optional(z.string("a text")),
  mcptest: z.optional(z.string('a semver range such as "^1.2"')),
  servers: z.optional(anyMap),
  packs: z.optional(anyMap),
  suites: z.optional(anyMap),
  browser: z.optional(browserEntry),
  tolerate: z.optional(list(z.unknown(), "a list of entries")),
});

function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
}

/** Where values are looked up for messages: as they were written, before variables were put in. */
export interface Raw {
  valueAt(path: Path): unknown;
  writtenAt(path: Path): string | undefined;
}

/** `value` in the form of `schema`, or `undefined` after adding each problem. `path` is where `value` stands. */
export function check<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  path: Path,
  problems: Problem[],
  raw: Raw,
): T | undefined {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const found = result.error.issues.flatMap((issue) => problemsOf(issue, path, raw));
  const told = new Set<string>();
  for (const problem of found) {
    const key = JSON.stringify([problem.path, problem.message]);
    if (!told.has(key)) problems.push(problem);
    told.add(key);
  }
  return undefined;
}

function problemsOf(issue: z.core.$ZodIssue, top: Path, raw: Raw): Problem[] {
  const path = [...top, ...issue.path.map((step) => (typeof step === "number" ? step : String(step)))];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: noSuchKey(key, issue.message.split(" ")),
    }));
  }
  if (issue.code === "invalid_key") {
    return [{ path, message: `the name is not allowed; expected ${issue.issues[0]?.message ?? "another one"}` }];
  }
  const value = raw.valueAt(path);
  const written = raw.writtenAt(path);
  const found = foundAt(value, isHidden(path), written);
  return [{ path, message: `${found}; expected ${issue.message}${quotesHint(issue, value, written)}` }];
}

/** Numbers and booleans that YAML makes of what was meant as a text. */
function quotesHint(issue: z.core.$ZodIssue, value: unknown, written: string | undefined): string {
  const isText = issue.code === "invalid_type" && issue.expected === "string";
  if (!isText || (typeof value !== "number" && typeof value !== "boolean")) return "";
  const changed = written !== undefined && written !== String(value);
  return changed ? `. Put it in quotes: without them it is the ${typeof value} ${String(value)}` : ". Put it in quotes";
}

/** Values that may be secrets: what is sent to a server or given to it, and the options of packs. */
function isHidden(path: Path): boolean {
  const [section, , member] = path;
  if (section === "servers" || section === "mcpServers") return member !== "command" && member !== "cwd";
  return path.includes("options");
}
