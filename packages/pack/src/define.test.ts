import { describe, expect, expectTypeOf, it } from "vitest";
import type { PackContext } from "./check.js";
import { defineCheck, defineFixture, definePack, defineProjection, manifestOf } from "./define.js";
import type { Exchange } from "./exchange.js";
import { BRAND, CONTRACT, type Pack, type SimpleContext } from "./pack.js";
import { checksOf, shortPackName, simpleCheckId } from "./simple.js";
import type { Verdict } from "./verdict.js";

const about = {
  category: "lifecycle",
  title: "An input key never names two requests",
  description: "A key is used once.",
  level: "must",
  rule: { contract: "I25", source: "ext-tasks" },
  since: "0.1.0",
  phase: "end",
} as const;

const count = defineProjection({ name: "count", initial: () => 0, fold: (state: number, _: Exchange) => state + 1 });
const role = defineFixture({
  name: "ask",
  role: { name: "ask", configured: (options: { ask?: string }) => options.ask !== undefined },
  needs: { count },
  prepare: ({ count }) => ({ taskId: `t${count}` }),
});
const check = defineCheck({
  ...about,
  id: "tasks-input-keys-unique",
  needs: { count, ask: role },
  run({ count, ask }, verdict) {
    expectTypeOf(count).toEqualTypeOf<number>();
    expectTypeOf(ask).toEqualTypeOf<{ taskId: string }>();
    verdict.pass({ subject: ask.taskId });
  },
});
const base = { name: "mcptest-pack-widgets", version: "1.2.0", extension: "com.example/widgets" };

describe("definePack", () => {
  it("marks the pack with the number of the contract and keeps its members", () => {
    const pack = definePack({ ...base, checks: [check] });
    expect(pack[BRAND]).toEqual({ kind: "pack", contract: CONTRACT });
    expect(pack).toMatchObject({ ...base, checks: [check] });
  });

  it("gives a pack without checks an empty list", () => {
    expect(definePack(base).checks).toEqual([]);
  });
});

describe("manifestOf", () => {
  it("is plain data and knows everything but code", () => {
    const manifest = manifestOf(
      definePack({
        ...base,
        title: "Widgets",
        routes: ["native"],
        profiles: { default: "baseline", names: ["baseline", "full"] },
        requiredCheck: check.id,
        command: { name: "widgets", summary: "Widgets", flags: [] },
        optionsJsonSchema: { type: "object" },
        checks: [check],
      }),
    );
    expect(structuredClone(manifest)).toEqual(manifest);
    expect(manifest).toEqual({
      ...base,
      title: "Widgets",
      routes: ["native"],
      contract: CONTRACT,
      profiles: { default: "baseline", names: ["baseline", "full"] },
      requiredCheck: check.id,
      command: { name: "widgets", summary: "Widgets", flags: [] },
      optionsJsonSchema: { type: "object" },
      checks: [{ ...about, id: check.id }],
    });
  });

  it("counts the simple form as a check", () => {
    expect(manifestOf(definePack({ ...base, run() {} })).checks.map(({ id }) => id)).toEqual(["widgets-run"]);
  });
});

describe("the simple form", () => {
  it.each([
    ["mcptest-pack-widgets", "widgets"],
    ["@acme/mcptest-pack-widgets", "widgets"],
    ["@acme/pack-widgets", "widgets"],
    ["widgets", "widgets"],
    ["mcptest-pack-", "mcptest-pack-"],
  ])("of %s is the check of %s", (name, short) => {
    expect(shortPackName(name)).toBe(short);
    expect(simpleCheckId({ name })).toBe(`${short}-run`);
  });

  it("takes the name of the command before that of the package", () => {
    expect(simpleCheckId({ name: "x", command: { name: "gadgets", summary: "", flags: [] } })).toBe("gadgets-run");
  });

  it("fails for a returned string and for each call of fail", async () => {
    const failures = await failuresOf((context) => {
      context.fail("first", [1]);
      context.fail("second");
      return "third";
    });
    expect(failures).toEqual([["first", [1]], ["second", undefined], ["third"]]);
  });

  it("passes when it resolves, and keeps the pack as its this", async () => {
    expect(
      await failuresOf(async function (this: Pack) {
        if (this.name !== base.name) return "another this";
        return undefined;
      }),
    ).toEqual([]);
  });

  it("lets a throw through, for the host to judge", async () => {
    await expect(
      failuresOf(() => {
        throw new Error("broken");
      }),
    ).rejects.toThrow("broken");
  });
});

async function failuresOf(run: (context: SimpleContext) => Promise<string | void> | string | void): Promise<unknown[]> {
  const failures: unknown[] = [];
  const verdict = { fail: (...args: unknown[]) => failures.push(args) } as unknown as Verdict;
  await checksOf(definePack({ ...base, run }))[0]!.run({}, verdict, {} as PackContext);
  return failures;
}
