import type { TaskPolicy } from "../tasks/policy.js";
import { defaultTaskPolicy } from "../tasks/policy.js";

/** Decisions of the core that a fault or a variant may take otherwise. */
export interface CorePolicy {
  /** Tools on one page of `tools/list`. Default: all of them. */
  pageSize: number;
  /** The cursor that leads to the page beginning at `offset`. */
  cursor(offset: number): string;
  /** How a modern HTTP request of `method` must carry `Mcp-Name`: `unchecked` accepts any value. */
  nameHeader(method: string): "required" | "optional" | "unchecked";
  /** Extension wire: has a prompt and a resource besides the tools. */
  documents: boolean;
  /** A plain run of a task-capable tool takes this many times as long. */
  slowness: number;
}

/** All decisions, by the part of the server that takes them. */
export interface Policies {
  core: CorePolicy;
  tasks: TaskPolicy;
}

/** A change of some decisions. */
export type PolicyChange = { [Part in keyof Policies]?: Partial<Policies[Part]> };

/** What an obeying server decides. */
export function defaultPolicies(jobMs: number): Policies {
  return {
    core: {
      pageSize: Number.POSITIVE_INFINITY,
      cursor: (offset) => `from-${offset}`,
      nameHeader: () => "required",
      documents: false,
      slowness: 1,
    },
    tasks: defaultTaskPolicy(jobMs),
  };
}

/** `base` with every change applied in order. */
export function changePolicies(base: Policies, changes: PolicyChange[]): Policies {
  return changes.reduce<Policies>(
    (policies, change) => ({
      core: { ...policies.core, ...change.core },
      tasks: { ...policies.tasks, ...change.tasks },
    }),
    base,
  );
}
