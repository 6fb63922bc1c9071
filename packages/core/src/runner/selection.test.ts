import { defineFixture } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { McptestError, McptestErrors } from "../errors/index.js";
import { chosen, fixturesOf, planOf, profileOf, validateSelection } from "./selection.js";
import { check, packOf, select } from "./testing/setup.js";
import type { PackSelection } from "./types.js";

const nothing = () => {};
const role = (name: string, needs = {}) =>
  defineFixture({ name, needs, role: { name, configured: () => false }, prepare: () => name });
const ask = role("ask");
const askTwice = defineFixture({ name: "asked twice", needs: { ask, slow: role("slow") }, prepare: () => 2 });

const tasks = packOf(
  [
    check("tasks-ttl-shape", nothing, { category: "lifecycle", profiles: ["baseline", "full"] }),
    check("tasks-inline-result", nothing, { category: "lifecycle", profiles: ["full"] }),
    check("tasks-input-round", nothing, { category: "creation", profiles: ["full"], needs: { ask } }),
    check("tasks-two-rounds", nothing, { category: "creation", profiles: ["full"], needs: { askTwice } }),
    check("tasks-legacy-only", nothing, { category: "creation", profiles: ["full"], on: { wire: "legacy" } }),
    check("tasks-always", nothing, { category: "dispatch" }),
  ],
  { name: "@mcptest/pack-tasks", profiles: { default: "baseline", names: ["baseline", "full"] } },
);
const widgets = packOf([check("widgets-list", nothing, { category: "listing" })]);
const FACTS = { transport: "stdio", era: "modern", protocolVersion: "2026-07-28", wire: "extension" };

describe("validateSelection", () => {
  it("accepts what at least one pack that is given a name has", () => {
    const checkIds = ["tasks-ttl-shape", "widgets-list"];
    validateSelection([select(tasks, { checkIds }), select(widgets, { checkIds })]);
    validateSelection([select(tasks, { profile: "full" }), select(widgets, { profile: "full" })]);
    validateSelection([select(tasks, { categories: ["creation"], profile: "full" }), select(widgets)]);
    validateSelection([]);
  });

  it("counts the simple form as a check", () => {
    validateSelection([select(packOf([], { run: nothing }), { checkIds: ["widgets-run"] })]);
  });

  it("names what is unknown, what is near, and what there is", () => {
    expect(messageOf([select(tasks, { checkIds: ["tasks-ttl-shap"] })])).toMatchInlineSnapshot(
      `"CHECK_UNKNOWN: there is no check "tasks-ttl-shap" in @mcptest/pack-tasks. Did you mean "tasks-ttl-shape"? There are: tasks-ttl-shape, tasks-inline-result, tasks-input-round, tasks-two-rounds, tasks-legacy-only, tasks-always."`,
    );
    expect(messageOf([select(tasks, { categories: ["lifecicle"] })])).toMatchInlineSnapshot(
      `"CATEGORY_UNKNOWN: there is no category "lifecicle" in @mcptest/pack-tasks. Did you mean "lifecycle"? There are: lifecycle, creation, dispatch."`,
    );
    expect(messageOf([select(tasks, { profile: "fuller" })])).toMatchInlineSnapshot(
      `"PROFILE_UNKNOWN: there is no profile "fuller" in @mcptest/pack-tasks. Did you mean "full"? There are: baseline, full."`,
    );
    expect(messageOf([select(widgets, { profile: "full" })])).toMatchInlineSnapshot(
      `"PROFILE_UNKNOWN: there is no profile "full" in mcptest-pack-widgets. There are none."`,
    );
  });

  it("collects all errors", () => {
    const selections = [tasks, widgets].map((pack) => select(pack, { checkIds: ["a", "b", "widgets-list"] }));
    expect(messageOf(selections)).toMatchInlineSnapshot(`
      "CHECK_UNKNOWN: there is no check "a" in the packs. There are: tasks-ttl-shape, tasks-inline-result, tasks-input-round, tasks-two-rounds, tasks-legacy-only, tasks-always, widgets-list.
      CHECK_UNKNOWN: there is no check "b" in the packs. There are: tasks-ttl-shape, tasks-inline-result, tasks-input-round, tasks-two-rounds, tasks-legacy-only, tasks-always, widgets-list."
    `);
  });

  it("refuses filters that leave nothing", () => {
    expect(
      messageOf([select(tasks, { checkIds: ["tasks-ttl-shape"], categories: ["creation"] })]),
    ).toMatchInlineSnapshot(`"NOTHING_SELECTED: no check of any pack is selected"`);
  });
});

describe("what is chosen", () => {
  it.each<[string, Partial<PackSelection>, string[]]>([
    ["the default profile", {}, ["tasks-ttl-shape", "tasks-always"]],
    ["another profile", { profile: "full", categories: ["lifecycle"] }, ["tasks-ttl-shape", "tasks-inline-result"]],
    [
      "ids in place of the profile's list, in the order of the pack",
      { checkIds: ["tasks-always", "tasks-inline-result"] },
      ["tasks-inline-result", "tasks-always"],
    ],
    ["a profile that only another pack has", { profile: "deep" }, ["tasks-ttl-shape", "tasks-always"]],
  ])("%s", (_, more, ids) => {
    expect(chosen(select(tasks, more)).map(({ id }) => id)).toEqual(ids);
  });

  it("takes the profile of the configuration where the command names none", () => {
    const selection = select(tasks);
    const configured = { ...selection, loaded: { ...selection.loaded, profile: "full" } };
    expect(profileOf(configured)).toBe("full");
    expect(profileOf({ ...configured, profile: "baseline" })).toBe("baseline");
    expect(profileOf(select(widgets))).toBeUndefined();
  });
});

describe("a plan", () => {
  const full = { profile: "full", categories: ["creation"] };
  const ids = (selection: PackSelection, configured: string[] = []) => {
    const plan = planOf(selection, FACTS, ({ role }) => configured.includes(role?.name ?? ""));
    return { selected: plan.selected.map(({ id }) => id), notSelected: plan.notSelected };
  };

  it("leaves out checks whose role is not configured, also through fixtures of fixtures", () => {
    expect(ids(select(tasks, full))).toEqual({
      selected: ["tasks-legacy-only"],
      notSelected: [
        { id: "tasks-input-round", needs: "ask" },
        { id: "tasks-two-rounds", needs: "ask, slow" },
      ],
    });
    expect(ids(select(tasks, full), ["ask"])).toEqual({
      selected: ["tasks-input-round", "tasks-legacy-only"],
      notSelected: [{ id: "tasks-two-rounds", needs: "slow" }],
    });
  });

  it("selects them under requireRoles, and those that are named", () => {
    const all = ["tasks-input-round", "tasks-two-rounds", "tasks-legacy-only"];
    expect(ids(select(tasks, { ...full, requireRoles: true }))).toEqual({ selected: all, notSelected: [] });
    expect(ids(select(tasks, { checkIds: ["tasks-two-rounds"] }))).toEqual({
      selected: ["tasks-two-rounds"],
      notSelected: [],
    });
  });

  it("counts what another profile would add on this lane with these roles", () => {
    const more = (configured: string[], facts = FACTS) =>
      planOf(select(tasks), facts, ({ role }) => configured.includes(role?.name ?? "")).moreWith;
    expect(more([])).toEqual({ profile: "full", count: 1 });
    expect(more(["ask", "slow"])).toEqual({ profile: "full", count: 3 });
    expect(more([], { ...FACTS, wire: "legacy" })).toEqual({ profile: "full", count: 2 });
    const asked = [{ profile: "full" }, { checkIds: ["tasks-always"] }, { categories: ["creation"], profile: "full" }];
    expect(asked.map((options) => planOf(select(tasks, options), FACTS, () => true).moreWith)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("does not count the simple form twice", () => {
    const simple = packOf([], { run: nothing, profiles: { default: "a", names: ["a", "b"] } });
    expect(planOf(select(simple), FACTS, () => true).moreWith).toBeUndefined();
  });
});

it("finds every fixture once, also in a circle", () => {
  const one = defineFixture({ name: "one", prepare: () => 1 });
  const two = defineFixture({ name: "two", needs: { one }, prepare: () => 2 });
  Object.assign(one, { needs: { two } });
  expect([...fixturesOf({ two, one })].map(({ name }) => name)).toEqual(["two", "one"]);
});

function messageOf(selections: PackSelection[]): string {
  try {
    validateSelection(selections);
  } catch (error) {
    if (error instanceof McptestErrors) return error.errors.map((one) => `${one.code}: ${one.message}`).join("\n");
    if (error instanceof McptestError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "no error";
}

it("selects a check of no profile where it is named, and nowhere else", () => {
  const alias = packOf([check("own", nothing), check("alias", nothing, { profiles: [] })]);
  expect(chosen(select(alias)).map(({ id }) => id)).toEqual(["own"]);
  expect(chosen(select(alias, { checkIds: ["alias"] })).map(({ id }) => id)).toEqual(["alias"]);
});
