import type { Report } from "@mcptest/core/report";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { MANAGERS } from "./testing/managers.js";
import { createProject, type Project } from "./testing/project.js";
import { TOYS } from "./testing/toys.js";

const TASKS = "@mcptest/pack-tasks";
const { versions } = inject("published");
const major = Number.parseInt(versions[TASKS] as string, 10);

const SERVER = `
import { serveStdio } from "@mcptest/testkit";

const toys = () => ({
  capabilities: (era) => (era === "modern" ? { extensions: { "com.example/toys": { version: "1" } } } : {}),
});
const { stdin: input, stdout: output, stderr: errors } = process;
serveStdio({ jobMs: 50, extensions: [toys] }, { input, output, errors, exit: (code) => process.exit(code) });
`;

const CONFIG = {
  mcptest: "*",
  servers: { local: { command: "node", args: ["server.mjs"] } },
  packs: {
    [TOYS]: "1.x",
    "toys-next": { pack: TOYS, version: "2.x" },
    [TASKS]: { version: `${major}.x`, options: { roles: { task: { tool: "job" } } } },
    "tasks-next": {
      pack: TASKS,
      version: `${major + 1}.x`,
      options: { roles: { task: { tool: "job" } } },
    },
  },
  suites: {
    both: { packs: [TOYS, "toys-next"] },
    old: { packs: [TOYS] },
    next: { packs: ["toys-next"] },
    minor: { packs: { [TOYS]: "^1.1.0" } },
    never: { packs: { "toys-next": { version: "3.x" } } },
    tasks: { packs: [TASKS, "tasks-next"] },
  },
};

const FILES = {
  "package.json": {
    name: "consumer",
    private: true,
    devDependencies: {
      mcptest: versions.mcptest,
      "@mcptest/pack": versions["@mcptest/pack"],
      "@mcptest/testkit": versions["@mcptest/testkit"],
      [TASKS]: `${major}.x`,
      "tasks-next": `npm:${TASKS}@${major + 1}.x`,
      [TOYS]: "1.0.0",
      "toys-next": `npm:${TOYS}@2.x`,
    },
  },
  "server.mjs": SERVER,
  "mcptest.config.json": CONFIG,
};

describe.each(MANAGERS.map((manager) => [manager.name, manager] as const))("installed with %s", (_name, manager) => {
  let project: Project;

  beforeAll(async () => {
    project = createProject(manager, FILES);
    await project.must(manager.install);
  }, 120_000);

  async function suite(name: string) {
    const { code, stdout, stderr, left } = await project.shell(
      `${manager.exec} mcptest run --suite ${name} --format json`,
    );
    expect(left).toEqual([]);
    return { code, stderr, packs: stdout.startsWith("{") ? packsOf(JSON.parse(stdout)) : stdout };
  }

  test("two majors of one pack run side by side in one suite, and a suite pins either", async () => {
    const old = `${TOYS} 1.0.0 of 1.x, com.example/toys: passed`;
    const next = `${TOYS} 2.0.0 of 2.x as toys-next, com.example/toys: failed`;
    expect(await suite("both")).toMatchObject({ code: 1, packs: [old, next] });
    expect(await suite("old")).toMatchObject({ code: 0, packs: [old] });
    expect(await suite("next")).toMatchObject({ code: 1, packs: [next] });
  });

  test("two majors of the Tasks pack judge the testkit", async () => {
    const passed = `io.modelcontextprotocol/tasks: passed`;
    expect(await suite("tasks")).toMatchObject({
      code: 0,
      packs: [
        `${TASKS} ${versions[TASKS]} of ${major}.x, ${passed}`,
        `${TASKS} ${major + 1}.0.0 of ${major + 1}.x as tasks-next, ${passed}`,
      ],
    });
  });

  test("the report has the real path of each pack, inside of the project", async () => {
    const { stdout } = await project.shell(`${manager.exec} mcptest run --suite both --format json`);
    const report = JSON.parse(stdout) as Report;
    for (const { origin, isolation, contentHash } of report.servers.flatMap((server) => server.packs)) {
      expect(origin.startsWith(`${project.folder}/`), origin).toBe(true);
      expect(origin.endsWith(`/${TOYS}/pack.js`) || origin.endsWith("/toys-next/pack.js"), origin).toBe(true);
      expect(isolation).toBe("process");
      expect(contentHash).toMatch(/^[0-9a-f]{64}$/);
    }
  });

  test("a pin that breaks says range, version, place and command; the command mends it, and the minor is as green", async () => {
    const broken = await suite("minor");
    const { origin, fix } = mistakeIn(broken.stderr);
    expect({ code: broken.code, stdout: broken.packs }).toEqual({ code: 2, stdout: "" });
    expect(broken.stderr).toContain(
      `the pack ${TOYS}, named in mcptest.config.json:1:${placeOf(`"${TOYS}":"^1.1.0"`)}, is pinned to ^1.1.0; installed is ${TOYS} 1.0.0, at ${project.folder}/`,
    );
    expect(origin).toMatch(/\/pack\.js$/);
    expect(fix).toBe(`${manager.add} "${TOYS}@^1.1.0"`);
    await project.must(fix);
    const mended = `${TOYS} 1.1.0 of ^1.1.0, com.example/toys: passed, advisory toys-size-named failed`;
    expect(await suite("minor")).toMatchObject({ code: 0, packs: [mended] });
  });

  test("a pin of an alias that nothing satisfies names the package behind it in its command", async () => {
    const { code, stderr } = await suite("never");
    expect(code).toBe(2);
    expect(stderr).toContain(`is pinned to 3.x; installed is ${TOYS} 2.0.0, at `);
    expect(mistakeIn(stderr).fix).toBe(`${manager.add} toys-next@npm:${TOYS}@3.x`);
  });
});

test("Plug'n'Play gives a pack no peer that the project has not: the error has the command that adds it", async () => {
  const manager = MANAGERS.find(({ name }) => name === "yarn 4, Plug'n'Play")!;
  const project = createProject(manager, {
    "package.json": { name: "consumer", private: true, devDependencies: { mcptest: versions.mcptest, [TOYS]: "1.x" } },
    "mcptest.config.json": { servers: { local: { command: "none" } }, packs: { [TOYS]: "1.x" } },
  });
  await project.must(manager.install);
  const { code, stderr } = await project.shell(`${manager.exec} mcptest run`);
  expect(code).toBe(2);
  expect(stderr).toContain(
    `  fix: Install it beside ${TOYS}, which wants it of its user: yarn add --dev @mcptest/pack\n`,
  );
}, 60_000);

function packsOf(report: Report): string[] {
  return report.servers.flatMap(({ packs }) =>
    packs.map(({ name, version, range, alias, extension, outcome, checks }) => {
      const advisory = checks.filter((check) => check.advisory).map(({ id, status }) => `, advisory ${id} ${status}`);
      return `${name} ${version} of ${range}${alias ? ` as ${alias}` : ""}, ${extension}: ${outcome}${advisory.join("")}`;
    }),
  );
}

function placeOf(text: string): number {
  return JSON.stringify(CONFIG).indexOf(text) + 1;
}

function mistakeIn(stderr: string): { origin: string; fix: string } {
  return {
    origin: /, at (\S.*)$/m.exec(stderr)?.[1] ?? "",
    fix: /install a version inside it: (.*)$/m.exec(stderr)?.[1] ?? "",
  };
}
