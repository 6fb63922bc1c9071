import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyFolder, mcptest } from "./testing/mcptest.js";
import { project } from "./testing/project.js";
import { installed, TOYS } from "./testing/toys.js";

/** The text with the folder of the project named `<project>`. */
function shown(text: string, folder: string): string {
  return text.replaceAll(folder, "<project>");
}

/** A short name, as a pack declares it. */
const COMMAND = '{ name: "toys", summary: "Toys", flags: [] }';

const TWO_PINS = `
servers: { local: { command: node } }
packs:
  ${TOYS}: 1.x
  toys-next: { pack: ${TOYS}, version: ^2.0.0 }
suites:
  default: {}
  gate: { packs: { ${TOYS}: 1.1.0 } }
`;

function twoVersions(config = TWO_PINS): string {
  return project({ ...installed("1.1.0"), ...installed("2.0.0", "toys-next"), "mcptest.config.yaml": config });
}

test("mcptest packs list tells each pack, once for each pin", async () => {
  const cwd = twoVersions();
  const { code, stdout, stderr, left } = await mcptest(["packs", "list"], { cwd });
  expect(shown(stdout, cwd)).toMatchInlineSnapshot(`
    "configuration: <project>/mcptest.config.yaml

    mcptest-pack-toys 1.1.0
      pin        1.x
      origin     <project>/node_modules/mcptest-pack-toys/index.js
      isolation  a process of its own
      contract   1
      extension  * (any)
      checks     3
      suites     default

    mcptest-pack-toys 2.0.0
      named as   toys-next
      pin        ^2.0.0
      origin     <project>/node_modules/toys-next/index.js
      isolation  a process of its own
      contract   1
      extension  * (any)
      checks     2
      suites     default

    mcptest-pack-toys 1.1.0
      pin        1.1.0
      origin     <project>/node_modules/mcptest-pack-toys/index.js
      isolation  a process of its own
      contract   1
      extension  * (any)
      checks     3
      suites     gate
    "
  `);
  expect({ code, stderr, left }).toEqual({ code: 0, stderr: "", left: [] });
});

test("mcptest packs list --format json has the same facts", async () => {
  const cwd = twoVersions();
  const { stdout } = await mcptest(["packs", "list", "--format", "json"], { cwd });
  const document = JSON.parse(stdout) as { packs: object[] };
  expect(document).toMatchObject({ schemaVersion: 1, configFile: join(cwd, "mcptest.config.yaml") });
  expect(document.packs[1]).toEqual({
    name: TOYS,
    alias: "toys-next",
    version: "2.0.0",
    range: "^2.0.0",
    origin: join(cwd, "node_modules/toys-next/index.js"),
    isolation: "process",
    contract: 1,
    extension: "*",
    checks: 2,
    suites: ["default"],
  });
});

test("without a configuration it lists the direct dependencies that are packs, and the bundled ones", async () => {
  const cwd = project({ ...installed("1.0.0"), "package.json": { devDependencies: { [TOYS]: "1.0.0" } } });
  const { stdout } = await mcptest(["packs", "list"], { cwd });
  expect(stdout).toMatch(/^no configuration\n\nmcptest-pack-toys 1\.0\.0\n/);
  expect(stdout).toMatch(/\n@mcptest\/pack-tasks .*\n(?: {2}.*\n)* {2}origin {5}bundled\n/);
});

test("packs that cannot be loaded are told behind those that can", async () => {
  const cwd = twoVersions(`packs: { ${TOYS}: 9.x, toys-next: { pack: ${TOYS} }, gone: "*" }`);
  const { code, stdout, stderr } = await mcptest(["packs", "list"], { cwd });
  expect(stdout).toContain("mcptest-pack-toys 2.0.0");
  expect(stderr.match(/code: .*/g)).toEqual(["code: PACK_PIN_UNSATISFIED", "code: PACK_NOT_FOUND"]);
  expect(code).toBe(2);
});

describe("mcptest packs why", () => {
  test("tells each way in which a pack is named, the places in their order, and its pin", async () => {
    const cwd = twoVersions();
    const { code, stdout, stderr } = await mcptest(["packs", "why", TOYS], { cwd });
    expect(shown(stdout, cwd)).toMatchInlineSnapshot(`
      "mcptest-pack-toys 1.1.0
        because   the configuration names it
        named in  mcptest.config.yaml:4:3
        suites    default
        looked for from <project>, in this order:
          <project>/node_modules/mcptest-pack-toys: taken, version 1.1.0
        origin    <project>/node_modules/mcptest-pack-toys/index.js
        pin       1.x, satisfied by 1.1.0

      toys-next: mcptest-pack-toys 2.0.0
        because   the configuration names it
        named in  mcptest.config.yaml:5:3
        suites    default
        looked for from <project>, in this order:
          <project>/node_modules/toys-next: taken, version 2.0.0
        origin    <project>/node_modules/toys-next/index.js
        pin       ^2.0.0, satisfied by 2.0.0

      mcptest-pack-toys 1.1.0
        because   a suite names it with an entry of its own
        named in  mcptest.config.yaml:8:20
        suites    gate
        looked for from <project>, in this order:
          <project>/node_modules/mcptest-pack-toys: taken, version 1.1.0
        origin    <project>/node_modules/mcptest-pack-toys/index.js
        pin       1.1.0, satisfied by 1.1.0
      "
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });

  test("an alias means that one entry", async () => {
    const cwd = twoVersions();
    const { stdout } = await mcptest(["packs", "why", "toys-next", "--format", "json"], { cwd });
    const { reasons } = JSON.parse(stdout) as { reasons: object[] };
    expect(reasons).toMatchObject([{ name: "toys-next", because: "configuration", loaded: { version: "2.0.0" } }]);
  });

  test("a pin that is not satisfied stands beside what was found", async () => {
    const cwd = twoVersions(`packs: { ${TOYS}: 9.x }`);
    const { code, stdout } = await mcptest(["packs", "why", TOYS], { cwd });
    expect(shown(stdout, cwd)).toMatchInlineSnapshot(`
      "mcptest-pack-toys
        because   the configuration names it
        named in  mcptest.config.yaml:1:10
        looked for from <project>, in this order:
          <project>/node_modules/mcptest-pack-toys: taken, version 1.1.0
        pin       9.x, not satisfied
        | the pack mcptest-pack-toys, named in mcptest.config.yaml:1:10, is pinned to 9.x; installed is mcptest-pack-toys 1.1.0, at <project>/node_modules/mcptest-pack-toys/index.js
        | fix: Change the pin, or install a version inside it: npm install --save-dev mcptest-pack-toys@9.x
        | code: PACK_PIN_UNSATISFIED
      "
    `);
    expect(code).toBe(2);
  });

  test("in a workspace the nearer folder is taken, and the farther one is named", async () => {
    const cwd = project({
      ...installed("1.0.0"),
      "package.json": { workspaces: ["app"] },
      "app/package.json": {},
      "app/mcptest.config.yaml": `packs: { ${TOYS}: "*" }`,
      [`app/node_modules/${TOYS}/package.json`]: installed("2.0.0")[`node_modules/${TOYS}/package.json`] as object,
      [`app/node_modules/${TOYS}/index.js`]: installed("2.0.0")[`node_modules/${TOYS}/index.js`] as string,
    });
    const { stdout } = await mcptest(["packs", "why", TOYS], { cwd: join(cwd, "app") });
    expect(shown(stdout, cwd)).toContain(
      "    <project>/app/node_modules/mcptest-pack-toys: taken, version 2.0.0\n" +
        "    <project>/node_modules/mcptest-pack-toys: there, and not looked at any more, version 1.0.0\n",
    );
  });

  test("a dependency, a bundled pack, a path, and one that no configuration has", async () => {
    const cwd = project({ ...installed("1.0.0"), "package.json": { dependencies: { [TOYS]: "1.0.0" } } });
    const why = async (...words: string[]) => (await mcptest(["packs", "why", ...words], { cwd })).stdout;
    expect(await why(TOYS)).toContain("because   nothing names packs, and it is a direct dependency of the project");
    expect(await why("tasks")).toContain("because   nothing names packs, and it comes with mcptest");
    const path = await why(`./node_modules/${TOYS}/index.js`);
    expect(path).toContain("because   it does not run here by itself; this is what --pack would find");
    expect(path).toContain(`${join(cwd, "node_modules", TOYS, "index.js")}: taken`);
    const named = twoVersions();
    const bundled = await mcptest(["packs", "why", "@mcptest/pack-tasks"], { cwd: named });
    expect(bundled.stdout).toContain("because   it does not run here by itself");
    expect(bundled.stdout).toContain("(comes with mcptest): taken");
  });

  test("a short name means every entry whose pack is called so", async () => {
    const files = { ...installed("1.0.0"), ...installed("2.0.0", "toys-next") };
    const withCommands = Object.entries(files).map(([path, content]) => [
      path,
      typeof content === "string" ? content.replace("checks: [", `command: ${COMMAND}, checks: [`) : content,
    ]);
    const cwd = project({
      ...Object.fromEntries(withCommands),
      "mcptest.config.yaml": `packs: { ${TOYS}: 1.x, toys-next: { pack: ${TOYS}, version: 2.x } }`,
    });
    const { code, stdout } = await mcptest(["packs", "why", "toys", "--format", "json"], { cwd });
    const { reasons } = JSON.parse(stdout) as { reasons: object[] };
    expect(reasons).toMatchObject([
      { name: TOYS, because: "configuration", loaded: { version: "1.0.0" } },
      { name: "toys-next", because: "configuration", loaded: { version: "2.0.0" } },
    ]);
    expect({ count: reasons.length, code }).toEqual({ count: 2, code: 0 });
  });

  test("of two packs for one extension that nothing names, the second is skipped, which list says too", async () => {
    const names = ["mcptest-pack-bells", "mcptest-pack-other"];
    const files = names.flatMap((name) =>
      Object.entries(installed("1.0.0", name, name)).map(([path, content]) => [
        path,
        typeof content === "string" ? content.replace('extension: "*"', 'extension: "com.example/bells"') : content,
      ]),
    );
    const devDependencies = Object.fromEntries(names.map((name) => [name, "1.0.0"]));
    const cwd = project({ ...Object.fromEntries(files), "package.json": { devDependencies } });
    const skipped = "mcptest-pack-bells already stands for com.example/bells; name both packs to run both";
    const listed = await mcptest(["packs", "list"], { cwd });
    expect(listed.stdout.split("\n\n").filter((block) => block.includes(`  skipped    ${skipped}`))).toEqual([
      expect.stringMatching(/^mcptest-pack-other 1\.0\.0\n/),
    ]);
    const other = await mcptest(["packs", "why", "mcptest-pack-other"], { cwd });
    expect(other.stdout).toContain(`\n  skipped   ${skipped}\n`);
    const first = await mcptest(["packs", "why", "mcptest-pack-bells"], { cwd });
    expect(first.stdout).not.toContain("skipped");
  });

  test("an object that a configuration holds has no place", async () => {
    const cwd = project({
      ...installed("1.0.0"),
      "mcptest.config.mjs": `import toys from "${TOYS}"; export default { packs: { ours: toys } };`,
    });
    const { code, stdout } = await mcptest(["packs", "why", "ours"], { cwd });
    expect(stdout).toContain("ours: mcptest-pack-toys 1.0.0\n");
    expect(stdout).not.toContain("looked for");
    expect(code).toBe(0);
  });
});

describe("wrong use", () => {
  test.each([
    [["packs", "lst"], 'mcptest packs has no command "lst". Did you mean list?', "USAGE_UNKNOWN_COMMAND"],
    [["packs", "list", "toys"], '"toys" is one argument too many.', "USAGE_BAD_VALUE"],
    [["packs", "list", "--formt", "json"], "Unknown option '--formt'. Did you mean --format?", "USAGE_UNKNOWN_FLAG"],
    [["packs", "list", "--format", "yaml"], '--format: there is no "yaml".', "USAGE_BAD_VALUE"],
    [["packs", "list", "--", "node"], "mcptest packs list contacts no server", "USAGE_BAD_VALUE"],
    [["packs", "why"], "NAME is missing.", "USAGE_BAD_VALUE"],
    [["packs", "why", "a", "b"], '"b" is one argument too many.', "USAGE_BAD_VALUE"],
    [["packs", "why", "nobody-has-this"], "cannot find the pack nobody-has-this", "PACK_NOT_FOUND"],
    [["packs", "outdated", "toys"], '"toys" is one argument too many.', "USAGE_BAD_VALUE"],
    [["packs", "add"], "NAME@RANGE is missing.", "USAGE_BAD_VALUE"],
    [["packs", "add", "./toys"], '"./toys" is no name of an npm package.', "USAGE_BAD_VALUE"],
    [["packs", "add", "a/b@1.x"], '"a/b" is no name of an npm package.', "USAGE_BAD_VALUE"],
    [["packs", "add", "toys@latest"], "it looks like a dist-tag", "PACK_PIN_INVALID"],
    [["packs", "add", "toys@1.x", "--as", "../x"], '"../x" is no name of an npm package.', "USAGE_BAD_VALUE"],
    [["packs", "add", "toys@1.x"], "neither <folder> nor a folder above has a package.json", "PACKAGE_MANAGER_FAILED"],
    [["packs", "add", "toys@1.x", "--config", "gone.yaml"], "there is no file gone.yaml", "CONFIG_NOT_FOUND"],
    [["packs", "diff"], "No pack is named.", "USAGE_BAD_VALUE"],
    [["packs", "diff", "toys@1.x"], "The second version is missing.", "USAGE_BAD_VALUE"],
    [["packs", "diff", "toys@1.x", "http://127.0.0.1:1/mcp"], "The second version is missing.", "USAGE_BAD_VALUE"],
    [["packs", "diff", "toys@1.x", "toys@1.x"], '"toys@1.x" is named twice', "USAGE_BAD_VALUE"],
    [["packs", "diff", "toys@1.x", "toys@2.x"], "No target is given", "USAGE_NO_TARGET"],
    [["packs", "diff", "toys@1.x", "toys@next", "http://127.0.0.1:1/mcp"], "dist-tag", "PACK_PIN_INVALID"],
    [["packs", "diff", "toys@1.x", "toys@2.x", "nope"], "nope", "TARGET_BAD_URL"],
    [["packs", "diff", "a", "b", "http://127.0.0.1:1/mcp"], "cannot find the pack a", "PACK_NOT_FOUND"],
  ])("mcptest %j is answered with a fix", async (words, message, errorCode) => {
    const cwd = emptyFolder();
    const { code, stdout, stderr } = await mcptest(words, { cwd });
    expect(stderr.replaceAll(cwd, "<folder>")).toContain(message);
    expect(stderr).toMatch(/\n {2}fix: .+\n/);
    expect(stderr).toContain(`code: ${errorCode}\n`);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("mcptest packs alone shows its commands and is no command", async () => {
    const alone = await mcptest(["packs"]);
    const help = await mcptest(["packs", "--help"]);
    expect(alone.stderr).toBe(help.stdout);
    expect({ alone: alone.code, help: help.code, stdout: alone.stdout }).toEqual({ alone: 2, help: 0, stdout: "" });
    expect((await mcptest(["packs", "help", "why"])).stdout).toContain("Usage: mcptest packs why [options] NAME");
    expect((await mcptest(["help", "packs"])).stdout).toBe(help.stdout);
  });
});
