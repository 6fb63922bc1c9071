import { type LoadedPack, loadPacks } from "@mcptest/core/loader";
import type { PackResult, Report } from "@mcptest/core/report";
import { DEFAULT_TIMES, type PackSelection, type RunRequest, run } from "@mcptest/core/runner";
import { DEFAULT_LIMITS, type Target } from "@mcptest/core/wire";
import type { Era, Transport } from "@mcptest/pack";
import { type CommandOptions, type ServerOptions, startHttpServer, stdioCommand } from "@mcptest/testkit";
import { TESTKIT_PROGRAM } from "./global-setup.js";

/** Milliseconds of one job: several polls at the shortest interval that an obeying server announces. */
export const JOB_MS = 120;

/** What a run of the tasks pack is asked for. */
export interface TasksRun {
  target: Target;
  era?: Era;
  /** Options of the pack. Default: the tool `job`. */
  options?: Record<string, unknown>;
  selection?: Partial<PackSelection>;
  request?: Partial<RunRequest>;
}

/** Loads a pack of ours with these options. */
export async function loadPack(name: string, options: Record<string, unknown>): Promise<LoadedPack> {
  const request = { name, specifier: name, options, namedIn: "this test", from: import.meta.dirname };
  const { packs, errors } = await loadPacks([request], { bundledFrom: import.meta.url });
  const [loaded] = packs;
  if (loaded === undefined) throw errors[0];
  return loaded;
}

/** Loads the tasks pack with these options. */
export function loadTasks(options: Record<string, unknown>): Promise<LoadedPack> {
  return loadPack("@mcptest/pack-tasks", options);
}

/** Runs one pack on one server, with every value cloned as an isolated pack would see it. */
export async function runPack(
  target: Target,
  selection: PackSelection,
  request: Pick<RunRequest, "era"> & Partial<RunRequest>,
): Promise<Report> {
  return await run({
    tool: { version: "0.0.0" },
    servers: [target],
    packs: [selection],
    require: [],
    limits: DEFAULT_LIMITS,
    ...DEFAULT_TIMES,
    negotiation: { ...DEFAULT_TIMES.negotiation, clientInfo: { name: "mcptest", version: "0.0.0" } },
    cloneHostValues: true,
    ...request,
  });
}

/** Runs the tasks pack as `mcptest tasks conformance` does, unless `selection` says otherwise. */
export async function runTasks(asked: TasksRun): Promise<Report> {
  const { target, era = "modern", options = { roles: { task: { tool: "job" } } } } = asked;
  const loaded = await loadTasks(options);
  const selection = { loaded, profile: "baseline", always: true, ...asked.selection };
  return await runPack(target, selection, { era, ...asked.request });
}

/** The entry of the only pack of the only server. */
export function packOf(report: Report): PackResult {
  const [server] = report.servers;
  const [pack] = server?.packs ?? [];
  if (pack === undefined) throw new Error(`no pack ran: ${JSON.stringify(server?.problem)}`);
  return pack;
}

/** Serves the testkit's server over `transport` while `use` runs. */
export async function withServer<T>(
  transport: Transport,
  options: ServerOptions,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const served = { jobMs: JOB_MS, ...options };
  if (transport === "stdio") return await use({ kind: "stdio", name: "testkit", ...testkitCommand(served) });
  const server = await startHttpServer(served);
  try {
    return await use({ kind: "http", name: "testkit", url: server.url, headers: [] });
  } finally {
    await server.close();
  }
}

/** The command of the testkit's server, by the bundle that was made for these tests. */
export function testkitCommand(options: CommandOptions) {
  const { command, args, env } = stdioCommand(options);
  return { command, args: [TESTKIT_PROGRAM, ...args.slice(args.indexOf("serve"))], env };
}

/** Ids of the checks with this verdict, in the order of the pack. */
export function idsOf(pack: PackResult, verdict: "passed" | "failed" | "warning" | "not-applicable" | "could-not-run") {
  return pack.checks
    .filter(({ status, skipReason, warnings = [] }) =>
      verdict === "warning" ? warnings.length > 0 : status === verdict || skipReason === verdict,
    )
    .map(({ id }) => id);
}
