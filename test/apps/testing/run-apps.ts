import type { Report } from "@mcptest/core/report";
import type { PackSelection, RunRequest } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import { APPS_OPTIONS, type ServerOptions } from "@mcptest/testkit";
import { loadPack, runPack, withServer as withAnyServer } from "../../tasks/testing/run-tasks.js";

/** Milliseconds that a process has to end by itself. */
const GRACE_MS = 500;

/** The categories that need no browser. */
export const WIRE = ["negotiation", "tools", "resources", "results"];

/** What a run of the pack is asked for. */
export interface AppsRun {
  target: Target;
  era?: RunRequest["era"];
  /** Options of the pack. Default: those that select every check. */
  options?: Record<string, unknown>;
  /** Default: the checks without a browser, as in `mcptest apps conformance`, where the pack runs in any case. */
  selection?: Partial<PackSelection>;
  request?: Partial<RunRequest>;
}

/** Runs the checks of the pack that need no browser on one server. */
export async function runApps(asked: AppsRun): Promise<Report> {
  const { target, era = "auto", options = APPS_OPTIONS, selection, request } = asked;
  const loaded = await loadPack("@mcptest/pack-apps", options);
  const limits = { ...DEFAULT_LIMITS, shutdownGraceMs: GRACE_MS };
  const chosen = { loaded, always: true, categories: WIRE, ...selection };
  return await runPack(target, chosen, { era, limits, ...request });
}

/** Serves the Apps server of the testkit over `transport` while `use` runs. */
export function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return withAnyServer(transport, { kind: "apps", ...options }, use);
}
