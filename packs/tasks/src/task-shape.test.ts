import type { Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { readExtensionCall, readLegacyCall, taskInAnyForm } from "./task-shape.js";

const task = {
  taskId: "9f31",
  status: "working",
  createdAt: "2026-09-01T10:00:00Z",
  lastUpdatedAt: "2026-09-01T10:00:00Z",
  ttlMs: null,
};
const text = [{ type: "text", text: "done" }];

describe("readExtensionCall", () => {
  it("reads a flat task handle, although it has no content (T02)", () => {
    expect(readExtensionCall({ resultType: "task", ...task })).toEqual({
      kind: "task",
      taskId: "9f31",
      task: { resultType: "task", ...task },
      violations: [],
      warnings: [],
    });
  });

  it("reads a task that has already ended", () => {
    expect(readExtensionCall({ resultType: "task", ...task, status: "completed" }).kind).toBe("task");
  });

  it.each<[string, Json]>([
    ["a tool result", { resultType: "complete", content: text }],
    ["a tool result without resultType", { content: text }],
    ["a failed tool", { resultType: "complete", content: [], isError: true }],
    ["nothing but the discriminator", { resultType: "complete" }],
    ["a status beside a taskId that is no string", { resultType: "complete", ...task, taskId: 7 }],
    ["a tool that tells of an own task", { resultType: "complete", content: text, structuredContent: task }],
    ["an array", []],
    ["null", null],
  ])("takes %s as no task and finds nothing wrong", (_what, result) => {
    expect(readExtensionCall(result)).toEqual({ kind: "plain", violations: [], warnings: [] });
  });

  it("leaves input_required alone, whatever else it carries", () => {
    expect(
      readExtensionCall({ resultType: "input_required", inputRequests: {}, taskId: "x", status: "working" }),
    ).toEqual({
      kind: "input-required",
      violations: [],
      warnings: [],
    });
  });

  it.each<[string, Json, string | undefined]>([
    ["no discriminator", { ...task }, "9f31"],
    ["another discriminator", { resultType: "complete", ...task }, "9f31"],
    ["an unknown discriminator", { resultType: "Task", ...task }, "9f31"],
    ["no discriminator and an empty id", { ...task, taskId: "" }, undefined],
    ["an empty id", { resultType: "task", ...task, taskId: "" }, undefined],
    ["a number as id", { resultType: "task", ...task, taskId: 7 }, undefined],
    ["no id", { resultType: "task", status: "working" }, undefined],
    ["members in a nested task, with discriminator", { resultType: "task", task }, "9f31"],
    ["members in a nested task, without", { task }, "9f31"],
  ])("finds a broken task: %s", (_what, result, taskId) => {
    const reading = readExtensionCall(result);
    expect(reading.kind).toBe("broken-task");
    expect(reading.violations).toHaveLength(1);
    expect(reading.taskId).toBe(taskId);
  });

  it("says what is wrong", () => {
    expect(readExtensionCall({ ...task }).violations).toMatchInlineSnapshot(`
      [
        "the task's members are there, but "resultType" is missing; only "task" marks a task handle",
      ]
    `);
    expect(readExtensionCall({ resultType: "task", ...task, taskId: "" }).violations).toMatchInlineSnapshot(`
      [
        ""taskId" must be a string that is not empty; it is """,
      ]
    `);
    expect(readExtensionCall({ task }).violations).toMatchInlineSnapshot(`
      [
        "the task's members stand inside a nested "task" object, which is the form of 2025-11-25; here they stand at the top level of the result",
      ]
    `);
  });

  it("repeats no more of a value than a reader needs", () => {
    const [violation = ""] = readExtensionCall({ ...task, resultType: "x".repeat(1_000) }).violations;
    expect(violation.length).toBeLessThan(300);
  });

  it("warns of what is odd and legal", () => {
    expect(readExtensionCall({ resultType: "task", ...task, task }).warnings).toHaveLength(1);
    expect(readExtensionCall({ resultType: "task", ...task, content: [] }).warnings).toHaveLength(1);
    expect(readExtensionCall({ resultType: "complete", content: text, taskId: "9f31" })).toMatchObject({
      kind: "plain",
      warnings: [expect.stringContaining('"taskId"')],
    });
  });

  it("warns of a handle that hides under a _meta key, and does not take it for a task (T01)", () => {
    const hidden = {
      resultType: "complete",
      _meta: { "vendor/task": { taskId: "t-1", status: "working" } },
      content: [],
    };
    const reading = readExtensionCall(hidden);
    expect(reading).toMatchObject({ kind: "plain", violations: [] });
    expect(reading.warnings).toMatchInlineSnapshot(`
      [
        "task-like object under a non-standard _meta key ("vendor/task"): no client takes it for a task; a task handle has resultType "task" and its members at the top level",
      ]
    `);
  });

  it("says so once, however many keys there are", () => {
    const task = { taskId: "t-1", status: "working" };
    const keys = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`vendor/${index}`, task]));
    const { warnings } = readExtensionCall({ resultType: "complete", _meta: keys, content: [] });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('("vendor/0", and 499 more)');
  });

  it("leaves the related-task member of 2025-11-25 to the check that owns it", () => {
    const related = { content: text, _meta: { "io.modelcontextprotocol/related-task": { taskId: "t-1" } } };
    expect(readExtensionCall(related).warnings).toEqual([]);
  });
});

describe("readLegacyCall", () => {
  it("reads a nested task", () => {
    expect(readLegacyCall({ task })).toEqual({ kind: "task", taskId: "9f31", task, violations: [], warnings: [] });
  });

  it.each<[string, Json]>([
    ["a tool result", { content: text }],
    ["a tool result with an own member task", { content: text, task: true }],
    ["a tool result with structured content only", { structuredContent: {} }],
  ])("takes %s as a tool that declined", (_what, result) => {
    expect(readLegacyCall(result)).toEqual({ kind: "plain", violations: [], warnings: [] });
  });

  it.each<[string, Json, string]>([
    ["an empty id", { task: { ...task, taskId: "" } }, "broken-task"],
    ["no id", { task: { status: "working" } }, "broken-task"],
    ["a number as id", { task: { ...task, taskId: 1 } }, "broken-task"],
    ["a task that is no object", { task: "9f31" }, "broken-task"],
    ["flat members", { ...task }, "broken-task"],
    ["the form of the extension", { resultType: "task", ...task }, "broken-task"],
    ["an empty object", {}, "plain"],
    ["null", null, "plain"],
  ])("finds a violation: %s", (_what, result, kind) => {
    const reading = readLegacyCall(result);
    expect(reading.violations).toHaveLength(1);
    expect(reading.kind).toBe(kind);
  });
});

describe("taskInAnyForm", () => {
  it("sees a task flat, nested and without its discriminator (T05)", () => {
    expect(taskInAnyForm({ resultType: "task", ...task })).toEqual({ taskId: "9f31" });
    expect(taskInAnyForm({ task })).toEqual({ taskId: "9f31" });
    expect(taskInAnyForm({ ...task })).toEqual({ taskId: "9f31" });
    expect(taskInAnyForm({ resultType: "task" })).toEqual({});
  });

  it("sees none in results, requests for input and errors", () => {
    expect(taskInAnyForm({ content: text })).toBeUndefined();
    expect(taskInAnyForm({ resultType: "input_required", inputRequests: {} })).toBeUndefined();
    expect(taskInAnyForm(undefined)).toBeUndefined();
  });
});
