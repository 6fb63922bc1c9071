import type { Report } from "@mcptest/core/report";
import type { PackSelection, RunRequest } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import { MAPPED_OPTIONS, type ServerOptions } from "@mcptest/testkit";
import { loadPack, runPack, withServer as withAnyServer } from "../../tasks/testing/run-tasks.js";

/** Milliseconds that a process has to end by itself. */
const GRACE_MS = 500;

/** What a run of the pack is asked for. */
export interface CompatRun {
  target: Target;
  /** Default `legacy`. */
  era?: RunRequest["era"];
  /** Options of the pack. Default: those that select every check. */
  options?: Record<string, unknown>;
  /** Default: as in `mcptest resource-compat conformance`, where the pack runs in any case. */
  selection?: Partial<PackSelection>;
  request?: Partial<RunRequest>;
}

/** Runs the pack on one server. */
export async function runCompat(asked: CompatRun): Promise<Report> {
  const { target, era = "legacy", options = MAPPED_OPTIONS, selection, request } = asked;
  const loaded = await loadPack("@mcptest/pack-resource-compat", options);
  const limits = { ...DEFAULT_LIMITS, shutdownGraceMs: GRACE_MS };
  return await runPack(target, { loaded, always: true, ...selection }, { era, limits, ...request });
}

/** Serves the mapped server of the testkit over `transport` while `use` runs. */
export function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return withAnyServer(transport, { kind: "mapped", ...options }, use);
}
