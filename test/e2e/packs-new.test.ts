import { writeFileSync } from "node:fs";
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
