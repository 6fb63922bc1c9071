import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeFaults } from "./testing/fault-table.js";
import { EVERY_OPTION, idsThatNeed, runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

/** The round cannot be gone through to its end, so what is tried with whole rounds could not run. */
const NO_ROUND = [
  "mrtr-empty",
  "mrtr-state-object",
  "mrtr-requests-empty",
  "mrtr-requests-list",
  "mrtr-forgets-first-answer",
  "mrtr-retry-refused",
];

const WITH_ROUNDS = [
  "mrtr-stateless-retry",
  "mrtr-state-tamper",
  "mrtr-state-replay",
  "mrtr-missing-input-again",
  "mrtr-extra-ignored",
  "mrtr-invalid-responses",
];

describeFaults("calls", { leavesOpen: NO_ROUND });

function runOn(options: Record<string, unknown>) {
  return withServer("http", { era: "modern" }, (target) => runNegotiation({ target, options }));
}

describe("the option ask", () => {
  it("selects what goes through rounds", async () => {
    const { notSelected } = packOf(await runOn({ ...EVERY_OPTION, ask: undefined }));
    expect(idsThatNeed("ask", notSelected).sort()).toEqual([...WITH_ROUNDS].sort());
  }, 120_000);

  it("makes answers by itself", async () => {
    const report = await runOn({ ...EVERY_OPTION, ask: { tool: "ask" } });
    expect(verdictsOf(report)).toMatchObject({ failed: [], warning: [], open: [], exitCode: 0 });
    const rounds = packOf(report).checks.filter(({ id }) => WITH_ROUNDS.includes(id));
    expect(rounds.map(({ status }) => status)).toEqual(WITH_ROUNDS.map(() => "passed"));
  }, 120_000);

  it("blames no server for a call that asks for nothing", async () => {
    const { failed, warning, open, exitCode } = verdictsOf(await runOn({ ...EVERY_OPTION, ask: { tool: "toy_card" } }));
    expect([failed, warning, exitCode]).toEqual([[], [], 3]);
    expect(open.map((text) => text.split(":")[0]).sort()).toEqual(["mrtr-declared-only", ...WITH_ROUNDS].sort());
  }, 120_000);

  it("blames no server for answers that are not accepted, where it made them itself", async () => {
    const report = await withServer("http", { era: "modern", faults: ["mrtr-retry-refused"] }, (target) =>
      runNegotiation({ target, options: { ...EVERY_OPTION, ask: { tool: "ask" } } }),
    );
    const { failed, warning, open } = verdictsOf(report);
    expect([failed, warning]).toEqual([[], []]);
    expect(open.map((text) => text.split(":")[0]).sort()).toEqual([...WITH_ROUNDS].sort());
    expect(open[0]).toContain("name the answers as inputResponses of ask");
  }, 120_000);
});
