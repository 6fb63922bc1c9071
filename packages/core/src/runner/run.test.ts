import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineProjection } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import { later } from "./testing/behaviours.js";
import {
  check,
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

const listTools = check("lists", async (verdict, { host, connection }) => {
  const exchange = await host.exchange(connection, { method: "tools/list" });
  verdict.pass({}, [exchange.number]);
});

describe.each([false, true])("run (cloneHostValues: %s)", (cloneHostValues) => {
  it("gives a report with everything about the run", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const checks = [
      listTools,
      check("calls", async (verdict, { host, connection }) => {
        for (const name of ["b", "a", "b"]) await host.exchange(connection, { method: "tools/call", params: { name } });
        verdict.fail("it is broken", [], { subject: "b" });
      }),
      check("warns", (verdict) => verdict.warn("odd"), { category: "lifecycle", tags: ["draft"] }),
    ];
    const pack = packOf(checks, { discovery: () => ({ wire: "extension", toolCount: undefined }) });
    const report = await run(
      requestFor([target], [select(pack)], { cloneHostValues, configFile: "mcptest.config.yaml" }),
    );
    const [server] = report.servers;
    expect(report).toMatchObject({
      schemaVersion: 1,
      tool: { name: "mcptest", version: "0.1.0" },
      complete: true,
      seed: 1,
      outcome: "failed",
      passed: false,
      exitCode: 1,
      configFile: "mcptest.config.yaml",
      summary: { total: 3, passed: 2, failed: 1, couldNotRun: 0, notApplicable: 0, warnings: 1, skippedPacks: 0 },
    });
    expect(server).toMatchObject({
      name: "small",
      target: target.url,
      transport: "http",
      serverInfo: { name: "small", version: "1.0.0" },
      calls: [
        { tool: "a", count: 1 },
        { tool: "b", count: 2 },
      ],
      outcome: "failed",
      lanes: [
        {
          id: "http-modern-2026-07-28",
          transport: "http",
          era: "modern",
          protocolVersion: "2026-07-28",
          preferred: true,
        },
      ],
      extensions: [{ id: WIDGETS, label: "extension", version: "2.3", advertised: true, inUse: false, grammar: "ok" }],
    });
    expect(onlyPack(report)).toMatchObject({
      name: "mcptest-pack-widgets",
      version: "0.1.0",
      range: "*",
      origin: "bundled",
      contract: 1,
      isolation: "none",
      extension: WIDGETS,
      lane: "http-modern-2026-07-28",
      ran: true,
      outcome: "failed",
      summary: "2/3 checks passed, 1 failed, 0 could not run, 0 not applicable",
      categorySummary: { creation: { total: 2, passed: 1, failed: 1 }, lifecycle: { total: 1, passed: 1 } },
      discovery: { wire: "extension" },
    });
    expect(onlyPack(report).checks[1]).toMatchObject({
      id: "calls",
      level: "must",
      status: "failed",
      error: { message: "it is broken" },
      subjects: [{ subject: "b", status: "failed", message: "it is broken", evidence: [] }],
      rule: { source: "test" },
    });
    // Cited evidence, and everything that the check which failed has sent.
    expect(server?.exchanges.map(({ tags }) => tags.check)).toEqual(["lists", "calls", "calls", "calls"]);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  });

  it("runs on a legacy server on stdio", async () => {
    const target = stdioTarget({ legacy: OFFERS_WIDGETS });
    const pack = packOf([
      listTools,
      check("looks", (verdict, { negotiated, facts, connection, asked }) => {
        verdict.detail("seen", {
          facts,
          asked,
          same: connection.negotiated.protocolVersion === negotiated.protocolVersion,
        });
      }),
    ]);
    const report = await run(requestFor([target], [select(pack)], { cloneHostValues }));
    expect(onlyPack(report).checks[1]?.details).toEqual({
      seen: {
        facts: { transport: "stdio", era: "legacy", protocolVersion: "2025-11-25", also: "no", route: "unofficial" },
        asked: false,
        same: true,
      },
    });
    expect(report.exitCode).toBe(0);
  });

  it("folds projections over the lane as it is when the check runs", async () => {
    const sent = defineProjection<string[]>({
      name: "sent",
      initial: () => [],
      fold: (methods, { method, tags }) => [...methods, `${tags.check ?? "host"}: ${method}`],
    });
    const seen: unknown[] = [];
    const looks = (id: string, phase: "list" | "end") =>
      check(id, (_, __, values) => void seen.push(values.sent), { needs: { sent }, phase });
    await runChecks([looks("before", "list"), listTools, looks("after", "end")], { cloneHostValues });
    expect(seen).toEqual([["host: server/discover"], ["host: server/discover", "lists: tools/list"]]);
  });

  it("judges only where the rule applies, and selects only what is configured", async () => {
    const report = await runChecks(
      [
        check("over-stdio", (verdict) => verdict.fail("never"), { on: { transport: "stdio" } }),
        check("on-the-new-wire", (verdict) => verdict.pass(), { on: { era: ["modern"] } }),
      ],
      { cloneHostValues },
    );
    expect(onlyPack(report).checks).toMatchObject([
      {
        status: "skipped",
        skipReason: "not-applicable",
        error: { message: "applies where transport is stdio; here it is http" },
      },
      { status: "passed" },
    ]);
    expect(report.outcome).toBe("passed");
  });

  it("shows no secret, whoever says it", async () => {
    const headers: [string, string][] = [["Authorization", "Bearer CANARY-1"]];
    const target = await httpTarget(
      { modern: OFFERS_WIDGETS, replies: { "widgets/echo": { said: "CANARY-1" } } },
      headers,
    );
    const pack = packOf(
      [
        check("echoes", async (verdict, { host, connection }) => {
          const { messages, number } = await host.exchange(connection, { method: "widgets/echo" });
          verdict.fail(`got ${messages[0]?.raw} and CANARY-2`, [number], { subject: "CANARY-1" });
          verdict.detail("raw", messages[0]?.raw);
          process.stdout.write(`${messages[0]?.raw}\n`);
        }),
        check("throws", () => {
          throw new Error("CANARY-1 CANARY-2");
        }),
      ],
      { facts: () => ({ secret: "CANARY-1" }), discovery: () => ({ secret: "CANARY-1" }) },
    );
    const said: string[] = [];
    const report = await run(
      requestFor([{ ...target, url: `${target.url}?token=CANARY-3` }], [select(pack)], {
        cloneHostValues,
        secrets: ["CANARY-2"],
        onPackOutput: (text) => said.push(text),
      }),
    );
    expect(words(onlyPack(report).checks)).toEqual({ echoes: "failed", throws: "could-not-run" });
    const telling = await httpTarget(
      { modern: { extensions: { [WIDGETS]: ["CANARY-1"], "CANARY-1/x": {} } } },
      headers,
    );
    const skipped = await run(requestFor([telling], [select(pack)], { cloneHostValues, require: [WIDGETS] }));
    expect(onlyPack(skipped).checks[0]?.error?.message).toContain('are ["[redacted]"], not an object');
    expect(skipped.servers[0]?.extensions.map(({ id }) => id)).toEqual([WIDGETS, "[redacted]/x"]);
    expect(JSON.stringify(skipped)).not.toContain("CANARY");
    expect(said).toHaveLength(1);
    expect(JSON.stringify([report, said])).not.toContain("CANARY");
  });

  it("writes the whole transcript where it is asked to", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mcptest-"));
    const saveTranscript = join(folder, "transcript.jsonl");
    await runChecks([listTools], { cloneHostValues, saveTranscript });
    const lines = (await readFile(saveTranscript, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).method)).toEqual([undefined, "server/discover", "tools/list"]);
    const unwritable = runChecks([listTools], { saveTranscript: join(folder, "no", "such", "folder") });
    await expect(unwritable).rejects.toMatchObject({ code: "OUTPUT_FAILED" });
    await rm(folder, { recursive: true });
  });
});

describe("lanes", () => {
  it("are one by default, and every era with all", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS, legacy: { tools: {} } });
    const request = requestFor([target], [select(packOf([listTools]))], { require: [WIDGETS] });
    const one = await run(request);
    expect(one.servers[0]?.lanes.map(({ era, preferred }) => [era, preferred])).toEqual([["modern", true]]);
    const all = await run({ ...request, era: "all" });
    expect(all.servers[0]?.lanes.map(({ era, preferred }) => [era, preferred])).toEqual([
      ["modern", true],
      ["legacy", false],
    ]);
    expect(all.servers[0]?.packs.map(({ lane, ran }) => [lane, ran])).toEqual([
      ["http-modern-2026-07-28", true],
      ["http-legacy-2025-11-25", false],
    ]);
    expect(all.exitCode).toBe(0);
    const evidence = all.servers[0]?.packs[0]?.checks[0]?.evidence;
    expect(all.servers[0]?.exchanges.map(({ number }) => number)).toEqual(evidence);
  });

  it("are those that the server has", async () => {
    const target = stdioTarget({ legacy: OFFERS_WIDGETS });
    const request = requestFor([target], [select(packOf([listTools]))], { era: "all" });
    expect((await run(request)).servers[0]?.lanes.map(({ era }) => era)).toEqual(["legacy"]);
    const version = await run({ ...request, protocolVersion: "2025-11-25" });
    expect(version.servers[0]?.lanes.map(({ protocolVersion }) => protocolVersion)).toEqual(["2025-11-25"]);
    const none = await run(requestFor([stdioTarget({})], request.packs, { era: "all" }));
    expect(none.servers[0]).toMatchObject({ problem: { code: "SERVER_NOT_MCP" }, lanes: [] });
  });
});

describe("servers", () => {
  it("are tested one after the other, or several at once, and reported in their order", async () => {
    const targets = await Promise.all([1, 2, 3].map(() => httpTarget({ modern: OFFERS_WIDGETS })));
    const named = targets.map((target, index) => ({ ...target, name: `server-${index}` }));
    let inside = 0;
    let most = 0;
    const pack = packOf([
      check("waits", async () => {
        inside += 1;
        most = Math.max(most, inside);
        await later(50);
        inside -= 1;
      }),
      listTools,
    ]);
    for (const [concurrency, expected] of [
      [undefined, 1],
      [3, 3],
    ]) {
      most = 0;
      const report = await run(requestFor(named, [select(pack)], { concurrency }));
      expect(most).toBe(expected);
      expect(report.servers.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
        "server-0 passed",
        "server-1 passed",
        "server-2 passed",
      ]);
      for (const server of report.servers) {
        const cited = server.packs.flatMap(({ checks }) => checks.flatMap(({ evidence = [] }) => evidence));
        expect(server.exchanges.map(({ number }) => number)).toEqual(cited);
      }
    }
  });
});
