import type { JsonObject, StandardSchema } from "@mcptest/pack";
import * as z from "zod/mini";

/** Options of the pack, defaults applied. */
export interface WidgetsOptions {
  /** Tool that makes a widget when it is called. Without it the checks about making are not selected. */
  tool?: string;
  /** Its arguments. Default `{}`. */
  arguments: JsonObject;
  /** Pages of a list that are read at most. Default 20. */
  maxPages: number;
  /** Milliseconds in which a notification has to come. Default 2000. */
  waitMs: number;
}

// Without a language zod/mini says "Invalid input" to everything.
z.config(z.locales.en());

const schema = z.strictObject({
  tool: z.optional(z.string().check(z.minLength(1), z.describe("Tool that makes a widget when it is called."))),
  arguments: z._default(z.record(z.string(), z.json()), {}).check(z.describe("Its arguments.")),
  maxPages: z
    ._default(z.int().check(z.minimum(1), z.maximum(1000)), 20)
    .check(z.describe("Pages of a list that are read at most.")),
  waitMs: z
    ._default(z.int().check(z.minimum(1), z.maximum(60_000)), 2000)
    .check(z.describe("Milliseconds in which a notification has to come.")),
});

/** Validates what a configuration or the command line gave. */
export const widgetsOptions = schema as unknown as StandardSchema<unknown, WidgetsOptions>;

/** The same as JSON Schema, for the manifest and for editors. */
export const optionsJsonSchema = z.toJSONSchema(schema, { io: "input" }) as JsonObject;
