import { member } from "@mcptest/pack";
import type { Hooks } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { EVERY_ROLE } from "./testing/full-profile.js";
import { judgeFull } from "./testing/judge-full.js";

describe.concurrent("a run with every role", () => {
  it("notes each first status once, with who made the tasks", async () => {
    const { check } = await judgeFull({});
    const notes = check("tasks-create-initial-status").notes ?? [];
    expect(notes).toHaveLength(1);
    const [status, makers = ""] = notes[0]?.split(": ") ?? [];
    expect(status).toBe('created as "working"');
    expect(makers.split(", ")).toEqual(
      expect.arrayContaining(["task", "ask", "askTwice", "askMany", "slow task", "toolError", "protocolError"]),
    );
  });

  it("cancels none of the tasks that it leaves to clean-up twice", async () => {
    const made: unknown[] = [];
    const watching: Hooks = {
      async around(call, next) {
        const outcome = await next();
        const result = member(outcome.message, "result");
        if (call.params.name === "job" && member(result, "resultType") === "task") made.push(member(result, "taskId"));
        return outcome;
      },
    };
    const { asked } = await judgeFull({ hooks: [watching] });
    // The first one is that of the role task, which the checks cancel on purpose.
    const [, ...others] = made;
    expect(others.length).toBeGreaterThan(1);
    const cancelled: unknown[] = asked
      .filter(({ method }) => method === "tasks/cancel")
      .map(({ params }) => params.taskId);
    for (const taskId of others) expect(cancelled.filter((id) => id === taskId).length).toBeLessThan(2);
    expect(others.some((taskId) => cancelled.includes(taskId))).toBe(true);
  });
});

it("says that a server asks for longer between two polls than there is time", async () => {
  const options = { ...EVERY_ROLE, pollTimeoutMs: 1_000 };
  const { check } = await judgeFull({ variants: ["long-poll-interval"], options, jobMs: 2_000 });
  const { skipReason, origin, error } = check("tasks-survive-request-end");
  expect({ skipReason, origin }).toEqual({ skipReason: "could-not-run", origin: "host" });
  expect(error?.message).toMatchInlineSnapshot(
    `"the task of the role slow was not read after its tools/call had ended: the server asks for 86400000 ms between two polls, and what was left of 1000 ms (--options 'tasks={"pollTimeoutMs":60000}') is shorter than that"`,
  );
});
