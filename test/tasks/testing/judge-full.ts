import { type Era, type JsonObject, member } from "@mcptest/pack";
import type { Hooks, ServerOptions } from "@mcptest/testkit";
import { EVERY_ROLE, runFull } from "./full-profile.js";
import { idsOf, packOf, withServer } from "./run-tasks.js";

/** One request as the server saw it, and what it answered. */
export interface Seen {
  method: string;
  params: JsonObject;
  /** `status` of the task in the answer, where there is one. */
  status?: unknown;
}

/** A server over HTTP, and how it is judged. */
export interface FullCase extends Pick<ServerOptions, "faults" | "variants" | "hooks" | "jobMs"> {
  /** Default `modern`. */
  era?: Era;
  /** Options of the pack. Default: every role. */
  options?: JsonObject;
}

/** Judges the testkit's server with these changes in profile `full`. */
export async function judgeFull({ era = "modern", options = EVERY_ROLE, hooks = [], ...served }: FullCase) {
  const asked: Seen[] = [];
  const watching: Hooks = {
    async around(call, next) {
      const outcome = await next();
      const { method, params } = call;
      asked.push({ method, params, status: member(member(outcome.message, "result"), "status") });
      return outcome;
    },
  };
  const server = { era, ...served, hooks: [watching, ...hooks] };
  const report = await withServer("http", server, (target) => runFull(target, { era, options }));
  const pack = packOf(report);
  const check = (id: string) => {
    const result = pack.checks.find((each) => each.id === id);
    if (result === undefined) throw new Error(`there is no result of ${id}`);
    return result;
  };
  const verdicts = { failed: idsOf(pack, "failed"), warning: idsOf(pack, "warning"), exitCode: report.exitCode };
  return { report, pack, check, asked, verdicts };
}
