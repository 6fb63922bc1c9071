import { fileURLToPath } from "node:url";
import { type LoadedPack, loadPacks } from "@mcptest/core/loader";
import type { PackResult, Report } from "@mcptest/core/report";
import { DEFAULT_TIMES, type RunRequest, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Transport } from "@mcptest/pack";
import { type CommandOptions, type ServerOptions, startHttpServer, stdioCommand } from "@mcptest/testkit";
import { TESTKIT_PROGRAM } from "../../tasks/testing/global-setup.js";

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

/** Loads the pack with these options. */
export async function loadNegotiation(options: Record<string, unknown>): Promise<LoadedPack> {
  const name = "@mcptest/pack-negotiation";
  const request = { name, specifier: name, options, namedIn: "this test", from: import.meta.dirname };
  const { packs, errors } = await loadPacks([request], { bundledFrom: import.meta.url });
  const [loaded] = packs;
  if (loaded === undefined) throw errors[0];
  return loaded;
}

/** Runs the pack as `mcptest run` does. */
export async function runNegotiation(asked: NegotiationRun): Promise<Report> {
  const { target, era = "auto", protocolVersion, options = EVERY_OPTION, checkIds } = asked;
  const loaded = await loadNegotiation(options);
  return await run({
    tool: { version: "0.0.0" },
    servers: [target],
    packs: [{ loaded, ...(checkIds ? { checkIds } : {}) }],
    require: [],
    era,
    ...(protocolVersion === undefined ? {} : { protocolVersion }),
    limits: DEFAULT_LIMITS,
    ...DEFAULT_TIMES,
    negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version: "0.0.0" } },
    cloneHostValues: true,
    ...asked.request,
  });
}

/** The entry of the pack on the preferred lane of the only server. */
export function packOf(report: Report): PackResult {
  const [server] = report.servers;
  const [pack] = server?.packs ?? [];
  if (pack === undefined) throw new Error(`no pack ran: ${JSON.stringify(server?.problem)}`);
  return pack;
}

/** The checks that are not selected for want of this option. */
export function idsThatNeed(role: string, notSelected: PackResult["notSelected"]): string[] {
  return notSelected.filter(({ needs }) => needs === role).map(({ id }) => id);
}

/** Serves the generic server of the testkit over `transport` while `use` runs. */
export async function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const served: ServerOptions = { kind: "generic", jobMs: 120, ...options };
  if (transport === "stdio") return await use({ kind: "stdio", name: "testkit", ...serverCommand(served) });
  const server = await startHttpServer(served);
  try {
    return await use({ kind: "http", name: "testkit", url: server.url, headers: [] });
  } finally {
    await server.close();
  }
}

function serverCommand(options: CommandOptions) {
  const { command, args, env } = stdioCommand(options);
  return { command, args: [TESTKIT_PROGRAM, ...args.slice(args.indexOf("serve"))], env };
}

/** What a run says in short. */
export interface Verdicts {
  failed: string[];
  warning: string[];
  /** Checks that could not run, each with why. */
  open: string[];
  /** Checks that noted something. */
  noted: string[];
  exitCode: number;
}

/** The verdicts of a report that has one pack. */
export function verdictsOf(report: Report): Verdicts {
  const { checks } = packOf(report);
  const ids = (chosen: (check: PackResult["checks"][number]) => boolean) => checks.filter(chosen).map(({ id }) => id);
  return {
    failed: ids(({ status }) => status === "failed"),
    warning: ids(({ warnings = [] }) => warnings.length > 0),
    open: checks
      .filter(({ skipReason }) => skipReason === "could-not-run")
      .map(({ id, error }) => `${id}: ${error?.message}`),
    noted: ids(({ notes = [] }) => notes.length > 0),
    exitCode: report.exitCode,
  };
}
