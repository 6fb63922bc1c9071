import type { InputResponses, JsonObject, StandardSchema } from "@mcptest/pack";
import type { Profile, RoleName } from "./names.js";

export type { InputResponses };

/** The tool that plays a part, and how it is called. */
export interface Role {
  /** Name of the tool. Only the `task` role may leave it out, where the pack picks the tool itself. */
  tool?: string;
  /** Arguments of the call. Default `{}`. */
  arguments?: JsonObject;
  inputResponses?: InputResponses;
  /** Two calls with the same arguments give the same result. */
  deterministic?: boolean;
}

/** Options of the pack, defaults applied. */
export interface TasksOptions {
  profile?: Profile;
  roles: Partial<Record<RoleName, Role>>;
  /** Checks of roles that are not configured are could-not-run in place of not selected. */
  requireRoles: boolean;
  /** Permits calling read-only tools with made-up arguments in search of one that makes a task. */
  discoverTools: boolean;
  /** Milliseconds in which a created task has to end. */
  pollTimeoutMs: number;
  /** True where headers of a second principal are configured; the host keeps them. */
  secondIdentity?: boolean;
}

/** Validates what a configuration or the command line gave. The validator loads with the first use. */
export const tasksOptions: StandardSchema<unknown, TasksOptions> = {
  "~standard": {
    version: 1,
    vendor: "mcptest",
    async validate(value) {
      const { validateOptions } = await import("./options-schema.js");
      return validateOptions(value);
    },
  },
};
