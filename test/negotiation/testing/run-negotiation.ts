import { fileURLToPath } from "node:url";
import type { PackResult, Report } from "@mcptest/core/report";
import type { RunRequest } from "@mcptest/core/runner";
import type { Target } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import type { ServerOptions } from "@mcptest/testkit";
import { loadPack, runPack, withServer as withAnyServer } from "../../tasks/testing/run-tasks.js";

export { notedVerdictsOf as verdictsOf, type Verdicts } from "../../tasks/testing/owned-faults.js";

/** Options under which every check that the generic server can show something to is selected. */
export const EVERY_OPTION = {
  call: { tool: "toy_card" },
  ask: { tool: "ask", inputResponses: { "*": { action: "accept", content: { name: "Ada" } } } },
  headerTool: { tool: "region", arguments: { region: "eu-west", shard: 7 } },
  changeList: { tool: "toggle" },
  baseline: fileURLToPath(new URL("baseline.json", import.meta.url)),
};

/** What a run of the negotiation pack is asked for. */
export interface NegotiationRun {
  target: Target;
  /** Default `auto`. */
  era?: RunRequest["era"];
  /** Revision that is asked for. */
  protocolVersion?: string;
  /** Options of the pack. Default: {@link EVERY_OPTION}. */
  options?: Record<string, unknown>;
  /** Only these checks. */
  checkIds?: string[];
  request?: Partial<RunRequest>;
}

/** Runs the pack as `mcptest run` does. */
export async function runNegotiation(asked: NegotiationRun): Promise<Report> {
  const { target, era = "auto", protocolVersion, options = EVERY_OPTION, checkIds } = asked;
  const loaded = await loadPack("@mcptest/pack-negotiation", options);
  const selection = { loaded, ...(checkIds ? { checkIds } : {}) };
  const version = protocolVersion === undefined ? {} : { protocolVersion };
  return await runPack(target, selection, { era, ...version, ...asked.request });
}

/** The checks that are not selected for want of this option. */
export function idsThatNeed(role: string, notSelected: PackResult["notSelected"]): string[] {
  return notSelected.filter(({ needs }) => needs === role).map(({ id }) => id);
}

/** Serves the generic server of the testkit over `transport` while `use` runs. */
export function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return withAnyServer(transport, { kind: "generic", ...options }, use);
}
