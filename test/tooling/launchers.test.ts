import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";

describe.each(["packages/cli/bin/mcptest.js", "packages/testkit/bin/mcptest-testkit.js"])("%s", (path) => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "launcher-")));
    cpSync(join(root, path), join(folder, "bin", basename(path)), { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", version: "7.8.9" }));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function launch(...args: string[]): { stdout: string; stderr: string; status: number | null } {
    const program = join(folder, "bin", basename(path));
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], { encoding: "utf8" });
    return { stdout, stderr, status };
  }

  test.each(["--version", "-V", "-v"])("answers %s without the built program", (flag) => {
    expect(launch(flag)).toEqual({ stdout: "7.8.9\n", stderr: "", status: 0 });
  });

  test("says what to do when nothing is built", () => {
    const name = basename(path, ".js");
    expect(launch("--version", "--verbose")).toEqual({
      stdout: "",
      stderr: `${name}: not built yet: run npm run build in the repository\n`,
      status: 2,
    });
  });

  test("hands everything else to the built program", () => {
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist/main.js"), "console.log(process.argv.slice(2).join()); process.exitCode = 3;");
    expect(launch("run", "-v")).toEqual({ stdout: "run,-v\n", stderr: "", status: 3 });
  });
});
