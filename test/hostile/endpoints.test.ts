import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { HttpTarget } from "@mcptest/core/wire";
import { describe, expect, it } from "vitest";
import { BASELINE } from "../tasks/testing/baseline.js";
import { idsOf } from "../tasks/testing/run-tasks.js";
import { ENDPOINTS, type Endpoint, SLOW } from "./testing/endpoints.js";
import { type Asked, lyingHttp } from "./testing/lying-http.js";
import { type HostileLimits, hostileRuns, type Lane } from "./testing/run-hostile.js";

const { run } = hostileRuns();
const JOB_MS = 60;

/** Limits for an endpoint: short ones where nothing else ends the wait, or the server asks for one again and again. */
function limitsFor(name: string): HostileLimits {
  if (name.startsWith("429")) return { pollMs: 1_000 };
  return SLOW.has(name) ? { requestMs: 1_000, firstMs: 1_000 } : {};
}

/** Runs on a server that is an endpoint of another kind where `isHere` says so. */
async function runOn(
  endpoint: Endpoint,
  isHere: (asked: Asked) => boolean,
  era: Lane["era"] | "auto",
  limits: HostileLimits = {},
) {
  const server = await lyingHttp({ endpoint, isHere }, era === "legacy" ? "legacy" : "modern", JOB_MS);
  const target: HttpTarget = { kind: "http", name: "endpoint", url: server.url, headers: [] };
  const ended = await run(target, era, limits).finally(() => server.close());
  return { ...ended, asked: server.asked };
}

/** The code of the table of errors for a server that answers every request so. */
const CODES: Record<string, string> = {
  "401": "SERVER_AUTHORIZATION",
  "401 without a word where to log in": "SERVER_AUTHORIZATION",
  "403": "SERVER_FORBIDDEN",
  "403 for the host": "SERVER_FORBIDDEN",
  "421": "SERVER_HTTP_STATUS",
  "429": "SERVER_HTTP_STATUS",
  "429, at once": "SERVER_HTTP_STATUS",
  "429, in a year": "SERVER_HTTP_STATUS",
  "500 with a web page": "SERVER_HTTP_STATUS",
  "502": "SERVER_HTTP_STATUS",
  "503": "SERVER_HTTP_STATUS",
  "300 to nowhere": "SERVER_HTTP_STATUS",
  "302 elsewhere": "SERVER_HTTP_STATUS",
  "307 elsewhere": "SERVER_HTTP_STATUS",
  "307 in a circle": "SERVER_HTTP_STATUS",
  "a body that is cut": "SERVER_UNREACHABLE",
  "a body of many bits": "SERVER_TIMEOUT",
  "a head of many bits": "SERVER_TIMEOUT",
  "hints without end": "SERVER_TIMEOUT",
  "comments without end": "SERVER_TIMEOUT",
  "an end": "SERVER_UNREACHABLE",
  silence: "SERVER_TIMEOUT",
};

describe("an endpoint that answers everything with", () => {
  it.each(Object.entries(ENDPOINTS))("%s: no verdict, one problem with a fix", async (name, endpoint) => {
    const era = SLOW.has(name) ? "modern" : "auto";
    const { report, pack } = await runOn(endpoint, () => true, era, limitsFor(name));
    const { problem, lanes, outcome } = report.servers[0] ?? {};
    const code = CODES[name] ?? "SERVER_NOT_MCP";
    expect(problem).toMatchObject({ code, origin: code === "SERVER_TIMEOUT" ? "host" : "environment" });
    expect(problem?.fix).toMatch(/\.$/);
    expect({ lanes, outcome, exitCode: report.exitCode }).toEqual({ lanes: [], outcome: "incomplete", exitCode: 3 });
    expect(report.summary.failed).toBe(0);
    expect(idsOf(pack, "could-not-run")).toEqual(BASELINE);
  });

  it("421, or 403 for the host, is told from missing credentials (N18)", async () => {
    for (const name of ["421", "403 for the host"]) {
      const { report } = await runOn(ENDPOINTS[name]!, () => true, "auto");
      expect(report.servers[0]?.problem?.fix).toContain("the other of localhost and 127.0.0.1");
    }
  });

  it("401 ends the detection: no handshake, no login, a remark where nobody says how (N17)", async () => {
    const bare = await runOn(ENDPOINTS["401 without a word where to log in"]!, () => true, "auto");
    const full = await runOn(ENDPOINTS["401"]!, () => true, "auto");
    for (const { asked } of [bare, full]) expect(asked.map(({ method }) => method)).toEqual(["server/discover"]);
    expect(bare.report.servers[0]?.problem?.message).toContain("note: the 401 has no WWW-Authenticate header");
    expect(full.report.servers[0]?.problem?.message).not.toContain("note:");
  });
});

it("what came is in the record: a page as it is, a coded body by its bytes, a body that was cut as far as it came", async () => {
  const first = async (name: string) => {
    const { transcript } = await runOn(ENDPOINTS[name]!, () => true, "modern");
    return transcript[0]?.messages[0];
  };
  expect(await first("a web page")).toMatchObject({
    raw: "<!doctype html><title>Welcome</title>\n::error::faked\n<script>alert(1)</script>\n",
    problem: expect.stringContaining("not JSON"),
  });
  const body = gzipSync("{}");
  const coded = await runOn(
    (_request, response) => response.writeHead(200, { "Content-Encoding": "gzip" }).end(body),
    () => true,
    "modern",
  );
  expect(coded.transcript[0]?.messages).toMatchObject([
    { sha256: createHash("sha256").update(body).digest("hex"), byteLength: body.length },
  ]);
  expect(await first("a body that is cut")).toMatchObject({
    byteLength: 20,
    problem: expect.stringContaining("ended"),
  });
});

/** A step of a run at which something else answers. */
interface Step {
  step: string;
  era: Lane["era"];
  isHere(asked: Asked): boolean;
  /** The checks that cannot run then. */
  open: string[];
  /** Endpoints that are an answer of the server itself there, and what they make of it. */
  own: Record<string, "passed" | "failed">;
}

const AFTER_LIST = BASELINE.slice(2);
const AFTER_LIST_LEGACY = ["tasks-result-type-discipline", "tasks-ttl-shape", "tasks-inline-result"];
const isProbe = (method: string) => method.startsWith("tasks/") || method === "subscriptions/listen";

const STEPS: Step[] = [
  { step: "tools/list", era: "modern", isHere: ({ method }) => method === "tools/list", open: AFTER_LIST, own: {} },
  {
    step: "tools/call",
    era: "modern",
    isHere: ({ method, declared }) => method === "tools/call" && declared,
    open: AFTER_LIST,
    own: {},
  },
  {
    step: "tools/call",
    era: "legacy",
    isHere: ({ method }) => method === "tools/call",
    open: AFTER_LIST_LEGACY,
    own: {},
  },
  {
    step: "tasks/result",
    era: "legacy",
    isHere: ({ method }) => method === "tasks/result",
    open: ["tasks-inline-result"],
    own: {},
  },
  {
    step: "tasks/get",
    era: "modern",
    isHere: ({ method, declared }) => method === "tasks/get" && declared,
    open: ["tasks-ttl-shape", "tasks-inline-result", "tasks-undeclared-capability-rejected"],
    own: {},
  },
  {
    step: "the undeclared call",
    era: "modern",
    isHere: ({ method, declared }) => method === "tools/call" && !declared,
    open: ["tasks-undeclared-creation-refused"],
    own: { "404 with a web page": "passed" },
  },
  {
    step: "the undeclared requests",
    era: "modern",
    isHere: ({ method, declared }) => isProbe(method) && !declared,
    open: ["tasks-undeclared-capability-rejected"],
    own: { "404 with a web page": "failed", "500 with a web page": "failed" },
  },
];

// What only a time limit ends is met once in each era; phases.test.ts has silence at every step.
const steps = STEPS.flatMap((one) =>
  Object.keys(ENDPOINTS)
    .filter((name) => !SLOW.has(name) || one.step === "tools/call")
    .map((name) => ({ ...one, name })),
);

describe("from one step of a run on", () => {
  it.each(steps)("$step, $era, is answered with $name: nobody is blamed for it", async ({ name, ...step }) => {
    const { report, pack } = await runOn(ENDPOINTS[name]!, step.isHere, step.era, limitsFor(name));
    const own = step.own[name];
    expect(idsOf(pack, "failed")).toEqual(own === "failed" ? step.open : []);
    expect(idsOf(pack, "could-not-run")).toEqual(own === undefined ? step.open : []);
    expect(pack.checks.map(({ origin }) => origin)).not.toContain("pack");
    expect(report.exitCode).toBe(own === "failed" ? 1 : own === "passed" ? 0 : 3);
  });

  it("a server that says 429, at once, is not hammered", async () => {
    const isHere = STEPS[1]!.isHere;
    const { asked } = await runOn(ENDPOINTS["429, at once"]!, isHere, "modern", { pollMs: 500 });
    expect(asked.filter(isHere).length).toBeLessThan(10);
  });
});
