import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { loopbackOnly } from "../../config/loopback.mjs";
import { root } from "../../config/workspace.mjs";
import { startProgram } from "../e2e/testing/mcptest.js";
import { MANAGERS } from "./testing/managers.js";
import { createProject } from "./testing/project.js";
import { keepFetched } from "./testing/registry.js";

const network = loopbackOnly();
const [npm] = MANAGERS;

test.skipIf(network === undefined)(
  "a second run passes where there is no network but loopback (skipped where unshare --net is not allowed)",
  async () => {
    const { folder, versions } = inject("published");
    const dependencies = Object.fromEntries(Object.entries(versions));
    await createProject(npm!, { "package.json": { private: true, dependencies } }).must(npm!.install);
    keepFetched(join(folder, "registry"));
    const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--project", "test-publish"];
    const [program, ...args] = [...network!, ...vitest, "install.test.ts", "--testNamePattern", "installed with npm"];
    const { code, stdout, stderr } = await startProgram(program!, args, { cwd: root, env: { NO_COLOR: "1" } }).ended;
    expect(code, stdout + stderr).toBe(0);
    expect(stdout).toMatch(/Tests\s+5 passed \| \d+ skipped/);
  },
  150_000,
);
