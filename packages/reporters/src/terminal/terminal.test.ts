import type { CheckResult, PackResult, Report } from "@mcptest/core/report";
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

  it("says which packs ran in the process of mcptest that are not bundled", () => {
    const line = "    isolation: none; its code ran in the process of mcptest\n";
    const of = (more: Partial<PackResult>) =>
      renderTerminal(sampleReport([{ ...samplePack([sampleCheck({ id: "a" })]), ...more }]));
    expect(of({ origin: "/project/pack.js" })).toContain(line);
    expect(of({ origin: "/project/pack.js", isolation: "process" })).not.toContain("isolation");
    expect(of({})).not.toContain("isolation");
    expect(of({ name: "mcptest", origin: "host" })).not.toContain("isolation");
  });

  it("shows the warnings of a check that failed, unless its error repeats them", () => {
    const failed = { ...failedCheck("ttlMs is a string"), warnings: ["pollIntervalMs is 0"] };
    const strict = sampleCheck({
      status: "failed",
      error: { message: "--strict: it is odd" },
      warnings: ["it is odd"],
    });
    const text = renderTerminal(sampleReport([samplePack([failed, strict])]));
    expect(text).toContain("| warning: pollIntervalMs is 0\n");
    expect(text).toContain("| --strict: it is odd\n");
    expect(text.split("it is odd")).toHaveLength(2);
  });

  it("says rule and fix once where several findings share them, and no subject twice", () => {
    const finding = (subject: string, message: string) => ({
      subject,
      status: "failed" as const,
      message,
      evidence: [],
    });
    const advice = "\nrule I37: refuse it\nfix: check the declaration";
    const subjects = [
      finding("tasks/get", `tasks/get of a task: served${advice}`),
      finding("task", `it has no ttlMs\nfix: send it`),
      finding("tasks/cancel", `tasks/cancel of a task: served${advice}`),
    ];
    const check = sampleCheck({ status: "failed", error: { message: "served" }, subjects });
    const lines = renderTerminal(sampleReport([samplePack([check])])).split("\n");
    expect(lines.filter((line) => line.includes("| ")).map((line) => line.trim())).toEqual([
      "| tasks/get of a task: served",
      "| tasks/cancel of a task: served",
      "| rule I37: refuse it",
      "| fix: check the declaration",
      "| task: it has no ttlMs",
      "| fix: send it",
    ]);
  });

  it("names the command that explains a check at each of a few, once for many, warnings included", () => {
    const failed = (id: string) => ({ ...failedCheck("x"), id });
    const warned = (id: string) => sampleCheck({ id, warnings: ["y"] });
    const commands = (checks: CheckResult[], options = {}, origin = "bundled") =>
      renderTerminal(sampleReport([samplePack(checks, { origin })]), options)
        .split("\n")
        .filter((line) => line.includes("explain"));
    expect(commands([failed("a"), warned("b")])).toEqual([
      "      explain: mcptest explain a",
      "      explain: mcptest explain b",
    ]);
    const many = [failed("a"), failed("b"), warned("c"), warned("d")];
    expect(commands(many)).toEqual(["    explain: mcptest explain CHECK-ID"]);
    expect(commands(many, {}, "/project/pack.mjs")).toEqual([
      "    explain: mcptest explain CHECK-ID --pack /project/pack.mjs",
    ]);
    expect(commands(many, { quiet: true })).toEqual([
      "      explain: mcptest explain a",
      "      explain: mcptest explain b",
    ]);
    expect(commands([sampleCheck({ id: "a" })])).toEqual([]);
  });

  it("tells with --verbose which checks were not selected, those that need a server too", () => {
    const notSelected = ["a", "b"].map((id) => ({ id, needs: "a server" }));
    const roles = [
      { id: "c", needs: "ask" },
      { id: "d", needs: "slow, ask" },
      { id: "e", needs: "ask" },
      { id: "f", needs: "a server", applies: false as const },
    ];
    const report = sampleReport([samplePack([sampleCheck()], { notSelected: [...notSelected, ...roles] })]);
    const told = (text: string) => text.split("\n").filter((line) => /not selected|^ {6}/.test(line));
    expect(told(renderTerminal(report))).toEqual([
      "    not selected: 2 checks need a server",
      "    not selected: 3 checks need a role: ask (2), slow, ask (1)",
    ]);
    expect(told(renderTerminal(report, { verbose: true }))).toEqual([
      "    not selected: 2 checks need a server",
      "      a, b",
      "    not selected: 3 checks need a role: ask (2), slow, ask (1)",
      "      ask: c, e",
      "      slow, ask: d",
    ]);
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

  it("says why checks do not apply where nothing else was decided", () => {
    const error = { message: "applies where transport is http; here it is stdio" };
    const unfit = sampleCheck({ id: "n", status: "skipped", skipReason: "not-applicable", error });
    const text = renderTerminal(sampleReport([samplePack([unfit], { outcome: "skipped" })]));
    expect(text).toContain("    not applicable  n\n    | applies where transport is http; here it is stdio\n");
    expect(renderTerminal(sampleReport([samplePack([unfit, sampleCheck({})])]))).not.toContain("not applicable  n");
  });

  it("shows settings that are no object with the extension", () => {
    const report = sampleReport([]);
    const server = { ...report.servers[0]! };
    server.extensions = server.extensions.map((one) => ({ ...one, settingsProblem: "true, not an object" }));
    expect(renderTerminal({ ...report, servers: [server] })).toContain(
      "Tasks: io.modelcontextprotocol/tasks  (counts as absent: its settings are true, not an object)\n",
    );
  });

  it("says which extensions are offered through resources", () => {
    const [server] = sampleReport([]).servers;
    const one = {
      id: "com.example/jobs",
      label: "extension",
      inUse: false,
      throughResources: true,
      grammar: "ok",
    } as const;
    const extensions = [
      { ...one, advertised: false },
      { ...one, id: "com.example/both", advertised: true },
    ];
    expect(renderTerminal({ ...sampleReport([]), servers: [{ ...server!, extensions }] })).toContain(
      "  extension: com.example/jobs  (through resources)\n  extension: com.example/both  (also through resources)\n",
    );
  });

  it("marks a call of a name that mcptest made up", () => {
    const report = sampleReport([]);
    const calls = [{ tool: "made-up", madeUp: true as const, count: 2, by: [] }];
    expect(renderTerminal({ ...report, servers: [{ ...report.servers[0]!, calls }] })).toContain(
      "tools called: made-up 2x (a name made up by mcptest, to see the refusal)\n",
    );
  });

  it("says how many extensions are not shown", () => {
    const report = sampleReport([]);
    const [one] = report.servers[0]!.extensions;
    const extensions = Array.from({ length: 60 }, (_, index) => ({ ...one!, id: `com.example/x${index}` }));
    const text = renderTerminal({ ...report, servers: [{ ...report.servers[0]!, extensions, extensionsLeftOut: 7 }] });
    expect(text).toContain("com.example/x49\n  ... and 17 more extensions\n");
    expect(text).not.toContain("com.example/x50");
  });

  it("tells once why a server could not be tested, and counts it in the last line", () => {
    const problem = { code: "SERVER_UNREACHABLE", message: "nobody is there", fix: "start it", origin: "environment" };
    const error = { message: "blocked by a server that could not be tested: nobody is there\nfix: start it" };
    const checks = ["a", "b"].map((id) => sampleCheck({ ...blocked, id, error }));
    const pack = samplePack(checks, { ran: false, skippedBecause: error.message, outcome: "incomplete" });
    const counts = { passed: 0, failed: 0, notApplicable: 0, warnings: 0, skippedPacks: 0 };
    const report = sampleReport([pack], { outcome: "incomplete", summary: { total: 2, couldNotRun: 2, ...counts } });
    const [server] = report.servers;
    const servers = [{ ...server!, outcome: "incomplete", lanes: [], extensions: [], calls: [], problem }];
    const untested = { ...report, servers } as Report;
    expect(renderTerminal(untested)).toMatchInlineSnapshot(`
      "mcptest 0.1.0

      local  http://127.0.0.1:3000/mcp
        could not be tested
        | nobody is there
        | fix: start it
        @mcptest/pack-tasks 0.1.0  not run: 2 checks

      INCOMPLETE  0 of 2 checks decided: 2 could not run, 0 not applicable, 1 server could not be tested  1.5 s
      "
    `);
    const none = { ...untested, summary: { total: 0, couldNotRun: 0, ...counts } };
    const skipped = { ...none, servers: [{ ...server!, packs: [{ ...pack, skippedBecause: "it has no tasks" }] }] };
    expect(renderTerminal(skipped, { quiet: true })).toContain("skipped: it has no tasks\n");
    expect(renderTerminal(none, { quiet: true })).toContain("0 of 0 checks decided, 1 server could not be tested");
  });

  it("shows the remarks of the detection, each line of a note, and what --require asks by its name", () => {
    const checks = [
      sampleCheck({ id: "a", notes: ["two\nlines"] }),
      sampleCheck({ id: "b", status: "skipped", skipReason: "not-applicable", error: { message: "not\nhere" } }),
    ];
    const report = sampleReport([samplePack(checks, { name: "mcptest", version: "0.1.0" })]);
    const [server] = report.servers;
    const lanes = server!.lanes.map((lane) => ({ ...lane, notes: ["stdout had\na line that is no message"] }));
    const text = renderTerminal({ ...report, servers: [{ ...server!, lanes }] }, { verbose: true });
    expect(text).toContain("modern 2026-07-28\n  note stdout had a line that is no message\n");
    expect(text).toContain("    note    a: two\n    | lines\n");
    expect(text).toContain("b  12 ms  not\n    | here\n");
    expect(text).toContain("  FAILED  required extensions  1/2 checks");
  });

  it("leaves out warnings of a failed check that somebody accepts", () => {
    const failed = {
      ...failedCheck("--strict: b is odd"),
      warnings: ["a is odd", "b is odd", "c is odd"],
      subjects: [{ subject: "a", status: "warning" as const, message: "a is odd", tolerated: "known", evidence: [] }],
    };
    const text = renderTerminal(sampleReport([samplePack([failed])]));
    expect(text).toContain("b is odd");
    expect(text).toContain("warning: c is odd");
    expect(text).not.toContain("a is odd");
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
    server!.calls = [{ tool: command, count: 2, by: [{ name: command, count: 2 }] }];
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
