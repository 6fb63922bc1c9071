import { expect, it } from "vitest";
import { advisoryTest } from "./advisory.js";

/** Version of the pack, `since` of the check, whether it is advisory. */
it.each<[string, string, boolean]>([
  ["1.4.1", "1.2.0", true],
  ["1.4.1", "1.0.1", true],
  ["1.4.1", "1.0.1-rc.1", true],
  ["1.4.1", "1.0.0", false],
  ["1.4.1", "1.0.0-rc.1", false],
  ["1.4.1", "1.0.0+build.5", false],
  ["1.4.1", "0.9.0", false],
  ["1.4.1", "2.0.0", true],
  ["2.0.0-beta.1", "2.0.0-beta.1", false],
  ["10.1.0", "10.0.0", false],
  ["0.4.0", "0.4.0", false],
])("in a pack of version %s a check since %s: %s", (version, since, advisory) => {
  const check = { since } as Parameters<ReturnType<typeof advisoryTest>>[0];
  expect(advisoryTest(version, false)(check)).toBe(advisory);
  expect(advisoryTest(version, true)(check)).toBe(false);
});
