import type { Report } from "@mcptest/core/report";
import { listFaults } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { BASELINE, notApplicable } from "../tasks/testing/baseline.js";
import { idsOf, withServer } from "../tasks/testing/run-tasks.js";
import { type HostileLimits, hostileRuns, type Lane } from "./testing/run-hostile.js";

/** What a run says of a server of the testkit with a hostile trait. */
interface Expected {
  /** Checks that cannot run; on a lane where they apply. Default: none. */
  open?: string[];
  failed?: string[];
  /** The server cannot be tested at all. */
  problem?: string;
  /** What the lane or the problem says about it. */
  says?: string | RegExp;
  limits?: HostileLimits;
}

const AFTER_LIST = { open: BASELINE.slice(2) };
const SHORT: HostileLimits = { requestMs: 1_500, firstMs: 1_500 };
/** The answer to the probe that decides nothing: a legacy server opens, a modern one shows itself by tools/list. */
const unclear = (says: string): Record<Lane["era"], Expected> => ({
  legacy: { says },
  modern: { open: ["tasks-wire-resolvable"], says: "modern without server/discover" },
});
const both = (expected: Expected): Record<Lane["era"], Expected> => ({ modern: expected, legacy: expected });
/** I37 asks for a code of its own; without any it is broken as well. */
const codeless = { modern: { failed: ["tasks-undeclared-capability-rejected"] }, legacy: {} };

const EXPECTED: Record<string, Record<Lane["era"], Expected>> = {
  "stdout-banner": both({ says: 'stdout carries something that is no MCP message: "Server v1.2 started"' }),
  "stdout-logs": both({ says: 'stdout carries something that is no MCP message: "2026-01-01 [info] x"' }),
  "exit-early": both({ problem: "SERVER_EXITED", says: "has exited with code 3" }),
  "ignore-sigterm": both({}),
  "endless-line": both(AFTER_LIST),
  "crash-on-call": both(AFTER_LIST),
  "silent-discover": both({ limits: SHORT }),
  "late-discover": both({ limits: SHORT }),
  "discover-not-initialized": unclear('error -32000 "Server not initialized"'),
  "discover-invalid-params": unclear('error -32602 "initialize first"'),
  "discover-refuses-listed": both({
    open: ["tasks-wire-resolvable"],
    says: "server/discover refuses 2026-07-28, which it lists as supported",
  }),
  "array-response": both(AFTER_LIST),
  "id-as-string": both({ ...AFTER_LIST, limits: SHORT }),
  "error-null": both({}),
  "result-null": both(AFTER_LIST),
  "result-and-error": both(AFTER_LIST),
  "no-result-no-error": both(AFTER_LIST),
  "error-without-code": codeless,
  "error-code-string": codeless,
  "huge-line": both(AFTER_LIST),
  "deep-nesting": both(AFTER_LIST),
  html: both({ problem: "SERVER_NOT_MCP", says: '"text/html", "<!doctype html>' }),
  unauthorized: both({ problem: "SERVER_AUTHORIZATION", says: "HTTP 401" }),
  "unauthorized-bare": both({ problem: "SERVER_AUTHORIZATION", says: "note: the 401 has no WWW-Authenticate header" }),
  forbidden: both({ problem: "SERVER_FORBIDDEN", says: "HTTP 403" }),
  redirect: both({ problem: "SERVER_HTTP_STATUS", says: "redirects to http://elsewhere.invalid/mcp" }),
  "sse-unterminated": both({ problem: "SERVER_NOT_MCP", says: "the stream ended inside an event" }),
  "echo-secrets": both({}),
};

/** What a silent or late probe gives depends on the transport as well: over HTTP nothing is listened for any more. */
function expectedOf(name: string, { transport, era }: Lane): Expected {
  const expected = EXPECTED[name]?.[era];
  if (expected === undefined) throw new Error(`no row for ${name}`);
  if (name !== "silent-discover" && name !== "late-discover") return expected;
  if (era === "legacy") return { ...expected, says: /^legacy \(.*within 1500 ms\)$/ };
  return name === "late-discover" && transport === "stdio"
    ? expected
    : { ...expected, open: ["tasks-wire-resolvable"] };
}

const { run } = hostileRuns();
const hostile = listFaults().filter(({ kind }) => kind === "hostile");
const cases = hostile.flatMap(({ name, transports, eras }) =>
  transports.flatMap((transport) => eras.map((era) => ({ name, transport, era }))),
);

describe("a server of the testkit with a hostile trait", () => {
  it.each(cases)("$name, over $transport, $era", async ({ name, transport, era }) => {
    const { open = [], failed = [], problem, says, limits } = expectedOf(name, { transport, era });
    const served = { era, faults: [name], jobMs: 60 };
    const { report, pack } = await withServer(transport, served, (target) => run(target, "auto", limits));
    const [server] = report.servers;
    const inapplicable = notApplicable(transport, era);
    expect(server?.problem?.code).toBe(problem);
    expect(idsOf(pack, "failed")).toEqual(failed);
    expect(idsOf(pack, "could-not-run")).toEqual(
      problem === undefined ? open.filter((id) => !inapplicable.includes(id)) : BASELINE,
    );
    expect(report.exitCode).toBe(failed.length > 0 ? 1 : open.length > 0 || problem !== undefined ? 3 : 0);
    if (says !== undefined) expect(saidOf(report)).toContainEqual(expect.stringMatching(pattern(says)));
  });

  it("has a row each", () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(hostile.map(({ name }) => name).sort());
  });
});

function saidOf({ servers }: Report): string[] {
  return servers.flatMap(({ problem, lanes }) => [
    ...(problem ? [problem.message] : []),
    ...lanes.flatMap(({ notes = [] }) => notes),
  ]);
}

function pattern(says: string | RegExp): RegExp {
  return typeof says === "string" ? new RegExp(says.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : says;
}
