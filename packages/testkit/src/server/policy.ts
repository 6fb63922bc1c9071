import { randomUUID } from "node:crypto";
import type { JsonObject } from "@mcptest/pack";
import { type AppsPolicy, defaultAppsPolicy } from "../apps/policy.js";
import { defaultGenericPolicy, type GenericPolicy } from "../generic/policy.js";
import { defaultMappedPolicy, type MappedPolicy } from "../mapped/policy.js";
import { defaultSkillsPolicy, type SkillsPolicy } from "../skills/policy.js";
import type { TaskPolicy } from "../tasks/policy.js";
import { defaultTaskPolicy } from "../tasks/policy.js";
import { readResponses } from "./input-responses.js";

/** The one revision that has batches. */
const BATCHES = "2025-03-26";

/** Decisions of the core that a fault or a variant may take otherwise. */
export interface CorePolicy {
  /** Entries on one page of a list. Default: all of them. */
  pageSize: number;
  /** The cursor that leads to the page beginning at `offset`. */
  cursor(offset: number): string;
  /** How a modern HTTP request of `method` must carry `Mcp-Name`: `unchecked` accepts any value. */
  nameHeader(method: string): "required" | "optional" | "unchecked";
  /** Extension wire: has a prompt and a resource besides the tools. */
  documents: boolean;
  /** A plain run of a task-capable tool takes this many times as long. */
  slowness: number;
  /** Whether `notifications/cancelled` has an effect. Default: true. */
  cancels: boolean;
  /** Whether an array of messages is a batch in this revision. Default: in 2025-03-26 only. */
  batches(version: string): boolean;
  /** The legacy revision that answers `initialize` for `requested`. Default: the same, or the newest supported one. */
  negotiate(requested: string, supported: readonly string[]): string;
  /** A new value of `Mcp-Session-Id`. Default: a random UUID. */
  sessionId(): string;
  /** Whether `requestState` is sealed, so that nobody changes it on the way (G17). Default: true. */
  sealsState: boolean;
  /** Whether `requestState` holds only for its tool, arguments and principal, and for a time (G18). Default: true. */
  bindsState: boolean;
  /** Reads `inputResponses` of a retry; throws where they are malformed (G21). Unknown keys are kept and not looked at. */
  responses(value: unknown): JsonObject;
}

/** All decisions, by the part of the server that takes them. */
export interface Policies {
  core: CorePolicy;
  tasks: TaskPolicy;
  generic: GenericPolicy;
  mapped: MappedPolicy;
  apps: AppsPolicy;
  skills: SkillsPolicy;
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
      cancels: true,
      batches: (version) => version === BATCHES,
      negotiate: (requested, supported) => (supported.includes(requested) ? requested : (supported[0] ?? requested)),
      sessionId: () => randomUUID(),
      sealsState: true,
      bindsState: true,
      responses: readResponses,
    },
    tasks: defaultTaskPolicy(jobMs),
    generic: defaultGenericPolicy(),
    mapped: defaultMappedPolicy(),
    apps: defaultAppsPolicy(),
    skills: defaultSkillsPolicy(),
  };
}

/** `base` with every change applied in order. */
export function changePolicies(base: Policies, changes: PolicyChange[]): Policies {
  return changes.reduce<Policies>(
    (policies, change) => ({
      core: { ...policies.core, ...change.core },
      tasks: { ...policies.tasks, ...change.tasks },
      generic: { ...policies.generic, ...change.generic },
      mapped: { ...policies.mapped, ...change.mapped },
      apps: { ...policies.apps, ...change.apps },
      skills: { ...policies.skills, ...change.skills },
    }),
    base,
  );
}
