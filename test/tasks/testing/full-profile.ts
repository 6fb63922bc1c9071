import type { PackResult, Report } from "@mcptest/core/report";
import type { RunRequest } from "@mcptest/core/runner";
import type { Target } from "@mcptest/core/wire";
import type { Era } from "@mcptest/pack";
import { idsOf, packOf, runTasks } from "./run-tasks.js";

const ACCEPT = { "*": { action: "accept", content: { name: "Ada", city: "Turin", colour: "red" } } };

/** Every role, and the tool of the testkit's server that plays it. */
const ROLES = {
  task: { tool: "job", inputResponses: ACCEPT, deterministic: true },
  sync: { tool: "quick" },
  required: { tool: "must_task" },
  ask: { tool: "ask", inputResponses: ACCEPT },
  askTwice: { tool: "ask_twice", inputResponses: ACCEPT },
  askMany: { tool: "ask_many", inputResponses: ACCEPT },
  toolError: { tool: "tool_error" },
  protocolError: { tool: "protocol_error" },
  slow: { tool: "slow" },
};

/** Options with every role and a second principal. */
export const EVERY_ROLE = {
  roles: ROLES,
  pollTimeoutMs: 5_000,
  secondIdentity: { Authorization: "Bearer somebody-else" },
};

/** Options with no role but the first. */
export const FIRST_ROLE = { roles: { task: { tool: "job" } }, pollTimeoutMs: 5_000 };

/** Options with no role but the first, which has answers, and a second principal. */
export const FIRST_ROLE_ANSWERED = { ...EVERY_ROLE, roles: { task: ROLES.task } };

/** How a run in profile `full` is made. */
export interface FullRun {
  era: Era;
  /** Default: {@link EVERY_ROLE}. */
  options?: Record<string, unknown>;
  /** Warnings fail. */
  strict?: boolean;
  /** Ids of extensions that must be there. */
  require?: string[];
  /** What else differs. */
  request?: Partial<RunRequest>;
}

/** Who asks over HTTP. A server of 2025-11-25 lists tasks to those that it knows. */
const AUTHORIZATION: [string, string] = ["Authorization", "Bearer somebody"];

/** Runs the tasks pack in profile `full` as `mcptest run` does: where tasks are offered or used. */
export async function runFull(target: Target, asked: FullRun) {
  const { era, options = EVERY_ROLE, strict, require = [], request } = asked;
  const selection = { profile: "full", always: false };
  const known = target.kind === "http" ? { ...target, headers: [...target.headers, AUTHORIZATION] } : target;
  return await runTasks({
    target: known,
    era,
    options,
    selection,
    request: { require, ...(strict ? { strict } : {}), ...request },
  });
}

/** What a run says in short. */
export interface Verdicts {
  failed: string[];
  warning: string[];
  /** Checks that could not run, each with why. */
  open: string[];
  exitCode: number;
}

/** The verdicts of a report that has one pack. */
export function verdictsOf(report: Report): Verdicts {
  const pack: PackResult = packOf(report);
  const open = pack.checks
    .filter(({ skipReason }) => skipReason === "could-not-run")
    .map(({ id, error }) => `${id}: ${error?.message}`);
  return { failed: idsOf(pack, "failed"), warning: idsOf(pack, "warning"), open, exitCode: report.exitCode };
}
