import { describe, expect, it } from "vitest";
import { failedCheck, HOSTILE, sampleCheck, samplePack, sampleReport } from "../testing/sample.js";
import { renderTerminal } from "./index.js";

const blocked = {
  status: "skipped",
  skipReason: "could-not-run",
  error: { message: "the call made no task" },
} as const;

describe("terminal report", () => {
  it("tells a failure with what was sent, what came and the rule", () => {
    const report = sampleReport([
      samplePack([
        sampleCheck({ id: "a" }),
        failedCheck('ttlMs is "60000", a string\nfix: send an integer of milliseconds, or null'),
      ]),
    ]);
    expect(renderTerminal(report)).toMatchInlineSnapshot(`
      "mcptest 0.1.0

      local  http://127.0.0.1:3000/mcp
        toy 1.0.0; http, modern 2026-07-28
        Tasks: io.modelcontextprotocol/tasks
        tools called: job 1x
        FAILED  @mcptest/pack-tasks 0.1.0  1/2 checks passed, 1 failed, 0 could not run, 0 not applicable

          FAILED  tasks-ttl-shape  TTL and poll interval use the native shapes
          | ttlMs is "60000", a string
          | fix: send an integer of milliseconds, or null
            #7 -> {"jsonrpc":"2.0","id":7,"method":"tasks/get"}
            #7 <- HTTP 200 {"jsonrpc":"2.0","id":7,"result":{"ttlMs":"60000"}}
            source: I12; ext-tasks, Tasks; revision 2026-07-28
            explain: mcptest explain tasks-ttl-shape

      FAILED  1 of 2 checks passed, 1 failed, 0 could not run, 0 not applicable, 0 warnings  1.5 s
      "
    `);
  });

  it("tells with --verbose how to reproduce a failure", () => {
    const line = "curl 'http://h/' --data-raw '{}'";
    const report = sampleReport([samplePack([{ ...failedCheck("x"), details: { reproduce: [line, 7] } }])]);
    expect(renderTerminal(report, { verbose: true })).toContain(`\n      reproduce: ${line}\n      source: `);
    expect(renderTerminal(report)).not.toContain("reproduce");
  });

  it("says one root cause once", () => {
    const report = sampleReport([
      samplePack([sampleCheck({ id: "a", ...blocked }), sampleCheck({ id: "b", ...blocked })]),
    ]);
    const text = renderTerminal(report);
    expect(text).toContain("could not run  a, b");
    expect(text.split("the call made no task")).toHaveLength(2);
  });

  it("tells what is tolerated with the reason, and which entries are stale", () => {
    const known = { ...failedCheck("ttlMs is a string"), id: "a", tolerated: "fixed in 2.0" };
    const finding = { status: "failed" as const, message: "x", evidence: [] };
    const half = {
      ...failedCheck("x"),
      subjects: [
        { ...finding, subject: "one", tolerated: "known" },
        { ...finding, subject: "other" },
      ],
    };
    const summary = { total: 2, passed: 0, failed: 1, couldNotRun: 0, notApplicable: 0, warnings: 0, tolerated: 1 };
    const report = sampleReport([samplePack([known, half])], {
      summary: { ...summary, skippedPacks: 0 },
      tolerations: [
        { check: "a", reason: "fixed in 2.0", state: "applied" },
        { check: "b", server: "local", reason: "::error::old", state: "stale" },
      ],
    });
    const text = renderTerminal(report);
    expect(text.slice(text.indexOf("    FAILED  tasks-ttl-shape"))).toMatchInlineSnapshot(`
      "    FAILED  tasks-ttl-shape  TTL and poll interval use the native shapes
          | one: x
            tolerated: known
          | other: x
            source: I12; ext-tasks, Tasks; revision 2026-07-28
            explain: mcptest explain tasks-ttl-shape

          tolerated  a  TTL and poll interval use the native shapes
          | ttlMs is a string
            tolerated: fixed in 2.0

      STALE  tolerate: check b, server local; reason: ::error::old
      | its finding has passed in this run: nothing is left to tolerate
      | fix: remove the entry

      FAILED  0 of 2 checks passed, 1 failed, 1 tolerated, 0 could not run, 0 not applicable, 0 warnings  1.5 s
      "
    `);
  });

  it("says that nothing was decided", () => {
    const report = sampleReport([], {
      outcome: "incomplete",
      summary: { total: 2, passed: 0, failed: 0, couldNotRun: 2, notApplicable: 0, warnings: 0, skippedPacks: 0 },
    });
    expect(renderTerminal(report).trimEnd().split("\n").at(-1)).toBe(
      "INCOMPLETE  0 of 2 checks decided: 2 could not run, 0 not applicable  1.5 s",
    );
  });

  it("shows no control character of a server, and none of its lines starts a line", () => {
    const check = { ...failedCheck(HOSTILE), warnings: [HOSTILE], title: HOSTILE, notes: [HOSTILE] };
    const report = sampleReport([samplePack([check], { notSelected: [{ id: "x", needs: HOSTILE }] })]);
    report.servers[0]!.stderrTail = [HOSTILE];
    report.servers[0]!.name = HOSTILE;
    const text = renderTerminal(report, { verbose: true });
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    for (const line of text.split("\n")) expect(line.trimStart()).not.toMatch(/^::/);
  });

  it("lets no name from outside begin a line with a log command", () => {
    const command = "::error::faked";
    const skipped = samplePack([], { name: command, ran: false, skippedBecause: command });
    const report = sampleReport([skipped]);
    const [server] = report.servers;
    server!.name = command;
    server!.serverInfo = { name: command, version: "1" };
    server!.extensions = [{ id: command, label: command, advertised: true, inUse: true, grammar: "bad" }];
    server!.calls = [{ tool: command, count: 1 }];
    const text = renderTerminal(report, { verbose: true });
    expect(text).toContain("faked");
    for (const line of text.split("\n")) expect(line.trimStart()).not.toMatch(/^::/);
  });

  it("colours only when asked", () => {
    const report = sampleReport([samplePack([failedCheck("x")])]);
    expect(renderTerminal(report)).not.toContain("\u001b");
    expect(renderTerminal(report, { color: true })).toContain("\u001b[");
  });

  it("is quiet about servers that passed", () => {
    const report = sampleReport([samplePack([sampleCheck()], { outcome: "passed" })], {
      outcome: "passed",
      passed: true,
    });
    report.servers[0]!.outcome = "passed";
    expect(renderTerminal(report, { quiet: true }).split("\n")).toHaveLength(2);
  });
});
