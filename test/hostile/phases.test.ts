import type { Era } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { BASELINE, notApplicable, pickByName } from "../tasks/testing/baseline.js";
import { idsOf } from "../tasks/testing/run-tasks.js";
import { causesOf, type HostileLimits, hostileRuns, type Lane } from "./testing/run-hostile.js";

const AFTER_LIST = BASELINE.slice(2);
const PROBES = ["tasks-undeclared-capability-rejected"];
const TASK = ["tasks-ttl-shape", "tasks-inline-result"];

/** What cannot run when a server stops answering at a method. */
interface Phase {
  method: string;
  era: Era;
  open: string[];
  /** Runs at the same time, so it may or may not have been answered before. */
  race?: string[];
  /** The server could not be tested at all: with these codes, for the end over HTTP and stdio, and for silence. */
  problem?: { end: { http: string; stdio?: string }; silence?: string };
}

const PHASES: Phase[] = [
  { method: "initialize", era: "legacy", open: BASELINE.slice(), problem: problem("SERVER_EXITED") },
  { method: "notifications/initialized", era: "legacy", open: AFTER_LIST, race: BASELINE.slice(0, 2) },
  { method: "tools/list", era: "modern", open: AFTER_LIST },
  { method: "tools/list", era: "legacy", open: AFTER_LIST },
  { method: "tools/call", era: "modern", open: AFTER_LIST },
  { method: "tools/call", era: "legacy", open: AFTER_LIST },
  { method: "tasks/get", era: "modern", open: [...TASK, ...PROBES], race: ["tasks-undeclared-creation-refused"] },
  { method: "tasks/get", era: "legacy", open: TASK },
  { method: "tasks/result", era: "legacy", open: ["tasks-inline-result"] },
  { method: "tasks/update", era: "modern", open: PROBES },
  { method: "subscriptions/listen", era: "modern", open: PROBES },
  { method: "tasks/cancel", era: "modern", open: PROBES },
];

function problem(stdio: string): NonNullable<Phase["problem"]> {
  return { end: { http: "SERVER_UNREACHABLE", stdio }, silence: "SERVER_TIMEOUT" };
}

const { lied } = hostileRuns();
const SHORT: HostileLimits = { requestMs: 1_000, firstMs: 1_500 };
/** For a task of which nobody sees the end. */
const STUCK: HostileLimits = { ...SHORT, pollMs: 500 };

/** The open checks are those of the phase, and perhaps the race; they have one cause, and nobody is blamed. */
async function expectOpen(name: string, phase: Phase, lane: Lane, limits: HostileLimits, code?: string) {
  const { report, pack, transcript } = await lied(name, lane, limits);
  const inapplicable = code === undefined ? notApplicable(lane.transport, lane.era) : [];
  const open = idsOf(pack, "could-not-run").filter((id) => !phase.race?.includes(id));
  expect(idsOf(pack, "failed")).toEqual([]);
  expect(open).toEqual(phase.open.filter((id) => !inapplicable.includes(id)));
  expect(report.servers[0]?.problem?.code).toBe(code);
  expect(report).toMatchObject({ outcome: "incomplete", exitCode: 3, summary: { failed: 0 } });
  return { pack, transcript };
}

const cases = PHASES.flatMap((phase) =>
  (["http", "stdio"] as const).map((transport) => ({ phase, transport, era: phase.era, method: phase.method })),
);

describe("a server that ends", () => {
  it.each(cases)("at $method, over $transport, $era", async ({ phase, transport, era, method }) => {
    const code = phase.problem?.end[transport];
    const { pack, transcript } = await expectOpen(`the end at ${method}`, phase, { transport, era }, {}, code);
    if (code !== undefined) return;
    const [cause] = causesOf(pack);
    if (transport === "stdio") expect(cause).toMatch(/^blocked by the end of the server process with exit code 70\b/);
    const lost = transcript.filter(({ outcome }) => outcome === "closed" || outcome === "unreachable");
    // After the handshake the end may be seen before anything else is asked.
    if (method !== "notifications/initialized") expect(lost.length).toBeGreaterThan(0);
    for (const check of pack.checks) if (check.skipReason === "could-not-run") expect(check.origin).toBe("environment");
  });

  it("while its task is cancelled in clean-up: nothing changes any more", async () => {
    for (const transport of ["http", "stdio"] as const) {
      const phase: Phase = { method: "tasks/cancel", era: "legacy", open: ["tasks-inline-result"] };
      const lane: Lane = { transport, era: "legacy" };
      await expectOpen("a task that never ends, and the end at its cancellation", phase, lane, STUCK);
    }
  });

  it("at server/discover: gone over HTTP, started again over stdio", async () => {
    const gone: Phase = { method: "server/discover", era: "modern", open: BASELINE.slice() };
    await expectOpen(
      "the end at server/discover",
      gone,
      { transport: "http", era: "modern" },
      {},
      "SERVER_UNREACHABLE",
    );
    const { pack, transcript } = await lied("the end at server/discover", { transport: "stdio", era: "modern" });
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-wire-resolvable"]);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(new Set(transcript.map(({ connection }) => connection)).size).toBe(2);
  });
});

// Over one transport each, since each costs a time limit.
const silent = cases.filter(
  ({ method, transport, era }) =>
    method !== "notifications/initialized" && transport === pickByName(`${method} ${era}`, ["http", "stdio"]),
);

describe("a server that falls silent", () => {
  it.each(silent)("at $method, over $transport, $era", async ({ phase, transport, era, method }) => {
    const name = `silence at ${method}`;
    const limits = method === "tasks/get" ? STUCK : SHORT;
    const { pack } = await expectOpen(name, phase, { transport, era }, limits, phase.problem?.silence);
    for (const check of pack.checks) if (check.skipReason === "could-not-run") expect(check.origin).toBe("host");
    expect(causesOf(pack)[0]).toMatch(/limit|within \d+ ms/);
  });

  it("at server/discover: legacy, if it opens so (N01), or else modern with unknown capabilities", async () => {
    const { pack } = await lied("silence at server/discover", { transport: "stdio", era: "modern" }, SHORT);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-wire-resolvable"]);
  });

  it("at notifications/initialized: nobody waits for an answer", async () => {
    const { report } = await lied("silence at notifications/initialized", { transport: "stdio", era: "legacy" }, SHORT);
    expect(report.exitCode).toBe(0);
  });

  it("while its task is cancelled in clean-up: nothing changes any more", async () => {
    const phase: Phase = { method: "tasks/cancel", era: "legacy", open: ["tasks-inline-result"] };
    const lane: Lane = { transport: "stdio", era: "legacy" };
    await expectOpen("a task that never ends, and silence at its cancellation", phase, lane, STUCK);
  });
});
