import type { JsonObject, StandardSchema } from "@mcptest/pack";
import * as z from "zod/mini";

// Without a language zod/mini says "Invalid input" to everything.
z.config(z.locales.en());

/** What users may configure, defaults applied. */
export interface Options {
  /** Items of a list that are looked at. Default 1000. */
  maxItems: number;
}

const schema = z.strictObject({
  maxItems: z._default(z.int().check(z.minimum(1)), 1000).check(z.describe("Items of a list that are looked at.")),
});

export const options = schema as StandardSchema<unknown, Options>;

/** The same as JSON Schema, for the manifest and for editors. */
export const optionsJsonSchema = z.toJSONSchema(schema, { io: "input" }) as JsonObject;
