import type { Json } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { judgeCapability } from "./capability-shape.js";

describe("capabilities.tasks", () => {
  it.each<Json>([
    {},
    { list: {}, cancel: {}, requests: { tools: { call: {} } } },
    { requests: {} },
    { cancel: { more: 1 }, requests: { prompts: { get: {} } }, other: 7 },
  ])("may be %j", (tasks) => {
    expect(judgeCapability(tasks)).toEqual({ violations: [], warnings: [] });
  });

  it("counts true as a declaration, with a warning", () => {
    expect(judgeCapability({ cancel: true, requests: { tools: { call: true } } })).toEqual({
      violations: [],
      warnings: [
        "capabilities.tasks.cancel is true; in the schema it is an object",
        "capabilities.tasks.requests.tools.call is true; in the schema it is an object",
      ],
    });
    expect(judgeCapability(true).warnings).toEqual(["capabilities.tasks is true; in the schema it is an object"]);
  });

  it("is nothing else, at any depth", () => {
    expect(judgeCapability(null).violations).toEqual(["capabilities.tasks must be an object, not null"]);
    expect(judgeCapability({ list: [], cancel: false, requests: { tools: ["call"] } }).violations).toEqual([
      "capabilities.tasks.list must be an object, not []",
      "capabilities.tasks.cancel must be an object, not false",
      'capabilities.tasks.requests.tools must be an object, not ["call"]',
    ]);
  });
});
