import { describe, expect, test } from "vitest";
import { MAX_ENTRIES, type MethodEntry, readMethods, wants } from "./filter.js";

const DECLARED = new Map<string, string | null>([
  ["notifications/jobs/changed", "jobId"],
  ["notifications/jobs/plain", null],
]);
const catalog = { topicOf: (name: string) => DECLARED.get(name) };

function read(methods: unknown) {
  return readMethods({ params: { notifications: { methods } } }, catalog);
}

test("names and names with topics are accepted as they are, undeclared ones are left out", () => {
  const topics = { method: "notifications/jobs/changed", topics: ["a", ""] };
  const given = ["notifications/jobs/plain", topics, "notifications/none", { method: "__proto__", topics: ["a"] }];
  expect(read(given)).toEqual({ ok: true, accepted: ["notifications/jobs/plain", topics] });
});

test("an entry without topics is its name, and members that nobody knows are not repeated", () => {
  const plain = { method: "notifications/jobs/plain" };
  const odd = { method: "notifications/jobs/changed", topics: ["a"], more: true };
  expect(read([plain, odd])).toEqual({
    ok: true,
    accepted: ["notifications/jobs/plain", { method: "notifications/jobs/changed", topics: ["a"] }],
  });
});

test("no methods, no filter and no params ask for nothing", () => {
  for (const message of [{ params: { notifications: {} } }, { params: {} }, {}, null])
    expect(readMethods(message, catalog)).toEqual({ ok: true, accepted: [] });
});

describe("what has another form is refused", () => {
  test.each<[string, unknown]>([
    ["a name", "notifications/jobs/plain"],
    ["null", null],
    ["an object", {}],
    ["a number in it", [1]],
    ["null in it", [null]],
    ["an entry without a method", [{ topics: [] }]],
    ["topics that are a text", [{ method: "notifications/jobs/changed", topics: "a" }]],
    ["topics that are no texts", [{ method: "notifications/jobs/changed", topics: [1] }]],
  ])("%s", (_name, methods) => {
    expect(read(methods)).toEqual({ ok: false, message: expect.stringContaining("is an array of names or of") });
  });
});

test("names and topics together are bounded", () => {
  const topics = (count: number) => [{ method: "notifications/jobs/changed", topics: Array(count).fill("a") }];
  expect(read(topics(MAX_ENTRIES - 1))).toMatchObject({ ok: true });
  expect(read(topics(MAX_ENTRIES))).toMatchObject({ ok: false, message: expect.stringContaining("more than 1000") });
});

describe("a notification goes to those who asked", () => {
  const about = (...topics: string[]): MethodEntry => ({ method: "m", topics });
  test.each<[string, MethodEntry[], string | undefined, boolean]>([
    ["by its name", ["m"], "a", true],
    ["by its name, without a topic", ["m"], undefined, true],
    ["not by another name", ["n"], "a", false],
    ["by its topic", [about("b", "a")], "a", true],
    ["not by another topic", [about("b")], "a", false],
    ["not by a topic that it has not", [about("a")], undefined, false],
    ["not by no topics", [about()], "a", false],
    ["by any of several entries", [about("b"), "n", about("a")], "a", true],
  ])("%s", (_name, entries, topic, expected) => {
    expect(wants(entries, "m", topic)).toBe(expected);
  });
});
