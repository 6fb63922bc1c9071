import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { handMade } from "./testing/hand-made.js";
import { MANAGERS, type Manager } from "./testing/managers.js";
import { createProject, type Files, type Project } from "./testing/project.js";
import { TOYS } from "./testing/toys.js";

const { versions } = inject("published");
const contract = { "@mcptest/pack": versions["@mcptest/pack"] };
const OURS = "mcptest-pack-ours";

/** A member of the workspace: what it depends on, and the packs that its configuration names. */
function member(name: string, dependencies: object, packs: object): Files {
  return {
    [`packages/${name}/package.json`]: { name: `member-${name}`, version: "1.0.0", private: true, dependencies },
    [`packages/${name}/mcptest.config.json`]: { packs },
  };
}

/** A workspace; `linked` is how its package manager wants a member to name another. */
function workspace(linked: string): Files {
  const toysOld = { pack: TOYS, version: "1.x" };
  return {
    "package.json": { name: "workspace", version: "1.0.0", private: true, workspaces: ["packages/*"] },
    ...handMade(OURS, "1.0.0", { at: "packages/ours" }),
    "packages/ours/mcptest.config.json": { packs: { [OURS]: "1.x" } },
    ...member("one", { ...contract, [TOYS]: "1.0.0", [OURS]: linked }, { [TOYS]: "1.x", [OURS]: "1.x" }),
    ...member(
      "two",
      { ...contract, [TOYS]: "2.x", "toys-old": `npm:${TOYS}@1.1.0` },
      { [TOYS]: "2.x", "toys-old": toysOld },
    ),
    ...member("three", { "member-one": linked }, { [TOYS]: "*" }),
  };
}

const STRICT = ["pnpm", "yarn 4, Plug'n'Play"];
const rows = MANAGERS.map((manager) => [manager.name, manager] as const);

describe.each(rows)("a workspace of %s", (name, manager) => {
  let project: Project;

  beforeAll(async () => {
    project = createProject(manager, workspace(/^npm|^yarn 1/.test(name) ? "1.0.0" : "workspace:*"));
    if (manager.shim === "pnpm") project.write({ "pnpm-workspace.yaml": "packages: ['packages/*']\n" });
    await project.must(manager.install);
  }, 120_000);

  const ours = () => `${OURS} 1.0.0 ${join(project.folder, "packages/ours/index.js")}`;

  test("its own pack as a link, and a pack of the registry", async () => {
    const [toys, linked] = await located(project, manager, "one");
    expect(toys).toMatch(new RegExp(`^${TOYS} 1\\.0\\.0 ${project.folder}/.*/${TOYS}/pack\\.js$`));
    expect(linked).toBe(ours());
  });

  test("another version in another member, and a third by an alias", async () => {
    const [toys, old] = await located(project, manager, "two");
    expect(toys).toMatch(new RegExp(`^${TOYS} 2\\.0\\.0 ${project.folder}/.*/${TOYS}/pack\\.js$`));
    expect(old).toMatch(new RegExp(`^${TOYS} 1\\.1\\.0 ${project.folder}/.*/pack\\.js$`));
  });

  test("a member by its own name", async () => {
    expect(await located(project, manager, "ours")).toEqual([ours()]);
  });

  test("only a dependency of a dependency (P02): nothing in strict layouts, what Node finds in hoisted ones", async () => {
    const [found = "", advice] = await located(project, manager, "three");
    if (STRICT.includes(name)) {
      expect(found).toMatch(/^PACK_NOT_FOUND: /);
      expect(advice).toBe(`Install it as a direct dependency: ${manager.add} ${TOYS}`);
    } else {
      expect(found).toMatch(new RegExp(`^${TOYS} [12]\\.0\\.0 ${project.folder}/node_modules/`));
    }
  });
});

/** What is found for the configuration of a member, here and in a process of its own alike: a line for each pack. */
async function located(project: Project, manager: Manager, name: string): Promise<string[]> {
  const cwd = join(project.folder, "packages", name);
  const program = join(import.meta.dirname, "testing/locate.mjs");
  const question = JSON.stringify({ cwd, tool: project.folder });
  const { stdout } = await project.must(`${manager.node ?? "node"} ${program} '${question}'`, `packages/${name}`);
  const [here, isolated] = JSON.parse(stdout) as [string, string];
  expect(isolated).toBe(here);
  return here.split("\n");
}
