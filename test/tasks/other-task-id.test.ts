import { randomUUID } from "node:crypto";
import { onResult } from "@mcptest/testkit";
import { expect, it } from "vitest";
import { judgeFull } from "./testing/judge-full.js";

it("a tasks/get that shows another id is one check's matter, and the id of the handle is used all the same", async () => {
  const made = new Set<unknown>();
  const handles = onResult("tools/call", (result) => {
    if (result.resultType === "task") made.add(result.taskId);
    return result;
  });
  const renamed = onResult("tasks/get", (task) => ({ ...task, taskId: randomUUID() }));
  const { verdicts, asked } = await judgeFull({ hooks: [handles, renamed] });
  expect(verdicts).toEqual({ failed: ["tasks-get-status-payload"], warning: [], exitCode: 1 });
  const answered = asked.filter(
    ({ method, params }) => method === "tasks/update" && Object.hasOwn(Object(params.inputResponses), "name"),
  );
  expect(answered.length).toBeGreaterThan(0);
  for (const { params } of answered) expect(made).toContain(params.taskId);
});
