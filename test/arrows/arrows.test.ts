import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findForbiddenImports } from "../../config/arrows.mjs";
import { publishedPackages } from "../../config/workspace.mjs";

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "arrows-")));
  for (const { folder, path, manifest } of publishedPackages()) {
    const link = join(workspace, "node_modules", manifest.name);
    mkdirSync(join(workspace, path), { recursive: true });
    mkdirSync(dirname(link), { recursive: true });
    copyFileSync(join(folder, "package.json"), join(workspace, path, "package.json"));
    symlinkSync(join(workspace, path), link);
    for (const target of Object.values<Record<string, string>>(manifest.exports ?? {})) {
      const source = target["@mcptest/source"];
      if (source !== undefined) write(join(path, source), "export const here = true;\n");
    }
  }
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(workspace, path)), { recursive: true });
  writeFileSync(join(workspace, path), text);
}

describe("a forbidden import is caught", () => {
  test.each([
    ["packages/pack/src/a.ts", "@mcptest/core", "arrows-of-packages-pack"],
    ["packages/core/src/loader/a.ts", "@mcptest/pack-tasks", "arrows-of-packages-core"],
    ["packages/core/src/loader/a.ts", "@mcptest/reporters", "arrows-of-packages-core"],
    ["packages/core/src/loader/a.ts", "../../../../packs/tasks/src/index.js", "arrows-of-packages-core"],
    ["packages/reporters/src/a.ts", "@mcptest/core/wire", "arrows-of-packages-reporters"],
    ["packages/reporters/src/a.ts", "@mcptest/core", "arrows-of-packages-reporters"],
    ["packages/reporters/src/a.ts", "../../core/src/errors/index.js", "arrows-of-packages-reporters"],
    ["packages/cli/src/a.ts", "@mcptest/pack-tasks", "arrows-of-packages-cli"],
    ["packages/cli/src/a.ts", "@mcptest/testkit", "arrows-of-packages-cli"],
    ["packages/sdk/src/a.ts", "mcptest", "arrows-of-packages-sdk"],
    ["packages/testkit/src/a.ts", "@mcptest/core", "arrows-of-packages-testkit"],
    ["packages/testkit/src/a.ts", "./verify/index.js", "verify-apart"],
    ["packages/testkit/src/verify/a.ts", "@mcptest/reporters", "arrows-of-packages-testkit-src-verify"],
    ["packages/testkit/src/verify/a.ts", "@mcptest/pack-tasks", "arrows-of-packages-testkit-src-verify"],
    ["packs/tasks/src/a.ts", "@mcptest/core/wire", "arrows-of-packs-any"],
    ["packs/tasks/src/a.ts", "../../../packages/core/src/index.js", "arrows-of-packs-any"],
    ["packages/core/src/wire/a.ts", "../runner/index.js", "floor-wire"],
    ["packages/core/src/wire/a.ts", "../extensions/index.js", "floor-wire"],
    ["packages/core/src/wire/a.ts", "../index.js", "floor-wire"],
    ["packages/core/src/report/a.ts", "../errors/index.js", "floor-report"],
    ["packages/core/src/host/a.ts", "@mcptest/core/loader", "floor-host"],
    ["packages/core/src/helpers/a.ts", "../wire/index.js", "core-has-floors"],
    ["packages/sdk/src/a.ts", "./a.test.js", "no-test-code"],
    ["packages/sdk/src/a.ts", "left-pad", "resolvable"],
  ])("%s importing %s", async (path, specifier, rule) => {
    write("packages/sdk/src/a.test.ts", "export const here = true;\n");
    write(path, `export { here } from ${JSON.stringify(specifier)};\n`);
    const { forbidden } = await findForbiddenImports(workspace);
    expect(forbidden.map((found) => [found.rule, found.from])).toContainEqual([rule, path]);
  });

  test("by a type import and by a lazy import too", async () => {
    write(
      "packages/reporters/src/type.ts",
      'import type { here } from "@mcptest/core/wire";\nexport type Here = typeof here;\n',
    );
    write("packages/reporters/src/lazy.ts", 'export const lazy = () => import("@mcptest/core/wire");\n');
    const { forbidden } = await findForbiddenImports(workspace);
    expect(forbidden.map((found) => found.from).sort()).toEqual([
      "packages/reporters/src/lazy.ts",
      "packages/reporters/src/type.ts",
    ]);
  });

  test("as a circle", async () => {
    write("packages/sdk/src/a.ts", 'export { b } from "./b.js";\n');
    write("packages/sdk/src/b.ts", 'export { a as b } from "./a.js";\n');
    const { forbidden } = await findForbiddenImports(workspace);
    expect(new Set(forbidden.map((found) => found.rule))).toEqual(new Set(["no-circles"]));
  });
});

describe("an allowed import is not", () => {
  test.each([
    ["packages/core/src/runner/a.ts", "@mcptest/pack"],
    ["packages/core/src/runner/a.ts", "../wire/index.js"],
    ["packages/core/src/index.ts", "./runner/index.js"],
    ["packages/reporters/src/a.ts", "@mcptest/core/report"],
    ["packages/cli/src/a.ts", "@mcptest/reporters"],
    ["packages/sdk/src/a.ts", "@mcptest/core/runner"],
    ["packages/testkit/src/verify/a.ts", "@mcptest/core/runner"],
    ["packages/testkit/src/verify/a.ts", "../index.js"],
    ["packs/tasks/src/a.ts", "@mcptest/pack"],
    ["packs/tasks/src/a.test.ts", "@mcptest/core"],
    ["packages/core/src/report/a.test.ts", "../runner/index.js"],
  ])("%s importing %s", async (path, specifier) => {
    write(path, `export { here } from ${JSON.stringify(specifier)};\n`);
    expect((await findForbiddenImports(workspace)).forbidden).toEqual([]);
  });
});
