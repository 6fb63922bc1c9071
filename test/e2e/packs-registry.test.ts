import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { httpServer, modernServer } from "./testing/http-server.js";
import { mcptest, startMcptest } from "./testing/mcptest.js";
import { startTinyRegistry } from "./testing/tiny-registry.js";
import { installed, npmProject, TOYS, TOYS_PACKAGES } from "./testing/toys.js";

/** Nobody listens there: port 9 is `discard`. */
const NOBODY = "http://127.0.0.1:9";

let registry: string;
let server: string;

beforeAll(async () => {
  const noPack = { "package.json": { name: "no-pack", version: "1.0.0" }, "index.js": "module.exports = 1;\n" };
  registry = await startTinyRegistry([...TOYS_PACKAGES, noPack]);
  server = await modernServer({});
});

function read(cwd: string, path: string): string {
  return readFileSync(join(cwd, path), "utf8");
}

describe("mcptest packs outdated", () => {
  test("tells the newest version inside each pin and the newest at all, and ends with 1", async () => {
    const place = npmProject(registry, {
      ...installed("1.0.0"),
      ...installed("3.0.0-rc.1", "toys-next"),
      "mcptest.config.yaml": `packs:
  ${TOYS}: 1.x
  toys-next: { pack: ${TOYS}, version: ^3.0.0-rc.1 }
  ./node_modules/${TOYS}: "*"
`,
    });
    const text = await mcptest(["packs", "outdated"], place);
    expect(text.stdout).toMatchInlineSnapshot(`
      "mcptest-pack-toys 1.0.0, pin 1.x: 1.1.0 is inside the pin; 2.0.0 is outside of the pin
      mcptest-pack-toys 3.0.0-rc.1 (as toys-next), pin ^3.0.0-rc.1: nothing newer
      ./node_modules/mcptest-pack-toys: not asked for, it is named by a path
      "
    `);
    expect({ code: text.code, stderr: text.stderr, left: text.left }).toEqual({ code: 1, stderr: "", left: [] });
    const json = await mcptest(["packs", "outdated", "--format", "json"], place);
    const { packs, notAsked } = JSON.parse(json.stdout) as { packs: object[]; notAsked: object[] };
    const versions = { inside: "1.1.0", newest: "2.0.0", canUpdate: true, canUpgrade: true };
    expect(packs[0]).toEqual({ name: TOYS, version: "1.0.0", range: "1.x", ...versions });
    expect(notAsked).toEqual([{ name: `./node_modules/${TOYS}`, reason: "it is named by a path" }]);
  });

  test("nothing newer is 0, and a package that the registry does not have says so", async () => {
    const newest = npmProject(registry, { ...installed("2.0.0"), "mcptest.config.yaml": `packs: { ${TOYS}: "*" }` });
    const { code, stdout } = await mcptest(["packs", "outdated"], newest);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "mcptest-pack-toys 2.0.0, pin *: nothing newer\n" });
    const empty = npmProject(await startTinyRegistry([]), {
      ...installed("2.0.0"),
      "mcptest.config.yaml": `packs: { ${TOYS}: "*" }`,
    });
    const unknown = await mcptest(["packs", "outdated"], empty);
    expect(unknown.stdout).toBe("mcptest-pack-toys 2.0.0, pin *: the registry does not have it\n");
  });

  test("without a network it says which command failed and why, and ends with 3", async () => {
    const place = npmProject(NOBODY, { ...installed("1.0.0"), "mcptest.config.yaml": `packs: { ${TOYS}: 1.x }` });
    const { code, stdout, stderr } = await mcptest(["packs", "outdated"], place);
    expect(stderr).toMatchInlineSnapshot(`
      "mcptest: npm view mcptest-pack-toys versions --json ended with exit code 1:
        | npm error code ECONNREFUSED
        | npm error syscall connect
        | npm error errno ECONNREFUSED
        | npm error FetchError: request to http://127.0.0.1:9/mcptest-pack-toys failed, reason: connect ECONNREFUSED 127.0.0.1:9
        | npm error If you are behind a proxy, please make sure that the 'proxy' config is set properly.  See: 'npm help config'
        why: The registry that the project's package manager is configured with gave no answer.
        fix: Check the network, the proxy, and the registry in the package manager's own configuration.
        code: REGISTRY_UNREACHABLE
      "
    `);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  });
});

describe("mcptest packs add", () => {
  const CONFIG = `# what we test
servers:
  local: { url: "http://127.0.0.1:3000/mcp" }   # ours

packs: {} # none yet
`;

  test("installs, and pins in the configuration, whose comments stay", async () => {
    const place = npmProject(registry, { "mcptest.config.yaml": CONFIG });
    const added = await mcptest(["packs", "add", `${TOYS}@1.x`], place);
    expect(added.stdout.replaceAll(place.cwd, "<project>")).toMatchInlineSnapshot(`
      "installed mcptest-pack-toys 1.1.0, in <project>
      pinned to 1.x in <project>/mcptest.config.yaml
      "
    `);
    expect({ code: added.code, stderr: added.stderr, left: added.left }).toEqual({ code: 0, stderr: "", left: [] });
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(CONFIG.replace("{} #", `{ ${TOYS}: "1.x" } #`));
    expect(JSON.parse(read(place.cwd, "package.json"))).toEqual({ devDependencies: { [TOYS]: "^1.1.0" } });
    const listed = await mcptest(["packs", "list"], place);
    expect(listed.stdout).toContain("mcptest-pack-toys 1.1.0\n  pin        1.x\n");
  });

  test("adds a second version under an alias, and changes a pin that is there", async () => {
    const place = npmProject(registry, { "mcptest.config.yaml": CONFIG });
    await mcptest(["packs", "add", `${TOYS}@1.0.0`], place);
    await mcptest(["packs", "add", `${TOYS}@^3.0.0-rc.1`, "--as", "toys-next"], place);
    const { code } = await mcptest(["packs", "add", `${TOYS}@^1.1.0`], place);
    expect(code).toBe(0);
    const entries = `${TOYS}: "^1.1.0", toys-next: { pack: "${TOYS}", version: "^3.0.0-rc.1" }`;
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(CONFIG.replace("{} #", `{ ${entries} } #`));
    const { stdout } = await mcptest(["packs", "list", "--format", "json"], place);
    const { packs } = JSON.parse(stdout) as { packs: { version: string }[] };
    expect(packs.map(({ version }) => version)).toEqual(["1.1.0", "3.0.0-rc.1"]);
  });

  test.each<[what: string, words: string[], message: string]>([
    [
      "a dependency",
      [TOYS, "--as", "mcptest"],
      "mcptest is taken: in the package.json in FOLDER it is another package",
    ],
    ["an alias", [TOYS, "--as", "old"], "old is taken: in the package.json in FOLDER it is the package other-pack"],
    [
      "a package that an alias hides",
      ["old@1.x"],
      "in the package.json in FOLDER it is the package other-pack, not old.",
    ],
    ["a pin", [TOYS, "--as", "mcptest-pack-bells"], "in mcptest.config.yaml:2:3 it is another package"],
    ["a pin of a suite", [TOYS, "--as", "gate"], "in mcptest.config.yaml:5:23 it is the package other-pack"],
  ])("a name that %s has is refused before anything is installed", async (_what, words, message) => {
    const config = `packs:
  mcptest-pack-bells: 1.x
  toys-next: { pack: ${TOYS}, version: 2.x }
suites:
  nightly: { packs: { gate: { pack: other-pack, version: 1.x } } }
`;
    const dependencies = { devDependencies: { mcptest: "^1.0.0", old: "npm:other-pack@^1.0.0" } };
    const place = npmProject(NOBODY, { "package.json": dependencies, "mcptest.config.yaml": config });
    const { code, stdout, stderr } = await mcptest(["packs", "add", ...words], place);
    expect(stderr.replaceAll(place.cwd, "FOLDER")).toContain(message);
    expect(stderr).toContain("code: USAGE_BAD_VALUE\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(config);
    expect(JSON.parse(read(place.cwd, "package.json"))).toEqual(dependencies);
  });

  test("an alias of the same package changes its version", async () => {
    const place = npmProject(registry, { "mcptest.config.yaml": CONFIG });
    await mcptest(["packs", "add", `${TOYS}@1.x`, "--as", "toys-next"], place);
    const { code } = await mcptest(["packs", "add", `${TOYS}@2.x`, "--as", "toys-next"], place);
    expect(code).toBe(0);
    const entry = `toys-next: { pack: "${TOYS}", version: "2.x" }`;
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(CONFIG.replace("{} #", `{ ${entry} } #`));
    expect(JSON.parse(read(place.cwd, "package.json"))).toEqual({
      devDependencies: { "toys-next": `npm:${TOYS}@^2.0.0` },
    });
  });

  test("without a configuration it makes one, and says which packs no longer run by themselves", async () => {
    const place = npmProject(registry);
    const { code, stdout } = await mcptest(["packs", "add", TOYS], place);
    expect(stdout.replaceAll(place.cwd, "<project>")).toMatchInlineSnapshot(`
      "installed mcptest-pack-toys 2.0.0, in <project>
      pinned to ^2.0.0 in mcptest.config.yaml, which is new
      the configuration names packs now, so these no longer run unless it names them too: @mcptest/pack-apps, @mcptest/pack-negotiation, @mcptest/pack-resource-compat, @mcptest/pack-skills, @mcptest/pack-tasks
      "
    `);
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(`packs:\n  ${TOYS}: "^2.0.0"\n`);
    expect(code).toBe(0);
  });

  test("JSON is edited, in a package.json too; code is not, and what to write is told", async () => {
    const json = npmProject(registry, { "package.json": '{\n    "mcptest": {\n        "servers": {}\n    }\n}\n' });
    await mcptest(["packs", "add", `${TOYS}@1.x`], json);
    expect(JSON.parse(read(json.cwd, "package.json"))).toMatchObject({
      mcptest: { servers: {}, packs: { [TOYS]: "1.x" } },
    });
    const servers = '{\n  "servers": { "local": { "command": "node" } }\n}\n';
    const own = npmProject(registry, { "mcptest.config.json": servers });
    await mcptest(["packs", "add", `${TOYS}@1.x`], own);
    const pin = `,\n  "packs": {\n    "${TOYS}": "1.x"\n  }\n}\n`;
    expect(read(own.cwd, "mcptest.config.json")).toBe(servers.replace("\n}\n", pin));
    const source = "export default { packs: {} };\n";
    const code = npmProject(registry, { "mcptest.config.mjs": source });
    const { stdout } = await mcptest(["packs", "add", `${TOYS}@1.x`], code);
    expect(stdout).toContain(`not edited by mcptest. Write into it:\n  packs: { "${TOYS}": "1.x" }\n`);
    expect(read(code.cwd, "mcptest.config.mjs")).toBe(source);
  });

  test("what is no pack stays installed, and the configuration stays as it was", async () => {
    const place = npmProject(registry, { "mcptest.config.yaml": CONFIG });
    const { code, stdout, stderr } = await mcptest(["packs", "add", "no-pack@1.x"], place);
    expect(stderr.replaceAll(place.cwd, "<project>")).toMatchInlineSnapshot(`
      "mcptest: no-pack, named in mcptest packs add, is no pack (<project>/node_modules/no-pack/index.js): its default export is no object
        | It stays installed, and the configuration is as it was.
        why: The module exports no pack.
        fix: Check the name: this package is no pack of mcptest. To take it out: npm uninstall no-pack
        code: PACK_NOT_A_PACK
      "
    `);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(CONFIG);
    expect(existsSync(join(place.cwd, "node_modules/no-pack"))).toBe(true);
  });

  test.each([
    [`${TOYS}@9.x`, () => registry, "PACKAGE_MANAGER_FAILED", 2, "No matching version found for mcptest-pack-toys@9.x"],
    ["nobody-has-this@1.x", () => registry, "PACKAGE_MANAGER_FAILED", 2, "404"],
    [`${TOYS}@1.x`, () => NOBODY, "REGISTRY_UNREACHABLE", 3, "ECONNREFUSED"],
  ])("%s that cannot be installed is told with what npm says", async (word, url, errorCode, exitCode, said) => {
    const place = npmProject(url(), { "mcptest.config.yaml": CONFIG });
    const { code, stdout, stderr } = await mcptest(["packs", "add", word], place);
    expect(stderr).toContain(
      `mcptest: npm install --save-dev ${word} --no-audit --no-fund ended with exit code 1:\n  | `,
    );
    expect(stderr).toContain(said);
    expect(stderr).toContain(`code: ${errorCode}\n`);
    expect({ code, stdout }).toEqual({ code: exitCode, stdout: "" });
    expect(read(place.cwd, "mcptest.config.yaml")).toBe(CONFIG);
  });

  test("a package manager that is not there is named", async () => {
    const place = npmProject(registry, { "package.json": { packageManager: "bun@1.0.0" } });
    const { code, stderr } = await mcptest(["packs", "add", `${TOYS}@1.x`], {
      ...place,
      env: { ...place.env, PATH: place.cwd },
    });
    expect(stderr).toContain("mcptest: bun cannot be started: there is no such command\n");
    expect(stderr).toContain("fix: Install bun, which is the package manager of the project");
    expect(code).toBe(2);
  });
});

describe("mcptest packs diff", () => {
  test("runs both versions, tells what turned red, and leaves nothing behind", async () => {
    const place = npmProject(registry);
    const { code, stdout, stderr, left } = await mcptest(
      ["packs", "diff", `${TOYS}@1.0.0`, `${TOYS}@2.x`, server],
      place,
    );
    expect(stdout.replace(/^127.*, http/m, "<server>, http")).toMatchInlineSnapshot(`
      "mcptest-pack-toys 1.0.0 → 2.0.0

      <server>, http-modern-2026-07-28
        toys-named: passed → failed, turned red
          | no name
        toys-boxed: failed → passed, turned green

      2 verdicts differ: 1 turned red, 1 turned green
      "
    `);
    expect({ code, stderr, left }).toEqual({ code: 1, stderr: "", left: [] });
    expect(readdirSync(place.cwd).sort()).toEqual([".npmrc", "package.json"]);
  });

  test("a minor with an advisory check turns nothing red", async () => {
    const place = npmProject(registry);
    const words = ["packs", "diff", `${TOYS}@1.0.0`, `${TOYS}@1.1.0`, server];
    const { code, stdout } = await mcptest([...words, "--format", "json"], place);
    const { before, after, changes } = JSON.parse(stdout) as {
      before: { version: string };
      after: { version: string };
      changes: { check: string; kind: string }[];
    };
    expect([before.version, after.version]).toEqual(["1.0.0", "1.1.0"]);
    expect(changes.map(({ check, kind }) => `${check} ${kind}`)).toEqual(["toys-boxed red-to-green", "toys-new added"]);
    expect(code).toBe(0);
    expect((await mcptest([...words, "--advisory", "count"], place)).code).toBe(1);
  });

  test("installed aliases and paths are compared on the servers of the configuration, without a registry", async () => {
    const place = npmProject(NOBODY, {
      ...installed("1.0.0"),
      ...installed("2.0.0", "toys-next"),
      "mcptest.config.yaml": `
servers: { local: { url: "${server}" } }
packs: { ${TOYS}: 1.x, toys-next: { pack: ${TOYS}, version: 2.x } }
`,
    });
    const aliases = await mcptest(["packs", "diff", TOYS, "toys-next", "--verbose"], place);
    expect(aliases.stdout).toContain("\nlocal, http-modern-2026-07-28\n");
    expect(aliases.stdout).toContain("\n    | before: no box\n");
    expect(aliases.code).toBe(1);
    const path = await mcptest(["packs", "diff", "toys-next", `./node_modules/${TOYS}`], place);
    expect(path.stdout).toContain("mcptest-pack-toys 2.0.0 → 1.0.0\n");
    const equal = await mcptest(["packs", "diff", TOYS, `./node_modules/${TOYS}/index.js`], place);
    expect(equal.stdout).toBe("mcptest-pack-toys 1.0.0 → 1.0.0\n\nno verdict differs\n");
    expect(equal.code).toBe(0);
  });

  test("a signal while packs are installed ends the package manager, and leaves nothing behind", async () => {
    let asked: () => void = () => {};
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const silent = await httpServer(() => asked());
    const place = npmProject(silent.replace(/\/mcp$/, ""));
    const { child, ended } = startMcptest(["packs", "diff", `${TOYS}@1.0.0`, `${TOYS}@2.x`, server], place);
    await isAsked;
    child.kill("SIGTERM");
    const { code, stdout, left } = await ended;
    expect({ code, stdout, left }).toEqual({ code: 143, stdout: "", left: [] });
    expect(readdirSync(place.cwd).sort()).toEqual([".npmrc", "package.json"]);
  });

  test("a server that is not there cannot be compared on: 3", async () => {
    const place = npmProject(NOBODY, { ...installed("1.0.0"), ...installed("2.0.0", "toys-next") });
    const words = ["packs", "diff", `./node_modules/${TOYS}`, "./node_modules/toys-next", `${NOBODY}/mcp`];
    const { code, stdout } = await mcptest(words, place);
    expect(stdout).toContain("\n\nnothing could be compared:\n  | ");
    expect(code).toBe(3);
  });

  /** A project with two versions of a pack for an extension; `bodies` are what their check does. */
  function twoVersions(bodies: readonly [string, string]) {
    const files = bodies.map((body, index) => [
      `${index + 1}.mjs`,
      `export default {
  name: "toys", version: "${index + 1}.0.0", extension: "com.example/toys",
  checks: [{
    kind: "check", id: "toys-here", category: "toys", title: "here", description: "here", level: "must",
    since: "1.0.0", phase: "list", rule: { source: "toys" }, run(_values, verdict) { ${body} },
  }],
  "~mcptest": { kind: "pack", contract: 1 },
};
`,
    ]);
    return npmProject(NOBODY, Object.fromEntries(files));
  }

  test("a server that lacks the extension, and processes that die, prove nothing: 3, and why", async () => {
    const lacking = await mcptest(["packs", "diff", "./1.mjs", "./2.mjs", server], twoVersions(["", ""]));
    expect(lacking.stdout).toContain("toys 1.0.0 → 2.0.0\n\nnothing could be compared:\n  | ");
    expect(lacking.stdout).toMatch(/: toys 1\.0\.0 judged nothing: .+\n.*: toys 2\.0\.0 judged nothing: .+\n$/);
    const toys = await modernServer({ extensions: { "com.example/toys": {} } });
    const dead = twoVersions(["process.kill(process.pid, 'SIGKILL')", "process.kill(process.pid, 'SIGKILL')"]);
    const died = await mcptest(["packs", "diff", "./1.mjs", "./2.mjs", toys], dead);
    expect(died.stdout).toContain("\nnothing could be compared:\n  | ");
    expect(died.stdout).not.toContain("no verdict differs");
    expect([lacking.code, died.code]).toEqual([3, 3]);
  });

  test("a check that passed and cannot run now is worse: 1", async () => {
    const toys = await modernServer({ extensions: { "com.example/toys": {} } });
    const place = twoVersions(["", "verdict.couldNotRun('no toy')"]);
    const { code, stdout } = await mcptest(["packs", "diff", "./1.mjs", "./2.mjs", toys], place);
    expect(stdout).toContain("  toys-here: passed → could-not-run, cannot run now\n    | no toy\n");
    expect(stdout).toContain("\n1 verdict differs: 1 cannot run now\n");
    expect(code).toBe(1);
    const back = await mcptest(["packs", "diff", "./2.mjs", "./1.mjs", toys], place);
    expect(back.stdout).toContain("  toys-here: could-not-run → passed, changed otherwise\n");
    expect(back.code).toBe(3);
  });

  test("packs for different extensions, and versions that are not there, are told before any server is contacted", async () => {
    const place = npmProject(registry, installed("1.0.0"));
    const different = await mcptest(["packs", "diff", `./node_modules/${TOYS}`, "tasks", `${NOBODY}/mcp`], place);
    expect(different.stderr).toContain(
      "These are packs for different extensions: mcptest-pack-toys for *, @mcptest/pack-tasks for io.modelcontextprotocol/tasks.",
    );
    const gone = await mcptest(["packs", "diff", `${TOYS}@1.0.0`, `${TOYS}@9.x`, `${NOBODY}/mcp`], place);
    expect(gone.stderr).toContain("No matching version found");
    expect(readdirSync(join(place.cwd, "node_modules")).sort()).toEqual([TOYS]);
    expect([different.code, gone.code]).toEqual([2, 2]);
  });
});
