import { defineFixture } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { toConformanceResult } from "./conformance.js";
import { run } from "./run.js";
import { forEver } from "./testing/behaviours.js";
import { check, httpTarget, OFFERS_WIDGETS, onlyPack, packOf, requestFor, select, words } from "./testing/setup.js";
import type { PackSelection } from "./types.js";

interface Options {
  roles?: { ask?: string };
}

const ask = defineFixture({
  name: "asked",
  role: { name: "ask", configured: (options: Options) => options.roles?.ask !== undefined },
  prepare: (_, { options }) => (options as Options).roles?.ask,
});
const broken = defineFixture({
  name: "broken",
  role: {
    name: "broken",
    configured: () => {
      throw new Error("cannot tell");
    },
  },
  prepare() {
    throw new Error("cannot be had");
  },
});
const pack = packOf(
  [
    check("plain", (verdict) => verdict.pass(), { category: "dispatch" }),
    check("asks", (verdict, _, { ask }) => verdict.note(`asked ${ask}`), { needs: { ask }, category: "lifecycle" }),
    check("breaks", () => {}, { needs: { broken }, category: "lifecycle" }),
  ],
  { profiles: { default: "baseline", names: ["baseline", "full"] } },
);

async function runWith(more: Parameters<typeof select>[1]) {
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  return run(requestFor([target], [select(pack, more)]));
}

describe("a check whose role is not configured", () => {
  it("is not selected: out of checks and totals, listed once", async () => {
    const entry = onlyPack(await runWith({ checkIds: undefined, categories: ["dispatch", "lifecycle"] }));
    expect(words(entry.checks)).toEqual({ plain: "passed", breaks: "could-not-run" });
    expect(entry.notSelected).toEqual([{ id: "asks", needs: "ask" }]);
    expect(entry.summary).toBe("1/2 checks passed, 0 failed, 1 could not run, 0 not applicable");
    expect(entry.profile).toBe("baseline");
  });

  it("runs when it is configured", async () => {
    const entry = onlyPack(await runWith({ options: { roles: { ask: "ask_name" } } }));
    expect(entry.notSelected).toEqual([]);
    expect(entry.checks[1]?.notes).toEqual(["asked ask_name"]);
  });

  it.each<[string, Partial<PackSelection>]>([
    ["requireRoles", { requireRoles: true }],
    ["its name", { checkIds: ["asks"] }],
  ])("is selected by %s, and then could not run", async (_, more) => {
    const entry = onlyPack(await runWith(more));
    expect(entry.notSelected).toEqual([]);
    expect(entry.checks.find(({ id }) => id === "asks")).toMatchObject({
      skipReason: "could-not-run",
      error: { message: "the role ask is not configured; say in the options of the pack which tool plays it" },
    });
  });

  it("is told by the name of its option where it is no tool", async () => {
    const example = { Authorization: "Bearer …" };
    const second = defineFixture({
      name: "second",
      role: { name: "secondIdentity", configured: () => false, option: { path: ["secondIdentity"], example } },
      prepare: () => {},
    });
    const needing = packOf([check("needs", (verdict) => verdict.pass(), { needs: { second } })]);
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const entry = onlyPack(await run(requestFor([target], [select(needing, { checkIds: ["needs"] })])));
    expect(entry.checks[0]?.error?.message).toBe(
      `secondIdentity is not configured; give it with --options '${needing.name}={"secondIdentity":{"Authorization":"Bearer …"}}'`,
    );
  });

  it("is told in words of its own where no option gives it", async () => {
    const missing = "the run has no other server: give it with --other";
    const other = defineFixture({
      name: "other",
      role: { name: "other", configured: () => false, missing },
      prepare: () => {},
    });
    const needing = packOf([check("needs", (verdict) => verdict.pass(), { needs: { other } })]);
    const target = await httpTarget({ modern: OFFERS_WIDGETS });
    const entry = onlyPack(await run(requestFor([target], [select(needing, { checkIds: ["needs"] })])));
    expect(entry.checks[0]?.error?.message).toBe(missing);
  });

  it("shows what is wrong where the pack itself cannot tell", async () => {
    const entry = onlyPack(await runWith({ checkIds: ["breaks"] }));
    expect(entry.checks[0]).toMatchObject({
      origin: "pack",
      error: { message: "the fixture broken threw Error: cannot be had" },
    });
  });
});

it("a fixture may take as long as the options of its pack say, and no less than a check", async () => {
  const made = (timeoutMs: () => number) =>
    defineFixture({ name: "slow", timeoutMs, prepare: (_, { host }) => host.sleep(150) });
  const never = defineFixture({ name: "never", timeoutMs: () => 80, prepare: forEver });
  const checks = [
    check("waits", () => {}, { needs: { slow: made(() => 20_000) } }),
    check("is-cut", () => {}, { needs: { never } }),
    check("cannot-tell", () => {}, {
      needs: {
        slow: made(() => {
          throw new Error("no limit");
        }),
      },
    }),
  ];
  const target = await httpTarget({ modern: OFFERS_WIDGETS });
  const report = await run(requestFor([target], [select(packOf(checks))], { checkTimeoutMs: 50 }));
  expect(onlyPack(report).checks.map(({ error }) => error?.message)).toEqual([
    undefined,
    "the fixture never did not end within 80 ms, a limit of mcptest",
    "the fixture slow did not end within 50 ms, a limit of mcptest",
  ]);
});

it("a pack has the published shape of a conformance result", async () => {
  const report = await runWith({ checkIds: ["plain"] });
  const [server] = report.servers;
  expect(toConformanceResult(server!, onlyPack(report))).toEqual({
    passed: true,
    outcome: "passed",
    target: server?.target,
    checks: onlyPack(report).checks,
    summary: "1/1 checks passed, 0 failed, 0 could not run, 0 not applicable",
    durationMs: onlyPack(report).durationMs,
    categorySummary: {
      dispatch: { total: 1, passed: 1, failed: 0, skipped: 0, couldNotRun: 0 },
      lifecycle: { total: 0, passed: 0, failed: 0, skipped: 0, couldNotRun: 0 },
    },
    discovery: {},
    pack: { name: "mcptest-pack-widgets", version: "0.1.0" },
    notSelected: [],
  });
});
