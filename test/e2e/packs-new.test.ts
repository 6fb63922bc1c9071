import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";

// What it makes is held in test/publish, where there is a registry to fetch it from.

test("one folder is taken", async () => {
  const { code, stdout, stderr } = await mcptest(["packs", "new", "bells", "chimes"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatchInlineSnapshot(`
    "mcptest: "chimes" is one argument too many.
      why: The value of a flag or argument cannot be read.
      fix: Write: mcptest packs new FOLDER
      code: USAGE_BAD_VALUE
    "
  `);
});

test("a package manager that is not there is named", async () => {
  const cwd = emptyFolder();
  writeFileSync(join(cwd, "package.json"), JSON.stringify({ packageManager: "bun@1.2.3" }));
  const { code, stderr } = await mcptest(["packs", "new"], { cwd, env: { PATH: cwd } });
  expect(code).toBe(2);
  expect(stderr).toMatchInlineSnapshot(`
    "mcptest: bun cannot be started: spawn bun ENOENT
      why: The package manager of the project could not be started, or did not do what it was asked.
      fix: Install bun, or run: npm create mcptest-pack
      code: PACKAGE_MANAGER_FAILED
    "
  `);
});

/** A folder with an npm that writes these lines to stderr and ends with 2. */
function failingNpm(lines: readonly string[]): string {
  const cwd = emptyFolder();
  const program = join(cwd, "npm");
  writeFileSync(program, ["#!/bin/sh", ...lines.map((line) => `echo '${line}' >&2`), "exit 2", ""].join("\n"));
  chmodSync(program, 0o755);
  writeFileSync(join(cwd, "package.json"), "{}");
  return cwd;
}

test("what npm adds to the error of the initializer is left out", async () => {
  const cwd = failingNpm([
    "create-mcptest-pack: bells has package.json, and nothing is overwritten.",
    "npm error code 2",
    "npm error path /a/project",
    "npm error command failed",
    "npm error command sh -c create-mcptest-pack bells",
    "npm error A complete log of this run can be found in: /a/log",
  ]);
  const { code, stderr } = await mcptest(["packs", "new", "bells"], { cwd, env: { PATH: cwd } });
  expect(stderr).toBe("create-mcptest-pack: bells has package.json, and nothing is overwritten.\n");
  expect(code).toBe(2);
});

test("errors of npm itself are told", async () => {
  const lines = ["npm warn old", "npm error code E404", "npm error 404 Not Found: create-mcptest-pack"];
  const cwd = failingNpm(lines);
  const { code, stderr } = await mcptest(["packs", "new", "bells"], { cwd, env: { PATH: cwd } });
  expect(stderr).toBe(`${lines.join("\n")}\n`);
  expect(code).toBe(2);
});
