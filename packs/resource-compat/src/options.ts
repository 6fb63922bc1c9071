import type { JsonObject, StandardSchema } from "@mcptest/pack";

/** A method of an extension that may be called, and how. */
export interface Invocation {
  method: string;
  /** Default `{}`. */
  arguments: JsonObject;
}

/** A method that gives a text argument back unchanged. */
export interface Echo {
  method: string;
  /** Name of the argument. */
  member: string;
}

/** Options of the pack, defaults applied. */
export interface CompatOptions {
  /** The methods that may be called, in this order; no other is. Default: none. */
  invoke?: Invocation[];
  echo?: Echo;
  /** Checks of options that are not given are could-not-run in place of not selected. */
  requireRoles: boolean;
}

/** Validates what a configuration or the command line gave. The validator loads with the first use. */
export const compatOptions: StandardSchema<unknown, CompatOptions> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    async validate(value) {
      const { validateOptions } = await import("./options-schema.js");
      return validateOptions(value);
    },
  },
};
