import { defineFixture } from "@mcptest/pack";
import { type Attempt, troubleOf } from "./attempt.js";
import { longestWait } from "./back-off.js";
import { callTool } from "./call.js";
import type { TasksOptions } from "./options.js";
import { cancelProvoked, type Provoked, provoked, provokedBy, taskIdOf } from "./provoke.js";

/**
 * 2025-11-25: the same call of the `task` role's tool once more, at once after the first, so that there are two tasks of
 * one tool while both run, on one connection. A task that still runs at the end is cancelled.
 */
export const secondTask = defineFixture<Attempt<Provoked>, { call: typeof provoked }, TasksOptions>({
  name: "second task",
  timeoutMs: longestWait,
  needs: { call: provoked },
  async prepare({ call }, context) {
    const first = taskIdOf(call);
    if (first.problem !== undefined || call.value === undefined)
      return { problem: first.problem ?? { reason: "the first call made no task" } };
    const { candidate, connection } = call.value.call;
    const second = await callTool({ ...context, connection }, candidate);
    const trouble = troubleOf(second.last, "the second tools/call with params.task");
    return trouble === undefined ? { value: provokedBy(second, [], context) } : { problem: trouble };
  },
  teardown: cancelProvoked,
});
