import * as z from "zod/mini";

// Without a language zod/mini says "Invalid input" to everything.
z.config(z.locales.en());

/** What users may configure. */
export const options = z.strictObject({
  maxItems: z._default(z.int().check(z.minimum(1)), 1000).check(z.describe("Items of a list that are looked at.")),
});

/** The same as JSON Schema, for the manifest and for editors. */
export const optionsJsonSchema = z.toJSONSchema(options, { io: "input" });
