import { type BrandedPack, isObject, type SchemaIssue } from "@mcptest/pack";
import { McptestError } from "../errors/index.js";
import { containedImport } from "../host/containment.js";
import { TIME_OVER, withinTime } from "./time-limit.js";

/** The options as the pack's schema gives them back (defaults applied), or why it refuses them. */
export type OptionsResult = { options: unknown; error?: undefined } | { error: McptestError };

/**
 * Validates `options` with the pack's Standard Schema; nothing given counts as `{}`. A pack without a schema takes no
 * options. Errors are `PACK_OPTIONS`, all issues in one, each with its path, and `PACK_BROKEN` when the schema throws or
 * takes longer than `limitMs`.
 */
export async function validateOptions(pack: BrandedPack, options: unknown, limitMs = 20_000): Promise<OptionsResult> {
  const given = options ?? {};
  if (pack.options === undefined) {
    const none = isObject(given) && Object.keys(given).length === 0;
    if (none) return { options: {} };
    const message = `the pack ${pack.name} takes no options, and some were given`;
    return { error: new McptestError("PACK_OPTIONS", message, { fix: "Take the options away." }) };
  }
  try {
    const result = await withinTime(validated(pack.options, given), limitMs);
    if (result === TIME_OVER) return { error: schemaBroken(pack, `it did not settle within ${limitMs} ms`) };
    if (result.issues === undefined) return { options: result.value };
    const lines = result.issues.map((issue) => `\n  - ${lineOf(issue)}`);
    return { error: new McptestError("PACK_OPTIONS", `the options of ${pack.name} are refused:${lines.join("")}`) };
  } catch (cause) {
    return { error: schemaBroken(pack, cause instanceof Error ? cause.message : "it threw", cause) };
  }
}

async function validated(schema: NonNullable<BrandedPack["options"]>, value: unknown) {
  return await containedImport(async () => await schema["~standard"].validate(value));
}

function schemaBroken(pack: BrandedPack, what: string, cause?: unknown): McptestError {
  return new McptestError("PACK_BROKEN", `the option schema of ${pack.name} failed: ${what}`, { cause });
}

function lineOf({ path = [], message }: SchemaIssue): string {
  const steps = path.map((step) => (typeof step === "object" ? step.key : step));
  const where = steps.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return where === "" ? message : `${where.replace(/^\./, "")}: ${message}`;
}
