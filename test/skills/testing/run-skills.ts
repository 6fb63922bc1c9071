import type { Report } from "@mcptest/core/report";
import type { PackSelection, RunRequest } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import { type ServerOptions, SKILLS_OPTIONS } from "@mcptest/testkit";
import { loadPack, runPack, withServer as withAnyServer } from "../../tasks/testing/run-tasks.js";

/** Milliseconds that a process has to end by itself. */
const GRACE_MS = 500;

/** What a run of the pack is asked for. */
export interface SkillsRun {
  target: Target;
  era?: RunRequest["era"];
  /** Options of the pack. Default: those that select every check. */
  options?: Record<string, unknown>;
  /** Default: as in `mcptest skills conformance`, where the pack runs in any case. */
  selection?: Partial<PackSelection>;
  request?: Partial<RunRequest>;
}

/** Runs the pack on one server. */
export async function runSkills(asked: SkillsRun): Promise<Report> {
  const { target, era = "auto", options = SKILLS_OPTIONS, selection, request } = asked;
  const loaded = await loadPack("@mcptest/pack-skills", options);
  const limits = { ...DEFAULT_LIMITS, shutdownGraceMs: GRACE_MS };
  return await runPack(target, { loaded, always: true, ...selection }, { era, limits, ...request });
}

/** Serves the Skills server of the testkit over `transport` while `use` runs. */
export function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return withAnyServer(transport, { kind: "skills", ...options }, use);
}
