import type { Check, JsonObject } from "@mcptest/pack";
import { afterEach } from "vitest";
import type { CheckResult, PackResult, Report } from "../../report/model.js";
import { httpServer, type TestServer } from "../../wire/testing/http.js";
import type { HttpTarget } from "../../wire/types.js";
import { run } from "../run.js";
import type { RunRequest } from "../types.js";
import { answer, type SmallServer } from "./answer.mjs";
import { OFFERS_WIDGETS, packOf, requestFor, select } from "./request.js";

export * from "./request.js";

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
