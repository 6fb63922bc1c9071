import {
  type Check,
  type Connection,
  defineFixture,
  type PackContext,
  type PackHost,
  unavailable,
  type Verdict,
} from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import type { StdioTarget } from "../wire/types.js";
import { toConformanceResult } from "./conformance.js";
import { run } from "./run.js";
import {
  check,
  closeServers,
  httpTarget,
  OFFERS_WIDGETS,
  onlyPack,
  packOf,
  requestFor,
  runChecks,
  select,
  stdioTarget,
  WIDGETS,
  words,
} from "./testing/setup.js";

/** Asks for something; without an answer it cannot run, for a reason in its own words. */
async function ask(verdict: Verdict, host: PackHost, connection: Connection, method: string): Promise<void> {
  const exchange = await host.exchange(connection, { method });
  if (exchange.outcome !== "answered") verdict.couldNotRun(`in its own words: ${exchange.outcome}`);
}

function asks(verdict: Verdict, { host, connection }: PackContext<unknown>): Promise<void> {
  return ask(verdict, host, connection, "tools/list");
}

async function asksElsewhere(verdict: Verdict, { host }: PackContext<unknown>): Promise<void> {
  await ask(verdict, host, await host.open({ fresh: true }), "tools/list");
}

describe.each([false, true])("one cause is said once (cloneHostValues: %s)", (cloneHostValues) => {
  it("a fixture that cannot be had stops all that need it, also through other fixtures", async () => {
    let prepared = 0;
    const task = defineFixture({
      name: "task",
      async prepare(_, { host, connection }) {
        prepared += 1;
        const { number } = await host.exchange(connection, { method: "tools/call", params: { name: "long_job" } });
        throw unavailable("the call made no task; name a tool with --tool-name", {
          origin: "environment",
          evidence: [number],
        });
      },
    });
    const finished = defineFixture({ name: "finished", needs: { task }, prepare: () => 1 });
    const report = await runChecks(
      [
        check("first", (verdict) => verdict.fail("never"), { needs: { task } }),
        check("second", (verdict) => verdict.fail("never"), { needs: { finished }, phase: "end" }),
        check("third", (verdict) => verdict.fail("never"), { needs: { task, finished }, level: "should" }),
        check("beside", (verdict) => verdict.pass()),
      ],
      { cloneHostValues },
    );
    const pack = onlyPack(report);
    const [first, second, third, beside] = pack.checks;
    expect(prepared).toBe(1);
    expect(
      [first, second, third].map((result) => [result?.skipReason, result?.origin, result?.error?.message]),
    ).toEqual(Array(3).fill(["could-not-run", "environment", "the call made no task; name a tool with --tool-name"]));
    expect(beside?.status).toBe("passed");
    expect(pack).toMatchObject({
      outcome: "incomplete",
      incompleteReason:
        "3 of 4 checks did not run: the call made no task; name a tool with --tool-name (first, second, third)",
    });
    expect(report.exitCode).toBe(3);
    const [evidence] = first?.evidence ?? [];
    expect(report.servers[0]?.exchanges.map(({ number }) => number)).toContain(evidence);
    expect(report.servers[0]?.calls).toEqual([{ tool: "long_job", count: 1, by: [{ name: "task", count: 1 }] }]);
  });

  it("a fixture of a pack that is broken is the pack's fault", async () => {
    const broken = defineFixture({
      name: "broken",
      prepare() {
        throw null;
      },
    });
    const report = await runChecks([check("needs-it", () => {}, { needs: { broken } })], { cloneHostValues });
    expect(onlyPack(report).checks[0]).toMatchObject({
      skipReason: "could-not-run",
      origin: "pack",
      error: { message: "the fixture broken threw null" },
    });
  });

  it("fixtures that need each other do not wait for ever", async () => {
    const one = defineFixture({ name: "one", prepare: () => 1 });
    const two = defineFixture({ name: "two", needs: { one }, prepare: () => 2 });
    Object.assign(one, { needs: { two } });
    const report = await runChecks([check("needs-it", () => {}, { needs: { two } })], { cloneHostValues });
    expect(onlyPack(report).checks[0]?.error?.message).toBe("the fixture two needs itself");
  });

  it("a server that dies while it is tested", async () => {
    const target = stdioTarget({ modern: OFFERS_WIDGETS, exitOn: "widgets/kill", stderr: "about to die" });
    const pack = packOf([
      check("before", asks, { phase: "list" }),
      check("kills", (verdict, { host, connection }) => ask(verdict, host, connection, "widgets/kill")),
      check("after", asks, { phase: "change" }),
      check("throws-after", async (_, { host, connection }) => void (await host.listen(connection, { method: "x" })), {
        phase: "end",
      }),
      check("needs-no-server", (verdict) => verdict.pass(), { phase: "end" }),
      check("makes-its-own", asksElsewhere, { phase: "end" }),
    ]);
    const report = await run(requestFor([target], [select(pack)], { cloneHostValues }));
    const [server] = report.servers;
    expect(words(onlyPack(report).checks)).toEqual({
      before: "passed",
      kills: "could-not-run",
      after: "could-not-run",
      "throws-after": "could-not-run",
      "needs-no-server": "passed",
      "makes-its-own": "passed",
    });
    const lost = onlyPack(report).checks.filter(({ skipReason }) => skipReason);
    const causes = new Set(lost.map(({ origin, error }) => `${origin}: ${error?.message}`));
    expect([...causes]).toEqual([
      expect.stringMatching(
        /^environment: blocked by the end of the server process with exit code 7 during widgets\/kill \(exchange \d+\)$/,
      ),
    ]);
    expect(lost[0]?.error?.details).toEqual({ check: "in its own words: closed" });
    expect(onlyPack(report).incompleteReason?.split("\n")).toHaveLength(1);
    expect(server).toMatchObject({ outcome: "incomplete", stderrTail: ["about to die"] });
    expect(report).toMatchObject({ complete: true, exitCode: 3 });
  });

  it("a fixture that meets the end of the server", async () => {
    const target = stdioTarget({ legacy: OFFERS_WIDGETS, exitOn: "tools/call" });
    const task = defineFixture({
      name: "task",
      async prepare(_, { host, connection }) {
        const { outcome } = await host.exchange(connection, { method: "tools/call", params: {} });
        return { problem: outcome };
      },
    });
    const pack = packOf([
      check("says-so-itself", (verdict, _, { task }) => verdict.couldNotRun(JSON.stringify(task)), { needs: { task } }),
      check("asks", asks, { needs: { task } }),
    ]);
    const report = await run(requestFor([target], [select(pack)], { cloneHostValues }));
    const causes = new Set(onlyPack(report).checks.map(({ origin, error }) => `${origin}: ${error?.message}`));
    expect(causes.size).toBe(1);
    expect([...causes][0]).toMatch(/^environment: blocked by the end of the server process with exit code 7 during/);
  });

  it("an endpoint that cannot be reached any more", async () => {
    const report = await runChecks(
      [
        check("ends-it", (verdict) => closeServers().then(() => verdict.pass()), { phase: "list" }),
        check("asks", asks),
        check("asks-elsewhere", asksElsewhere),
        check("asks-later", asks, { phase: "end" }),
      ],
      { cloneHostValues },
    );
    const [ended, ...lost] = onlyPack(report).checks;
    expect(ended?.status).toBe("passed");
    const causes = new Set(lost.map(({ origin, error }) => `${origin}: ${error?.message}`));
    expect([...causes]).toEqual([
      expect.stringMatching(/^environment: blocked by a server that cannot be reached: .* \(exchange \d+\)$/),
    ]);
  });

  it("an endpoint that breaks a connection: its own words while it lives, the end of the server when that follows", async () => {
    const breaking = defineFixture({
      name: "breaking",
      async prepare(_, { host, connection }) {
        const { outcome } = await host.exchange(connection, { method: "widgets/kill" });
        throw unavailable(`in its own words: ${outcome}`, { origin: "environment" });
      },
    });
    const breaks = [
      check("breaks", (verdict, { host, connection }) => ask(verdict, host, connection, "widgets/kill"), {
        phase: "list",
      }),
      check("needs-it", () => {}, { needs: { breaking }, phase: "list" }),
    ];
    const after = [
      check("ends-it", (verdict) => closeServers().then(() => verdict.pass())),
      check("asks", asks, { phase: "end" }),
    ];
    const causesOf = async (checks: Check[]) => {
      const target = await httpTarget({ modern: OFFERS_WIDGETS, exitOn: "widgets/kill" });
      const report = await run(requestFor([target], [select(packOf(checks))], { cloneHostValues }));
      const lost = onlyPack(report).checks.filter(({ skipReason }) => skipReason);
      return lost.map(({ origin, error }) => `${origin}: ${error?.message}`);
    };
    expect(await causesOf(breaks)).toEqual([
      "undefined: in its own words: closed",
      "environment: in its own words: closed",
    ]);
    const causes = await causesOf([...breaks, ...after]);
    expect(causes).toHaveLength(3);
    expect([...new Set(causes)]).toEqual([
      expect.stringMatching(/^environment: blocked by a server that cannot be reached: .* \(exchange \d+\)$/),
    ]);
  });

  it("a server that cannot be tested at all: no verdict, one problem", async () => {
    const never = select(packOf([check("never", (verdict) => verdict.fail("never"))]));
    const node = (code: string): StdioTarget => {
      return { kind: "stdio", name: "small", command: process.execPath, args: ["-e", code] };
    };
    const failing: [target: StdioTarget, code: string, origin: string][] = [
      [{ ...node(""), command: "/no/such/command" }, "SERVER_COMMAND_NOT_FOUND", "environment"],
      [node("process.exit(127)"), "SERVER_EXITED", "environment"],
      [node("process.stdin.resume()"), "SERVER_TIMEOUT", "host"],
    ];
    for (const [target, code, origin] of failing) {
      const request = requestFor([target], [never], { cloneHostValues });
      const negotiation = { ...request.negotiation, firstMs: 300, nextMs: 300, initializeMs: 300 };
      const report = await run({ ...request, negotiation });
      expect(report.servers[0]).toMatchObject({ outcome: "incomplete", packs: [], problem: { code, origin } });
      expect(report).toMatchObject({
        complete: true,
        outcome: "incomplete",
        exitCode: 3,
        summary: { total: 0, failed: 0, couldNotRun: 0 },
      });
    }
  });

  it("a pack that was asked for says it for each of its checks", async () => {
    const target: StdioTarget = { kind: "stdio", name: "missing", command: "/no/such/command", args: [] };
    const pack = packOf([check("one", asks), check("two", asks, { category: "lifecycle" })]);
    const report = await run(requestFor([target], [select(pack, { always: true })], { cloneHostValues }));
    const entry = onlyPack(report);
    expect(entry).toMatchObject({ ran: false, outcome: "incomplete" });
    const messages = new Set(entry.checks.map(({ origin, error }) => `${origin}: ${error?.message}`));
    expect([...messages]).toMatchInlineSnapshot(`
      [
        "environment: blocked by a server that could not be tested: /no/such/command: The server could not be started: the command "/no/such/command" was not found (ENOENT)
      fix: Check the spelling and that it is installed; give --cwd if it is a relative path.",
      ]
    `);
    const result = toConformanceResult(report.servers[0]!, entry);
    expect(result).toMatchObject({
      passed: false,
      outcome: "incomplete",
      problem: { code: "SERVER_COMMAND_NOT_FOUND" },
      summary: "0/2 checks passed, 0 failed, 2 could not run, 0 not applicable",
      categorySummary: { creation: { total: 1, couldNotRun: 1 }, lifecycle: { total: 1, couldNotRun: 1 } },
    });
    expect(result.incompleteReason).toMatch(/^0 of 2 decided\n2 of 2 checks did not run: blocked by /);
  });

  it("a legacy server is no bad modern one", async () => {
    const target = stdioTarget({ legacy: { tools: {} } });
    const pack = packOf([check("modern-rule", (verdict) => verdict.fail("never"))], { routes: ["native"] });
    const skipped = await run(requestFor([target], [select(pack)], { cloneHostValues }));
    expect(skipped.servers[0]?.lanes).toMatchObject([
      { era: "legacy", notes: [expect.stringMatching(/^legacy \(server\/discover/)] },
    ]);
    expect(toConformanceResult(skipped.servers[0]!, onlyPack(skipped)).notes).toEqual(
      skipped.servers[0]?.lanes[0]?.notes,
    );
    expect(skipped).toMatchObject({ outcome: "incomplete", exitCode: 3, summary: { failed: 0, skippedPacks: 1 } });
    const required = await run(requestFor([target], [select(pack)], { cloneHostValues, require: [WIDGETS] }));
    expect(required.summary).toMatchObject({ total: 1, failed: 1 });
  });
});
