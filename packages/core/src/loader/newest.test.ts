import { expect, test } from "vitest";
import { isNewer, newestOf } from "./newest.js";

test.each([
  [["1.0.0", "1.10.0", "1.9.0", "2.0.0"], "1.x", { inside: "1.10.0", newest: "2.0.0" }],
  [["1.0.0", "2.0.0-rc.1"], "1.x", { inside: "1.0.0", newest: "1.0.0" }],
  [["1.0.0", "2.0.0-rc.1", "2.0.0-rc.2"], "^2.0.0-rc.1", { inside: "2.0.0-rc.2", newest: "1.0.0" }],
  [["1.0.0-beta.1"], "*", { newest: "1.0.0-beta.1" }],
  [["1.0.0", "banana", ""], "^3", { newest: "1.0.0" }],
  [[], "*", {}],
])("the newest of %j for %s", async (versions, range, expected) => {
  expect(await newestOf(versions, range)).toEqual(expected);
});

test("a prerelease comes before its release", async () => {
  expect(await isNewer("2.0.0", "2.0.0-rc.1")).toBe(true);
  expect(await isNewer("2.0.0-rc.1", "2.0.0")).toBe(false);
  expect(await isNewer("2.0.0", "2.0.0")).toBe(false);
});
