import { defineFixture } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { run } from "./run.js";
import { forEver } from "./testing/behaviours.js";
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
  words,
} from "./testing/setup.js";
import type { ProgressEvent } from "./types.js";

const waits = check("waits", (_, { host }) => host.sleep(1e9));

describe.each([false, true])("a run ends in time (cloneHostValues: %s)", (cloneHostValues) => {
  it("when a check has a limit of its own", async () => {
    const report = await runChecks([check("short", forEver, { timeoutMs: 20 })], { cloneHostValues });
    expect(onlyPack(report).checks[0]?.error?.message).toBe("the check did not end within 20 ms, a limit of mcptest");
  });

  it("when the time of a server is over, and the next server is tested", async () => {
    const first = await httpTarget({ modern: OFFERS_WIDGETS });
    const second = { ...(await httpTarget({ modern: OFFERS_WIDGETS })), name: "second" };
    let calls = 0;
    const pack = packOf([
      check("waits-once", (_, { host }) => {
        calls += 1;
        return calls === 1 ? host.sleep(1e9) : undefined;
      }),
      check("later", (verdict) => verdict.pass(), { phase: "end" }),
    ]);
    const report = await run(requestFor([first, second], [select(pack)], { cloneHostValues, serverTimeoutMs: 300 }));
    const [one, two] = report.servers.map(({ packs }) => packs[0]?.checks ?? []);
    const reason = "the time for one server, 300 ms, is over (a limit of mcptest)";
    expect(one?.map(({ origin, error }) => [origin, error?.message])).toEqual([
      ["host", reason],
      ["host", reason],
    ]);
    expect(words(two ?? [])).toEqual({ "waits-once": "passed", later: "passed" });
    expect(report).toMatchObject({ complete: true, outcome: "incomplete", exitCode: 3 });
  });

  it("when its own time is over, with what it has", async () => {
    const targets = [await httpTarget({ modern: OFFERS_WIDGETS }), stdioTarget({ legacy: OFFERS_WIDGETS })];
    const pack = packOf([check("passes", (verdict) => verdict.pass(), { phase: "list" }), waits]);
    const report = await run(requestFor(targets, [select(pack)], { cloneHostValues, runTimeoutMs: 500 }));
    expect(words(report.servers[0]?.packs[0]?.checks ?? [])).toEqual({ passes: "passed", waits: "could-not-run" });
    expect(report.servers[1]).toMatchObject({
      packs: [],
      problem: {
        code: "RUN_STOPPED",
        origin: "host",
        message: "the time for the whole run, 500 ms, is over (a limit of mcptest)",
      },
    });
    expect(report).toMatchObject({ complete: false, outcome: "incomplete", exitCode: 3 });
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    [undefined, 130],
  ])("when it is stopped by %s, with a partial report and torn down fixtures", async (reason, exitCode) => {
    const target = stdioTarget({ modern: OFFERS_WIDGETS });
    const controller = new AbortController();
    const torn: string[] = [];
    const task = defineFixture({
      name: "task",
      prepare: () => "t-1",
      async teardown(value, { host, connection }) {
        const { outcome } = await host.exchange(connection, { method: "tools/list" });
        torn.push(`${value}: ${outcome}`);
      },
    });
    const pack = packOf([
      check("fails", (verdict) => verdict.fail("broken"), { phase: "list" }),
      check("waits", (_, { host }) => host.sleep(1e9), { needs: { task } }),
      check("never", (verdict) => verdict.pass(), { phase: "end" }),
    ]);
    const onProgress = (event: ProgressEvent) => {
      if (event.kind === "check-start" && event.check === "waits") controller.abort(reason);
    };
    const report = await run(
      requestFor([target], [select(pack)], { cloneHostValues, signal: controller.signal, onProgress }),
    );
    expect(words(onlyPack(report).checks)).toEqual({
      fails: "failed",
      waits: "could-not-run",
      never: "could-not-run",
    });
    expect(
      onlyPack(report)
        .checks.slice(1)
        .map(({ origin, error }) => [origin, error?.message]),
    ).toEqual([
      ["host", "the run was stopped"],
      ["host", "the run was stopped"],
    ]);
    expect(torn).toEqual(["t-1: answered"]);
    expect(report).toMatchObject({ complete: false, outcome: "failed", exitCode });
  });

  it("when it is stopped before it begins: no server is contacted", async () => {
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    let sent = 0;
    const tamper = <T>(message: T) => {
      sent += 1;
      return message;
    };
    const request = requestFor([target], [select(packOf([waits]))], { cloneHostValues });
    const report = await run({ ...request, signal: AbortSignal.abort("SIGINT"), tamper });
    expect(report).toMatchObject({ complete: false, exitCode: 130 });
    expect(report.servers[0]).toMatchObject({ problem: { code: "RUN_STOPPED" }, exchanges: [] });
    // What would have been sent behind its back is sent by the time another run has ended.
    await run({ ...request, checkTimeoutMs: 20 });
    expect(sent).toBe(0);
  });

  it("when it is stopped during the detection", async () => {
    const controller = new AbortController();
    const running = run(
      requestFor([stdioTarget({ silentOn: "server/discover", modern: {} })], [select(packOf([waits]))], {
        cloneHostValues,
        signal: controller.signal,
        tamper(message) {
          setImmediate(() => controller.abort("SIGINT"));
          return message;
        },
      }),
    );
    expect(await running).toMatchObject({
      complete: false,
      exitCode: 130,
      servers: [{ problem: { code: "RUN_STOPPED" } }],
    });
  });
});

describe("fixtures are torn down", () => {
  it("in reverse order of preparation, each once, after the last phase", async () => {
    const order: string[] = [];
    const made = (name: string, needs = {}) =>
      defineFixture({
        name,
        needs,
        prepare: () => void order.push(`make ${name}`),
        teardown: () => void order.push(`drop ${name}`),
      });
    const one = made("one");
    const two = made("two", { one });
    const three = made("three", { one, two });
    await runChecks([
      check("first", () => void order.push("first"), { needs: { three } }),
      check("second", () => void order.push("second"), { needs: { one, two }, phase: "end" }),
    ]);
    expect(order).toEqual([
      "make one",
      "make two",
      "make three",
      "first",
      "second",
      "drop three",
      "drop two",
      "drop one",
    ]);
  });

  it("also when they were ready too late to be used", async () => {
    let ready = () => {};
    const dropped: unknown[] = [];
    const late = defineFixture({
      name: "late",
      prepare: () => new Promise<string>((resolve) => (ready = () => resolve("t-1"))),
      teardown: (value) => void dropped.push(value),
    });
    const report = await runChecks(
      [
        check("needs-it", () => {}, { needs: { late } }),
        check(
          "makes-it-ready",
          async (_, { host }) => {
            ready();
            await host.sleep(10);
          },
          { phase: "end" },
        ),
      ],
      { checkTimeoutMs: 100 },
    );
    expect(words(onlyPack(report).checks)).toEqual({ "needs-it": "could-not-run", "makes-it-ready": "passed" });
    expect(dropped).toEqual(["t-1"]);
  });

  it("and their trouble is a warning of the pack that changes no verdict", async () => {
    const broken = defineFixture({
      name: "broken",
      prepare: () => 1,
      teardown() {
        throw new Error("cannot be dropped");
      },
    });
    const report = await runChecks([check("needs-it", (verdict) => verdict.pass(), { needs: { broken } })]);
    expect(onlyPack(report).warnings).toEqual(["the teardown of the fixture broken threw Error: cannot be dropped"]);
    expect(report).toMatchObject({ outcome: "passed", exitCode: 0 });
  });
});
