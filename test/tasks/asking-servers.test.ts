import type { JsonObject } from "@mcptest/pack";
import { type Hooks, onResult } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { EVERY_ROLE } from "./testing/full-profile.js";
import { judgeFull } from "./testing/judge-full.js";

const OPTIONS = { ...EVERY_ROLE, roles: { task: EVERY_ROLE.roles.task, ask: EVERY_ROLE.roles.ask } };

describe("a server that gives its question up", () => {
  /** Shows each task as asking once, and as working from then on: as if nobody had answered in time. */
  function givingUp(): Hooks {
    const asked = new Set<unknown>();
    return onResult("tasks/get", (task) => {
      if (task.status !== "input_required") return task;
      if (!asked.has(task.taskId)) {
        asked.add(task.taskId);
        return task;
      }
      const { inputRequests: _, ...rest }: JsonObject = task;
      return { ...rest, status: "working" };
    });
  }

  it("is not blamed for an answer that nobody asked for, also not with --strict", async () => {
    const { check, verdicts, asked } = await judgeFull({
      hooks: [givingUp()],
      options: { ...OPTIONS, pollTimeoutMs: 1_000 },
    });
    expect(verdicts.failed).toEqual([]);
    expect(verdicts.warning).not.toContain("tasks-update-unknown-key-ignored");
    expect(check("tasks-update-unknown-key-ignored").notes).toEqual([
      expect.stringContaining("another task that was sent nothing went on too"),
    ]);
    const calls = asked.filter(({ method, params }) => method === "tools/call" && params.name === "ask");
    expect(calls.length).toBeGreaterThan(1);
  });
});
