import type { StandardSchema } from "@mcptest/pack";

/** A file that the operator has put outside of all skills, and what stands in it. */
export interface Canary {
  /** Path of the file, absolute or relative to the folder of the skills. */
  path: string;
  /** A text of it that stands nowhere else. */
  text: string;
}

/** Options of the pack, defaults applied. */
export interface SkillsOptions {
  /** URIs of skills that need not be listed: `…/SKILL.md`. */
  skillUris: string[];
  /** Sends methods that the server does not declare, to see what becomes of them. */
  negativeProbes: boolean;
  canary?: Canary;
  /** Checks of options that are not given are could-not-run in place of not selected. */
  requireRoles: boolean;
}

/** Validates what a configuration or the command line gave. The validator loads with the first use. */
export const skillsOptions: StandardSchema<unknown, SkillsOptions> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    async validate(value) {
      const { validateOptions } = await import("./options-schema.js");
      return validateOptions(value);
    },
  },
};
