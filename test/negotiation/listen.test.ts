import type { Transport } from "@mcptest/pack";
import { type Hooks, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { packOf } from "../tasks/testing/run-tasks.js";
import { describeFaults } from "./testing/fault-table.js";
import { EVERY_OPTION, idsThatNeed, runNegotiation, verdictsOf, withServer } from "./testing/run-negotiation.js";

/** On stdio nothing belongs to a listen any more, so that two at once, or one with an empty filter, could not be seen. */
const UNSEEN = [
  "ack-without-subscription-id",
  "ack-id-as-text",
  "ack-id-object",
  "subscription-id-as-number",
  "subscription-id-of-its-own",
];

describeFaults("listen", { leavesOpen: UNSEEN });

const WITH_CHANGES = ["listen-only-requested", "listen-change-sent"];

function statusesOf(report: Parameters<typeof packOf>[0]) {
  const checks = packOf(report).checks.filter(({ category }) => category === "listen");
  return Object.fromEntries(checks.map(({ id, status, skipReason }) => [id, skipReason ?? status]));
}

function runOn(transport: Transport, options: Record<string, unknown>, faults: string[] = []) {
  return withServer(transport, { era: "modern", faults }, (target) => runNegotiation({ target, options }));
}

describe("the option changeList", () => {
  it("selects what a change shows", async () => {
    const report = await runOn("http", { ...EVERY_OPTION, changeList: undefined });
    expect(idsThatNeed("changeList", packOf(report).notSelected)).toEqual(WITH_CHANGES);
    expect(verdictsOf(report)).toMatchObject({ failed: [], warning: [], open: [], exitCode: 0 });
  }, 120_000);

  it("blames no server for a call that changes nothing", async () => {
    const { failed, warning, open } = verdictsOf(
      await runOn("http", { ...EVERY_OPTION, changeList: { tool: "toy_card" } }),
    );
    expect([failed, warning]).toEqual([[], []]);
    expect(open.map((text) => text.split(":")[0])).toEqual(WITH_CHANGES);
  }, 120_000);

  it("blames no server for a call that fails", async () => {
    const { failed, warning, open } = verdictsOf(
      await runOn("http", { ...EVERY_OPTION, changeList: { tool: "no_such_tool" } }),
    );
    expect([failed, warning]).toEqual([[], []]);
    expect(open.map((text) => text.split(":")[0])).toEqual(WITH_CHANGES);
  }, 120_000);
});

describe("a server without subscriptions/listen", () => {
  it.each(["http", "stdio"] as const)(
    "is warned over %s, and judged by no other rule of subscriptions",
    async (transport) => {
      const report = await runOn(transport, EVERY_OPTION, ["no-listen"]);
      const { "listen-implemented": implemented, ...others } = statusesOf(report);
      expect(implemented).toBe("passed");
      expect(verdictsOf(report).warning).toEqual(["listen-implemented"]);
      expect(new Set(Object.values(others))).toEqual(new Set(["not-applicable"]));
    },
    120_000,
  );
});

describe("the listens of a run", () => {
  it("are all closed at its end", async () => {
    const open = new Set<unknown>();
    let seen = 0;
    const counting: Hooks = {
      async around(call, next) {
        if (call.method !== "subscriptions/listen") return next();
        seen++;
        open.add(call);
        return await next().finally(() => open.delete(call));
      },
    };
    const server = await startHttpServer({ kind: "generic", era: "modern", hooks: [counting] });
    try {
      await runNegotiation({ target: { kind: "http", name: "testkit", url: server.url, headers: [] } });
      await expect.poll(() => open.size, { timeout: 10_000 }).toBe(0);
      expect(seen).toBeGreaterThanOrEqual(7);
    } finally {
      await server.close();
    }
  }, 120_000);
});
