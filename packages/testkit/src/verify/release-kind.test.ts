import { expect, it } from "vitest";
import { releaseStep } from "./release-kind.js";

it.each([
  ["1.2.3", "1.2.4", undefined, "patch", true],
  ["1.2.3", "1.3.0", undefined, "minor", true],
  ["1.2.3", "1.4.5", undefined, "minor", true],
  ["1.2.3", "2.0.0", undefined, "major", false],
  ["1.2.3", "1.3.0-rc.1", undefined, "minor", true],
  ["1.3.0-rc.1", "1.3.0", undefined, "minor", true],
  ["1.3.1-rc.1", "1.3.1", undefined, "patch", true],
  ["2.0.0-rc.1", "2.0.0-rc.2", undefined, "major", false],
  ["2.0.0-rc.1", "2.0.0", undefined, "major", false],
  ["0.2.0", "0.2.1", undefined, "patch", false],
  ["0.2.0", "1.0.0", undefined, "major", false],
] as const)("%s to %s is a release that promises or does not", async (before, after, as, kind, promised) => {
  expect(await releaseStep(before, after, as)).toEqual({ kind, promised, version: after });
});

it("is what it is said to be, whatever the version says", async () => {
  expect(await releaseStep("1.2.3", "1.2.3", "minor")).toEqual({ kind: "minor", promised: true, version: "1.3.0" });
  expect(await releaseStep("1.2.3", "9.0.0", "patch")).toEqual({ kind: "patch", promised: true, version: "1.2.4" });
});

it("is none where nothing is newer", async () => {
  await expect(releaseStep("1.2.3", "1.2.3")).rejects.toThrow(new RangeError("1.2.3 is not newer than 1.2.3"));
  await expect(releaseStep("1.2.3", "1.2.2")).rejects.toThrow(RangeError);
});
