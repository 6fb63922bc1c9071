import { fileURLToPath } from "node:url";
import {
  type BrandedPack,
  type Check,
  CONTRACT,
  defineCheck,
  definePack,
  type JsonObject,
  manifestOf,
  type Pack,
  type PackContext,
  type Verdict,
} from "@mcptest/pack";
import { afterEach } from "vitest";
import type { LoadedPack } from "../../loader/types.js";
import type { CheckResult, PackResult, Report } from "../../report/model.js";
import { DEFAULT_LIMITS } from "../../wire/limits.js";
import { httpServer, type TestServer } from "../../wire/testing/http.js";
import type { HttpTarget, StdioTarget, Target } from "../../wire/types.js";
import { run } from "../run.js";
import type { PackSelection, RunRequest } from "../types.js";
import { answer, type SmallServer } from "./answer.mjs";

export const WIDGETS = "com.example/widgets";
/** Capabilities with one extension. */
export const OFFERS_WIDGETS: JsonObject = { tools: {}, extensions: { [WIDGETS]: { version: "2.3" } } };

const servers: TestServer[] = [];
afterEach(closeServers);

/** Ends every HTTP server of the test at once. */
export async function closeServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.close();
}

/** An HTTP server on loopback that goes with the test. */
export async function httpTarget(settings: SmallServer, headers: HttpTarget["headers"] = []): Promise<HttpTarget> {
  const server = await httpServer((request, response) => {
    const message = request.body === "" ? {} : (JSON.parse(request.body) as JsonObject);
    const reply = answer(settings, message);
    if (reply === "exit") return void response.socket?.destroy();
    if (reply === "silence" && message.id !== undefined) return;
    const status = reply === "silence" ? 202 : codeOf(reply) === -32601 ? 404 : 200;
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(reply === "silence" ? "" : JSON.stringify(reply));
  });
  servers.push(server);
  return { kind: "http", name: "small", url: server.url, headers };
}

function codeOf(reply: JsonObject | string): unknown {
  return typeof reply === "string" ? undefined : (reply.error as JsonObject | undefined)?.code;
}

/** A server in a child process. */
export function stdioTarget(settings: SmallServer & { stubborn?: boolean; stderr?: string }): StdioTarget {
  const program = fileURLToPath(new URL("./stdio-server.mjs", import.meta.url));
  return { kind: "stdio", name: "small", command: process.execPath, args: [program, JSON.stringify(settings)] };
}

/** A check that says in one function what it finds. */
export function check(
  id: string,
  run: (verdict: Verdict, context: PackContext<unknown>, values: Record<string, unknown>) => Promise<void> | void,
  more: Partial<Check> = {},
): Check {
  return defineCheck({
    id,
    category: "creation",
    title: id,
    description: `What ${id} asks for.`,
    level: "must",
    rule: { source: "test" },
    since: "0.1.0",
    phase: "probe",
    ...more,
    run: (values, verdict, context) => run(verdict, context, values),
  });
}

/** A pack of these checks for {@link WIDGETS}. */
export function packOf(checks: Check[], more: Partial<Pack> = {}): BrandedPack {
  return definePack({ name: "mcptest-pack-widgets", version: "0.1.0", extension: WIDGETS, checks, ...more });
}

/** A pack as the loader would give it. */
export function select(
  pack: BrandedPack,
  more: Partial<PackSelection & Pick<LoadedPack, "options">> = {},
): PackSelection {
  const { options = {}, ...selection } = more;
  return {
    loaded: {
      pack,
      manifest: { ...manifestOf(pack), contract: CONTRACT },
      key: pack.name,
      range: "*",
      origin: "bundled",
      contentHash: "0",
      isolation: "none",
      options,
      named: true,
    },
    ...selection,
  };
}

/** A request with short limits. */
export function requestFor(servers: Target[], packs: PackSelection[], more: Partial<RunRequest> = {}): RunRequest {
  return {
    tool: { version: "0.1.0" },
    servers,
    packs,
    require: [],
    era: "auto",
    limits: { ...DEFAULT_LIMITS, shutdownGraceMs: 100 },
    negotiation: {
      firstMs: 5_000,
      nextMs: 1_000,
      initializeMs: 5_000,
      clientInfo: { name: "mcptest", version: "0.1.0" },
    },
    checkTimeoutMs: 10_000,
    serverTimeoutMs: 30_000,
    runTimeoutMs: 60_000,
    seed: 1,
    ...more,
  };
}

/** Runs one pack of these checks on one HTTP server that offers widgets. */
export async function runChecks(checks: Check[], more: Partial<RunRequest> = {}): Promise<Report> {
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  return run(requestFor([target], [select(packOf(checks))], more));
}

/** The only entry of a report. */
export function onlyPack(report: Report): PackResult {
  const packs = report.servers.flatMap((server) => server.packs);
  if (packs.length !== 1) throw new Error(`${packs.length} packs`);
  return packs[0] as PackResult;
}

/** Status of each check in one word: `passed`, `failed`, `could-not-run`, `not-applicable`. */
export function words(checks: readonly CheckResult[]): Record<string, string> {
  return Object.fromEntries(checks.map(({ id, status, skipReason }) => [id, skipReason ?? status]));
}
