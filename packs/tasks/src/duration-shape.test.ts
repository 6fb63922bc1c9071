import type { JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { judgeDurations, outlivedTtl } from "./duration-shape.js";

describe("judgeDurations on the extension wire", () => {
  const judge = (task: JsonObject) => judgeDurations(task, "extension");

  it.each<[string, JsonObject]>([
    ["both", { ttlMs: 60_000, pollIntervalMs: 500 }],
    ["no interval", { ttlMs: 60_000 }],
    ["no end of life", { ttlMs: null }],
    ["an integer written with a fraction", JSON.parse('{"ttlMs":60000.0,"pollIntervalMs":1e3}') as JsonObject],
    ["one day", { ttlMs: 86_400_000, pollIntervalMs: 86_400_000 }],
  ])("accepts %s", (_what, task) => {
    expect(judge(task)).toEqual({ violations: [], warnings: [] });
  });

  it.each<[string, JsonObject, string]>([
    ["nothing", {}, '"ttlMs" is missing; it must be an integer (milliseconds) or null'],
    ["a text", { ttlMs: "60000" }, '"ttlMs" must be an integer (milliseconds) or null, not "60000"'],
    ["a fraction", { ttlMs: 1.5 }, '"ttlMs" must be an integer (milliseconds) or null, not 1.5'],
    ["a boolean", { ttlMs: false }, '"ttlMs" must be an integer (milliseconds) or null, not false'],
    ["an interval as text (T09)", { ttlMs: null, pollIntervalMs: "5000" }, 'not "5000"'],
    ["an interval with a fraction (T09)", { ttlMs: null, pollIntervalMs: 1.5 }, "not 1.5"],
    ["a null interval", { ttlMs: null, pollIntervalMs: null }, "not null"],
    ["the old name in its place", { ttl: 60_000 }, '"ttl": 60000 stands in its place'],
    ["the old interval in its place", { ttlMs: 1, pollInterval: 500 }, '"pollInterval": 500 stands in its place'],
  ])("refuses %s", (_what, task, message) => {
    const { violations } = judge(task);
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain(message);
  });

  it.each<[string, JsonObject]>([
    ["an old name besides", { ttlMs: 60_000, ttl: 60_000 }],
    ["an old interval besides", { ttlMs: 60_000, pollIntervalMs: 500, pollInterval: 500 }],
    ["no life at all", { ttlMs: 0 }],
    ["a negative life", { ttlMs: -1 }],
    ["a negative interval (T09)", { ttlMs: null, pollIntervalMs: -1 }],
    ["no interval to wait (T09)", { ttlMs: null, pollIntervalMs: 0 }],
    ["two milliseconds (T09)", { ttlMs: null, pollIntervalMs: 2 }],
    ["49 milliseconds", { ttlMs: null, pollIntervalMs: 49 }],
  ])("warns of %s", (_what, task) => {
    const { violations, warnings } = judge(task);
    expect(violations).toEqual([]);
    expect(warnings).toHaveLength(1);
  });

  it("accepts 50 milliseconds", () => {
    expect(judge({ ttlMs: 1, pollIntervalMs: 50 }).warnings).toEqual([]);
  });
});

describe("judgeDurations on 2025-11-25", () => {
  const judge = (task: JsonObject) => judgeDurations(task, "legacy");

  it.each<[string, JsonObject]>([
    ["both", { ttl: 60_000, pollInterval: 500 }],
    ["null", { ttl: null }],
    ["a fraction", { ttl: 1.5, pollInterval: 0.5 }],
    ["a short interval, of which no rule speaks", { ttl: 1, pollInterval: 2 }],
  ])("accepts %s", (_what, task) => {
    expect(judge(task)).toEqual({ violations: [], warnings: [] });
  });

  it.each<[string, JsonObject]>([
    ["nothing", {}],
    ["a text", { ttl: "60000" }],
    ["the new name in its place", { ttlMs: 60_000 }],
    ["the new interval in its place", { ttl: 1, pollIntervalMs: 500 }],
    ["an interval as text", { ttl: 1, pollInterval: "5" }],
  ])("refuses %s", (_what, task) => {
    expect(judge(task).violations).toHaveLength(1);
  });

  it("warns of the new name besides the old one", () => {
    expect(judge({ ttl: 60_000, ttlMs: 60_000 })).toMatchInlineSnapshot(`
      {
        "violations": [],
        "warnings": [
          ""ttlMs" besides "ttl": that name belongs to the 2026-07-28 extension",
        ],
      }
    `);
  });
});

describe("outlivedTtl", () => {
  it("says so long after the end of life, and not soon after it (T10)", () => {
    expect(outlivedTtl({ ttlMs: 7_200 }, 7_300)).toBeUndefined();
    expect(outlivedTtl({ ttlMs: 7_200 }, 21_600)).toContain("seconds for milliseconds?");
    expect(outlivedTtl({ ttlMs: null }, 1e9)).toBeUndefined();
  });
});
