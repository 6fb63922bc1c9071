import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../../config/workspace.mjs";
import { installed } from "../../packages/core/src/loader/testing/packs.js";
import { modernServer } from "./testing/http-server.js";
import { mcptest } from "./testing/mcptest.js";
import { project } from "./testing/project.js";

const url = await modernServer({ extensions: { "com.example/widgets": {} } });

/** A pack with one check that fails with the version and the options of the pack. */
const CODE = `
  delete pack.run;
  pack.options = { "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }) } };
  pack.checks = [{
    kind: "check", id: "widget-made", category: "c", title: "t", description: "d", level: "must", since: "1.0.0",
    phase: "list", rule: { source: "s" },
    run(_, verdict, { options }) { verdict.fail(pack.version + " with " + (options.tool ?? "nothing")); },
  }];`;

const cwd = project({
  ...installed("mcptest-pack-w", "1.4.2+build.7", { code: CODE }),
  ...installed("mcptest-pack-w", "2.1.0-rc.1", { as: "w-next", code: CODE }),
  "mcptest.config.yaml": `
servers:
  local: { url: "${url}" }
packs:
  w-next: { pack: mcptest-pack-w, version: ^2.1.0-rc.0 }
  mcptest-pack-w: 1.x
suites:
  old: { packs: [mcptest-pack-w] }
  next: { packs: [w-next] }
  exact: { packs: { mcptest-pack-w: 1.4.2 } }
  broken: { packs: { mcptest-pack-w: 1.3.x, w-next: ^2.0.0 } }
`,
});

interface Told {
  packs: { name: string; alias?: string; version: string; range: string; checks: { error: { message: string } }[] }[];
}

async function packsOf(...args: string[]) {
  const { stdout, code } = await mcptest(["run", "--format", "json", ...args], { cwd });
  expect(code).toBe(1);
  const { packs } = JSON.parse(stdout).servers[0] as Told;
  return packs.map(({ name, alias, version, range, checks }) => [
    alias ?? name,
    version,
    range,
    checks[0]?.error.message,
  ]);
}

describe("two majors of one pack side by side", () => {
  test("run both, each with its own pin, and the report tells them apart", async () => {
    expect(await packsOf()).toEqual([
      ["w-next", "2.1.0-rc.1", "^2.1.0-rc.0", "2.1.0-rc.1 with nothing"],
      ["mcptest-pack-w", "1.4.2+build.7", "1.x", "1.4.2+build.7 with nothing"],
    ]);
  });

  test("a suite runs one, or pins it more closely", async () => {
    expect(await packsOf("--suite", "old")).toEqual([
      ["mcptest-pack-w", "1.4.2+build.7", "1.x", "1.4.2+build.7 with nothing"],
    ]);
    expect(await packsOf("--suite", "exact")).toEqual([
      ["mcptest-pack-w", "1.4.2+build.7", "1.4.2", "1.4.2+build.7 with nothing"],
    ]);
  });

  test("options go to the one that is named, by its alias or by its own name", async () => {
    const options = ["--options", 'mcptest-pack-w={"tool": "old"}', "--options", 'w-next={"tool": "new"}'];
    expect((await packsOf(...options)).map((pack) => pack[3])).toEqual([
      "2.1.0-rc.1 with new",
      "1.4.2+build.7 with old",
    ]);
  });

  test("their cases in JUnit have names of their own", async () => {
    const { stdout } = await mcptest(["run", "--format", "junit-xml"], { cwd });
    expect([...stdout.matchAll(/classname="([^"]*)"/g)].map(([, name]) => name?.replace(/.*2026-07-28\//, ""))).toEqual(
      ["mcptest-pack-w (w-next)", "mcptest-pack-w"],
    );
  });

  test("the names are the same where only one of them runs", async () => {
    const alone = await mcptest(["run", "--suite", "next", "--format", "junit-xml"], { cwd });
    expect(alone.stdout).toMatch(/classname="[^"]*\/mcptest-pack-w \(w-next\)"/);
    const summary = await mcptest(["run", "--suite", "next", "--format", "json-summary"], { cwd });
    expect(summary.stdout).toContain("/mcptest-pack-w (w-next)");
    const text = await mcptest(["run", "--suite", "next"], { cwd });
    expect(text.stdout).toContain("mcptest-pack-w (w-next) 2.1.0-rc.1 ");
  });

  test("a pin that is not satisfied says which of them, and where", async () => {
    const { stderr, stdout, code } = await mcptest(["run", "--suite", "broken"], { cwd });
    expect({ stdout, code }).toEqual({ stdout: "", code: 2 });
    expect(stderr.replaceAll(cwd, "FOLDER")).toMatchInlineSnapshot(`
      "mcptest: the pack mcptest-pack-w, named in mcptest.config.yaml:11:22, is pinned to 1.3.x; installed is mcptest-pack-w 1.4.2+build.7, at FOLDER/node_modules/mcptest-pack-w/index.js
        why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
        fix: Change the pin, or install a version inside it: npm install --save-dev mcptest-pack-w@1.3.x
        code: PACK_PIN_UNSATISFIED

      mcptest: the pack w-next, named in mcptest.config.yaml:11:45, is pinned to ^2.0.0; installed is mcptest-pack-w 2.1.0-rc.1, at FOLDER/node_modules/w-next/index.js (a prerelease is inside a range only if the range names a prerelease of the same major.minor.patch)
        why: The installed version of the pack lies outside the pin. A prerelease is inside a range only if the range names a prerelease of the same x.y.z.
        fix: Change the pin, or install a version inside it: npm install --save-dev "w-next@npm:mcptest-pack-w@^2.0.0"
        code: PACK_PIN_UNSATISFIED
      "
    `);
  });
});

test("of two installed packs for one extension that nobody names one runs, and the report says how to run both", async () => {
  const folder = project({
    "package.json": { devDependencies: { "a-pack": "1", "b-pack": "1" } },
    ...installed("a-pack", "1.0.0"),
    ...installed("b-pack", "1.0.0"),
  });
  const run = async (...more: string[]) => {
    const { stdout } = await mcptest(["run", url, "--format", "json", ...more], { cwd: folder });
    const { packs } = JSON.parse(stdout).servers[0] as {
      packs: { name: string; ran: boolean; skippedBecause?: string }[];
    };
    return packs.map(({ name, ran, skippedBecause }) => [name, ran, skippedBecause]);
  };
  expect((await run()).filter(([name]) => !String(name).startsWith("@mcptest/"))).toEqual([
    ["a-pack", true, undefined],
    ["b-pack", false, "a-pack already stands for com.example/widgets; name both packs to run both"],
  ]);
  expect(await run("--pack", "b-pack", "--pack", "a-pack@1.x")).toEqual([
    ["b-pack", true, undefined],
    ["a-pack", true, undefined],
  ]);
});

test.each([["none"], [undefined]])(
  "a copy of @mcptest/pack of its own makes no other pack of it (isolation: %s)",
  async (isolation) => {
    const code = `
  import { defineCheck, definePack, unavailable } from "@mcptest/pack";
  Object.assign(pack, definePack({ ...pack, checks: ["copy-passes", "copy-cannot-run"].map((id) => defineCheck({
    id, category: "c", title: "t", description: "d", level: "must", since: "1.0.0", phase: "list", rule: { source: "s" },
    run(_, verdict) { if (id === "copy-cannot-run") throw unavailable("not today"); verdict.pass(); },
  })) }));
  delete pack.run;`;
    const folder = project({
      ...installed("a-pack", "1.0.0", { code }),
      "mcptest.config.json": {
        servers: { local: { url } },
        packs: { "a-pack": { version: "1.x", ...(isolation ? { isolation } : {}) } },
      },
    });
    const copy = join(folder, "node_modules/a-pack/node_modules/@mcptest/pack");
    for (const path of ["package.json", "dist"])
      cpSync(join(root, "packages/pack", path), join(copy, path), { recursive: true });
    const { stdout, code: exitCode } = await mcptest(["run", "--format", "json"], { cwd: folder });
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout).servers[0].packs[0]).toMatchObject({
      isolation: isolation ?? "process",
      checks: [
        { id: "copy-passes", status: "passed" },
        {
          id: "copy-cannot-run",
          skipReason: "could-not-run",
          error: { message: expect.stringContaining("not today") },
        },
      ],
    });
  },
);

test("a dependency that is a pack by its name and is not installed is told on stderr, once", async () => {
  const folder = project({ "package.json": { devDependencies: { "mcptest-pack-gone": "1" } } });
  const { stderr } = await mcptest(["run", url], { cwd: folder });
  expect(stderr).toBe(
    "mcptest: note: the dependency mcptest-pack-gone is not installed, so it is not used as a pack\n",
  );
  const named = await mcptest(["run", url, "--pack", "@mcptest/pack-tasks"], { cwd: folder });
  expect(named.stderr).toBe("");
});
