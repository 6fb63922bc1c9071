import type { JsonObject, StandardSchema } from "@mcptest/pack";

/** A tool that may be called, and its arguments. */
export interface ToolCall {
  tool: string;
  /** Default `{}`. */
  arguments: JsonObject;
}

/** Options of the pack, defaults applied. */
export interface AppsOptions {
  /** Tools that may be called although they are not annotated read-only, and the arguments of the calls. Default: none. */
  calls: ToolCall[];
  /** Permits calling read-only tools with made-up arguments. */
  discoverTools: boolean;
  /** What only the draft of the specification asks is a violation, not a warning. */
  draft: boolean;
  /** Shows views to unusual hosts as well. */
  faultyHosts: boolean;
  /** Checks of options that are not given are could-not-run in place of not selected. */
  requireRoles: boolean;
}

/** Validates what a configuration or the command line gave. The validator loads with the first use. */
export const appsOptions: StandardSchema<unknown, AppsOptions> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    async validate(value) {
      const { validateOptions } = await import("./options-schema.js");
      return validateOptions(value);
    },
  },
};
