import { join } from "node:path";
import { expect, test } from "vitest";
import { installCommand, packageManagerAt } from "./install-command.js";
import { project } from "./testing/project.js";

test.each([
  ["package-lock.json", "npm install --save-dev my-pack@1.x"],
  ["pnpm-lock.yaml", "pnpm add --save-dev my-pack@1.x"],
  ["yarn.lock", "yarn add --dev my-pack@1.x"],
  ["bun.lock", "bun add --dev my-pack@1.x"],
  ["bun.lockb", "bun add --dev my-pack@1.x"],
])("%s gives %s", (lockfile, command) => {
  const folder = project({ [lockfile]: "", "packages/a/package.json": {}, "packages/a/mcptest.config.yaml": "" });
  expect(installCommand(join(folder, "packages/a/mcptest.config.yaml"), ["my-pack@1.x"])).toBe(command);
});

test("packageManager of a package.json counts before a lockfile of the same folder, and a nearer trace before both", () => {
  const folder = project({
    "package.json": { packageManager: "pnpm@10.0.0" },
    "package-lock.json": "",
    "nearer/yarn.lock": "",
  });
  expect(packageManagerAt(folder)).toBe("pnpm");
  expect(packageManagerAt(join(folder, "nearer"))).toBe("yarn");
});

test("a range that a shell would read is quoted", () => {
  const folder = project({ "package-lock.json": "" });
  expect(installCommand(folder, ["a@^1", "b@>=1 <2", "@s/c@npm:@s/d@1.x"])).toBe(
    'npm install --save-dev "a@^1" "b@>=1 <2" @s/c@npm:@s/d@1.x',
  );
});
