import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mcptest } from "./testing/mcptest.js";
import { trainProject, trains } from "./testing/releases.js";

const passes = { body: "" };
const fails = { body: "verdict.fail('no timetable')" };

const cwd = trainProject({
  ...trains("old", "1.3.0", { "trains-run": passes, "trains-late": fails }),
  ...trains("patch", "1.3.1", { "trains-run": passes, "trains-late": passes }),
  ...trains("minor", "1.4.0", {
    "trains-run": passes,
    "trains-late": fails,
    "trains-new": { ...fails, since: "1.4.0" },
  }),
  ...trains("broken", "1.4.0", { "trains-run": fails, "trains-new": fails }),
  ...trains("major", "2.0.0", { "trains-run": fails }),
  ...trains("same", "1.3.0", {
    "trains-run": passes,
    "trains-late": fails,
    "trains-new": { ...passes, since: "1.4.0" },
  }),
});

/** Runs the command with the server of the project. */
function verify(...words: string[]) {
  return mcptest(["packs", "verify", ...words, "--server", "station"], { cwd });
}

describe("mcptest packs verify", () => {
  test("a patch that takes back a wrong failure, and a minor release with an advisory check", async () => {
    const patch = await verify("./old", "./patch");
    expect(patch).toMatchObject({ code: 0, stderr: "", left: [] });
    expect(patch.stdout).toMatchInlineSnapshot(`
      "mcptest-pack-trains 1.3.0 -> 1.3.1: a patch release
      both judged 1 server or transcript; 1 verdict differs
      the release keeps its promise
      "
    `);
    const minor = await verify("./old", "./minor");
    expect(minor.code).toBe(0);
    expect(minor.stdout).toMatchInlineSnapshot(`
      "mcptest-pack-trains 1.3.0 -> 1.4.0: a minor release
      both judged 1 server or transcript; 1 verdict differs
      note     trains-new is new, and advisory until the next major release
      the release keeps its promise
      "
    `);
  });

  test("a minor release that breaks its promise ends with 1", async () => {
    const { code, stdout, stderr } = await verify("./old", "./broken");
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    expect(stdout).toMatchInlineSnapshot(`
      "mcptest-pack-trains 1.3.0 -> 1.4.0: a minor release
      both judged 1 server or transcript; 3 verdicts differ
      PROBLEM  check-removed: trains-late is gone: a run that names it with --check-id or in tolerate ends with an error
      PROBLEM  since: trains-new says since 1.0.0, and is new in 1.4.0: it is not told apart from the checks that count
      PROBLEM  green-to-red: station: trains-run was passed and is failed: no timetable
      PROBLEM  green-to-red: station: trains-new is new and is failed: no timetable
      4 broken promises
      "
    `);
  });

  test("a major release promises nothing", async () => {
    const { code, stdout } = await verify("./old", "./major");
    expect(code).toBe(0);
    expect(stdout).toContain("a major release, which promises nothing about verdicts");
    expect(stdout).toContain("note     station: trains-run was passed and is failed: no timetable");
  });

  test("--as says what the release will be, and --format json gives all of it", async () => {
    const minor = await verify("./old", "./same", "--as", "minor", "--format", "json");
    expect(minor).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(minor.stdout)).toMatchObject({
      schemaVersion: 1,
      pack: "mcptest-pack-trains",
      before: { version: "1.3.0", origin: join(cwd, "old/index.js") },
      after: { version: "1.4.0", origin: join(cwd, "same/index.js") },
      release: "minor",
      promised: true,
      ok: true,
      problems: [],
      compared: ["station"],
      changes: [{ check: "trains-new", kind: "added", after: { status: "passed", advisory: true } }],
    });
    const patch = await verify("./old", "./same", "--as", "patch", "--format", "json");
    expect(patch.code).toBe(1);
    expect(JSON.parse(patch.stdout).problems.map(({ kind }: { kind: string }) => kind)).toEqual([
      "check-in-patch",
      "since",
    ]);
  });

  test("a saved transcript that cannot be read ends with 2", async () => {
    const { code, stdout, stderr } = await verify("./old", "./patch", "--transcript", "none.jsonl");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("  code: TRANSCRIPT_UNREADABLE\n");
  });

  test("nothing to judge on proves nothing", async () => {
    const { code, stdout } = await mcptest(["packs", "verify", "./old", "./patch"], { cwd });
    expect(code).toBe(3);
    expect(stdout).toContain("PROBLEM  nothing-judged: the old version judged nothing");
    expect(stdout.endsWith("\nnot proved\n")).toBe(true);
  });

  test("a server that cannot be tested leaves the proof open, beside one that can", async () => {
    const { code, stdout } = await verify("./old", "./patch", "--server", "closed");
    expect(code).toBe(3);
    expect(stdout).toContain("PROBLEM  untested: closed: ");
  });

  test.each([
    [["./old"], "NEW is missing."],
    [["./patch", "./old"], "the new version is 1.3.0, which is not newer than 1.3.1."],
    [["./old", "./patch", "--as", "huge"], '--as "huge": there is no such choice.'],
    [["./old", "./patch", "--era", "old"], '--era "old": there is no such choice.'],
    [["./old", "./patch", "http://127.0.0.1/"], '"http://127.0.0.1/" is one argument too many.'],
    [["./old", "./gone"], "there is no file or folder"],
  ])("%j is refused", async (words, message) => {
    const { code, stdout, stderr } = await verify(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("with a testkit that is too old it says what to install", async () => {
    const old = trainProject(
      {
        ...trains("old", "1.3.0", { "trains-run": passes }),
        "node_modules/@mcptest/testkit/package.json":
          '{"name":"@mcptest/testkit","version":"0.0.1","exports":"./index.js"}',
      },
      { testkit: false },
    );
    const { code, stderr } = await mcptest(["packs", "verify", "./old", "./old", "--as", "patch"], { cwd: old });
    expect(code).toBe(2);
    expect(stderr.replaceAll(old, "PROJECT")).toMatchInlineSnapshot(`
      "mcptest: The @mcptest/testkit that is installed for PROJECT is too old: it has no @mcptest/testkit/verify.
        why: The servers on which two versions of a pack are compared come with @mcptest/testkit, which is no part of mcptest.
        fix: Install it: npm install --save-dev @mcptest/testkit
        code: TESTKIT_MISSING
      "
    `);
  });

  test("without the testkit it says what to install", async () => {
    const bare = trainProject(trains("old", "1.3.0", { "trains-run": passes }), { testkit: false });
    const { code, stderr } = await mcptest(["packs", "verify", "./old", "./old", "--as", "patch"], { cwd: bare });
    expect(code).toBe(2);
    expect(stderr.replaceAll(bare, "PROJECT")).toMatchInlineSnapshot(`
      "mcptest: @mcptest/testkit is not installed for PROJECT.
        why: The servers on which two versions of a pack are compared come with @mcptest/testkit, which is no part of mcptest.
        fix: Install it: npm install --save-dev @mcptest/testkit
        code: TESTKIT_MISSING
      "
    `);
  });
});
