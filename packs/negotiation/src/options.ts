import type { JsonObject, StandardSchema } from "@mcptest/pack";

/** A tool, and how it is called. */
export interface ToolCall {
  tool: string;
  /** Default `{}`. */
  arguments: JsonObject;
}

/** A tool that asks for input, and what is answered. */
export interface AskingCall extends ToolCall {
  /**
   * Bare results by key; `"*"` answers any key that is not named. `auto` makes an accepting answer from the schema of each
   * form.
   */
  inputResponses: "auto" | Record<string, JsonObject>;
}

/** Where a foreign `Origin` may be sent. */
export type OriginProbes = "loopback" | "always" | "never";

/** Options of the pack, defaults applied. */
export interface NegotiationOptions {
  /** A call that changes nothing. Default: the first read-only tool that needs no argument. */
  call?: ToolCall;
  /** A call that asks for input. */
  ask?: AskingCall;
  /** A call with an argument that travels in a header as well (`x-mcp-header`). */
  headerTool?: ToolCall;
  /** A call that changes a list. */
  changeList?: ToolCall;
  /** Path of the file that `mcptest capabilities --save` wrote. */
  baseline?: string;
  /** Default `loopback`. */
  origin: OriginProbes;
  /** Extension ids under a reserved prefix that are no mistake. */
  knownIds: string[];
  /** Checks of options that are not given are could-not-run in place of not selected. */
  requireRoles: boolean;
}

/** Validates what a configuration or the command line gave. The validator loads with the first use. */
export const negotiationOptions: StandardSchema<unknown, NegotiationOptions> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    async validate(value) {
      const { validateOptions } = await import("./options-schema.js");
      return validateOptions(value);
    },
  },
};
