import { expect, test } from "vitest";
import { explain } from "../errors/index.js";
import { isVersion, pinError, prereleaseNote, satisfies } from "./pin.js";

test.each([
  ["1.1.0-beta.2", "^1.0.0", false],
  ["2.0.0-rc.1", ">=1.0.0", false],
  ["1.1.0-beta.2", "^1.1.0-beta", true],
  ["1.2.0-beta.1", "^1.1.0-beta", false],
  ["2.0.0-rc.1", "1.x || 2.0.0-rc.1", true],
  ["1.4.2", "1.x || 2.0.0-rc.1", true],
  ["1.0.0+sha", "1.0.0", true],
  ["1.0.0", "1.0.0+other", true],
  ["1.2.3", "1.10", false],
  ["2.0.0", "1.x", false],
  ["not a version", "*", false],
])("%s inside %s: %s", async (version, range, expected) => {
  expect(await satisfies(version, range)).toBe(expected);
});

test("a prerelease that only the rule keeps out is told so, and no other version", async () => {
  expect(await prereleaseNote("1.1.0-beta.2", "^1.0.0")).toContain("names a prerelease of the same major.minor.patch");
  expect(await prereleaseNote("3.0.0-beta.2", "^1.0.0")).toBe("");
  expect(await prereleaseNote("3.0.0", "^1.0.0")).toBe("");
});

test.each(["1.x", "^1.2.0", "1.2.0", ">=1 <3 || 5", "*", "~0.3"])("%s is a pin", async (range) => {
  expect(await pinError("a-pack", range, "mcptest.config.yaml:3:5")).toBeUndefined();
});

test("what is no range is told with its reason", async () => {
  const ranges = [
    "",
    "  ",
    "latest",
    "workspace:^",
    "npm:other@1",
    "file:../x",
    "1.2.3.4",
    "^1.2 latest",
    "git+ssh://x",
    "git@example.com:someone/pack.git",
    "github:someone/pack#v1",
    "someone/pack",
    "https://example.com/pack.tgz",
    "npm:@s/other",
    "catalog:",
    "patch:w@1#x",
    "__proto__",
  ];
  const errors = await Promise.all(ranges.map((range) => pinError("a-pack", range, "--pack")));
  expect(errors.map((error) => `${error!.message}\n  ${error!.fix}`)).toMatchInlineSnapshot(`
    [
      "--pack: the pin "" of a-pack: it is empty; write "*" for any version.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
      "--pack: the pin "  " of a-pack: it is empty; write "*" for any version.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
      "--pack: the pin "latest" of a-pack: it looks like a dist-tag, and a tag moves; write a range such as 1.x.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
      "--pack: the pin "workspace:^" of a-pack: "workspace:" belongs in a package.json; a pin is the range alone.
      Leave this in package.json, and write the range here, such as 1.x, or "*" for any version.",
      "--pack: the pin "npm:other@1" of a-pack: "npm:" belongs in a package.json; a pin is the range alone.
      Write { pack: "other", version: "1" }, under the name that it has in package.json.",
      "--pack: the pin "file:../x" of a-pack: "file:" belongs in a package.json; a pin is the range alone.
      Name the pack by its path (./folder), or leave this in package.json and write the range here, such as 1.x.",
      "--pack: the pin "1.2.3.4" of a-pack: it is no semver range.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
      "--pack: the pin "^1.2 latest" of a-pack: it is no semver range.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
      "--pack: the pin "git+ssh://x" of a-pack: it is a URL or a repository; a pin is the range alone.
      Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.",
      "--pack: the pin "git@example.com:someone/pack.git" of a-pack: it is a URL or a repository; a pin is the range alone.
      Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.",
      "--pack: the pin "github:someone/pack#v1" of a-pack: it is a URL or a repository; a pin is the range alone.
      Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.",
      "--pack: the pin "someone/pack" of a-pack: it is a URL or a repository; a pin is the range alone.
      Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.",
      "--pack: the pin "https://example.com/pack.tgz" of a-pack: it is a URL or a repository; a pin is the range alone.
      Install the pack from there with your package manager, and write here the range that its version has to be in, such as 1.x, or "*" for any version.",
      "--pack: the pin "npm:@s/other" of a-pack: "npm:" belongs in a package.json; a pin is the range alone.
      Write { pack: "@s/other", version: "*" }, under the name that it has in package.json.",
      "--pack: the pin "catalog:" of a-pack: "catalog:" belongs in a package.json; a pin is the range alone.
      Leave this in package.json, and write the range here, such as 1.x, or "*" for any version.",
      "--pack: the pin "patch:w@1#x" of a-pack: "patch:" belongs in a package.json; a pin is the range alone.
      Leave this in package.json, and write the range here, such as 1.x, or "*" for any version.",
      "--pack: the pin "__proto__" of a-pack: it is no semver range.
      Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.",
    ]
  `);
  expect(explain(errors[2]!)).toMatchInlineSnapshot(`
    "--pack: the pin "latest" of a-pack: it looks like a dist-tag, and a tag moves; write a range such as 1.x.
      why: The pin is no semver range.
      fix: Write a range such as 1.x, ^1.2.0 or 1.2.0, in quotes.
      code: PACK_PIN_INVALID"
  `);
});

test("a version is written without a v", () => {
  expect(isVersion("1.0.0-rc.1+build")).toBe(true);
  expect(isVersion("v1.0.0")).toBe(false);
  expect(isVersion("1.0")).toBe(false);
});
