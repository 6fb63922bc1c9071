import type { Transport } from "@mcptest/pack";
import { expect, it } from "vitest";
import { EVERY_ROLE, FIRST_ROLE, runFull } from "./testing/full-profile.js";
import { withServer } from "./testing/run-tasks.js";

/** How often the tools of the first server were called, and by what. */
async function callsOf(options: Record<string, unknown>, faults: string[] = [], over: Transport = "http") {
  const report = await withServer(over, { era: "modern", faults }, (target) =>
    runFull(target, { era: "modern", options }),
  );
  const [server] = report.servers;
  return Object.fromEntries((server?.calls ?? []).map(({ tool, count, by }) => [tool, { count, by }]));
}

const once = (...names: string[]) => names.map((name) => ({ name, count: 1 }));

/** The tool of the first role: its call, and one for each rule that needs a call of its own. */
const FIRST = {
  count: 5,
  by: [
    ...once("call of the role task"),
    ...once("undeclared call"),
    { name: "legacy opt-ins", count: 2 },
    ...once("watched task"),
  ],
};

const sorted = ({ count, by }: { count: number; by: { name: string; count: number }[] }) => ({
  count,
  by: [...by].sort((one, other) => (one.name < other.name ? -1 : 1)),
});

it.each<Transport>(["http", "stdio"])(
  "with one role over %s its tool is called once for each rule that needs it",
  async (over) => {
    const { job, ...others } = await callsOf(FIRST_ROLE, [], over);
    expect(sorted(job!)).toEqual(sorted(FIRST));
    expect(others).toEqual({});
  },
);

it("with every role each tool is called once, and once more for what needs a task of its own", async () => {
  const { job, ask, ...others } = await callsOf(EVERY_ROLE);
  expect(sorted(job!)).toEqual(sorted(FIRST));
  expect(sorted(ask!)).toEqual(
    sorted({
      count: 3,
      by: [...once("call of the role ask"), { name: "call of the role ask without input declared", count: 2 }],
    }),
  );
  expect(Object.entries(others).map(([tool, { count }]) => [tool, count])).toEqual([
    ["ask_many", 1],
    ["ask_twice", 1],
    ["must_task", 1],
    ["protocol_error", 1],
    ["slow", 1],
    ["tool_error", 1],
  ]);
});

it("a server that takes the ways of 2025-11-25 is asked in each way alone, and more often where it may choose", async () => {
  const faults = (await import("./testing/fault-list.js")).faultsOf("modern");
  const taking = faults.filter(({ owner }) => owner.check === "tasks-legacy-param-ignored");
  const counts = await Promise.all(
    taking.map(async ({ name }) => [name, (await callsOf(FIRST_ROLE, [name])).job?.count]),
  );
  expect(Object.fromEntries(counts)).toMatchInlineSnapshot(`
    {
      "task-param-opts-in": 7,
      "task-param-opts-in-nested": 7,
      "task-param-opts-out": 15,
      "task-param-refused": 7,
    }
  `);
});
