import { runInNewContext } from "node:vm";
import { isObject, type Json, type JsonObject, member } from "@mcptest/pack";
import type { Ajv } from "ajv";

/** Characters of a schema, and of a value, that are looked at. */
const MOST_SCHEMA = 256 * 1024;
const MOST_VALUE = 4 * 1024 * 1024;
/** Levels of a schema. */
const DEEPEST = 64;
/** Milliseconds for compiling a schema and validating by it: patterns of a server can take for ever. */
const LIMIT_MS = 3_000;

/** What became of a schema or a value. */
export type Judged =
  | { kind: "valid" }
  /** `problem`: where and what, one clause. */
  | { kind: "invalid"; problem: string }
  /** It was not judged, and why. */
  | { kind: "unjudged"; why: string };

const VALID: Judged = { kind: "valid" };

type Loader = () => Promise<Ajv>;

/**
 * A validator of its own for each schema, so that no schema sees the ids of another. It loads with the first use, by its
 * default export: bundled, a CommonJS module has no other.
 */
const OPTIONS = { strict: false, validateFormats: false, logger: false, addUsedSchema: false } as const;
const draft07: Loader = async () => new (await import("ajv")).default.Ajv(OPTIONS);
const draft2019: Loader = async () => new (await import("ajv/dist/2019.js")).default.Ajv2019(OPTIONS);
const draft2020: Loader = async () => new (await import("ajv/dist/2020.js")).default.Ajv2020(OPTIONS);

/** Dialects by `$schema` without a trailing `#`. */
const DIALECTS: ReadonlyMap<string, Loader> = new Map([
  ["https://json-schema.org/draft/2020-12/schema", draft2020],
  ["https://json-schema.org/draft/2019-09/schema", draft2019],
  ["http://json-schema.org/draft-07/schema", draft07],
  ["https://json-schema.org/draft-07/schema", draft07],
]);

/** Whether a schema is one of its dialect. Without `$schema` that is 2020-12, or, where that fails, draft-07. */
export async function judgeSchema(schema: JsonObject): Promise<Judged> {
  const dialect = dialectOf(schema);
  if (dialect.kind !== "known") return dialect;
  const unfit = tooLarge(schema, MOST_SCHEMA, "the schema");
  if (unfit) return unfit;
  const first = bySchemaOf(await dialect.load(), schema);
  if (first.kind !== "invalid" || dialect.isStated) return first;
  return bySchemaOf(await draft07(), schema).kind === "valid" ? VALID : first;
}

/** Whether a value is what a schema of the server asks for. Nothing is fetched. */
export async function judgeValue(schema: JsonObject, value: Json): Promise<Judged> {
  const dialect = dialectOf(schema);
  if (dialect.kind !== "known") return dialect;
  const unfit = tooLarge(schema, MOST_SCHEMA, "the schema") ?? tooLarge(value, MOST_VALUE, "the value");
  if (unfit) return unfit;
  const ajv = await dialect.load();
  const { $schema: _dialect, ...plain } = schema;
  return bounded(() => {
    const validate = ajv.compile(plain);
    return validate(value) ? VALID : { kind: "invalid", problem: firstOf(validate.errors) };
  });
}

function bySchemaOf(ajv: Ajv, schema: JsonObject): Judged {
  const { $schema: _dialect, ...plain } = schema;
  return bounded(() =>
    ajv.validateSchema(plain) === true ? VALID : { kind: "invalid", problem: firstOf(ajv.errors) },
  );
}

function firstOf(errors: Ajv["errors"]): string {
  const [error] = errors ?? [];
  return `${error?.instancePath || "the value itself"} ${error?.message ?? "is not accepted"}`;
}

type Dialect = { kind: "known"; load: Loader; isStated: boolean } | (Judged & { kind: "unjudged" });

function dialectOf(schema: JsonObject): Dialect {
  const stated = member(schema, "$schema");
  if (stated === undefined) return { kind: "known", load: draft2020, isStated: false };
  const load = typeof stated === "string" ? DIALECTS.get(stated.replace(/#$/, "")) : undefined;
  if (load !== undefined) return { kind: "known", load, isStated: true };
  return { kind: "unjudged", why: "its $schema names a dialect that mcptest does not know" };
}

/** Runs code that a server can make slow, and gives up on it in time. What it throws is the schema's doing. */
function bounded(run: () => Judged): Judged {
  try {
    return runInNewContext("run()", { run }, { timeout: LIMIT_MS }) as Judged;
  } catch (error) {
    const { code, message } = error as { code?: unknown; message?: unknown };
    const isLate = code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    return {
      kind: "unjudged",
      why: isLate ? `it took longer than ${LIMIT_MS} ms (a limit of ours)` : String(message).slice(0, 200),
    };
  }
}

function tooLarge(value: Json, most: number, what: string): (Judged & { kind: "unjudged" }) | undefined {
  if (depthOf(value) > DEEPEST) return { kind: "unjudged", why: `${what} nests deeper than ${DEEPEST} levels` };
  return JSON.stringify(value).length > most
    ? { kind: "unjudged", why: `${what} is larger than ${most} characters` }
    : undefined;
}

function depthOf(value: Json, depth = 0): number {
  if (depth > DEEPEST || typeof value !== "object" || value === null) return depth;
  const members = isObject(value) ? Object.values(value) : value;
  let deepest = depth;
  for (const each of members) deepest = Math.max(deepest, depthOf(each, depth + 1));
  return deepest;
}
