import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { MANAGERS } from "./testing/managers.js";
import { createProject, type Project } from "./testing/project.js";

const { versions } = inject("published");
const managerNamed = (name: string) => MANAGERS.find((manager) => manager.name === name)!;

/** How an author begins, and what the tarball then has. The guide, which a test follows, goes on with the first. */
const BEGINNINGS = [
  ["npm", "npm create mcptest-pack bells -- --extension com.acme/bells", "dist/index.js"],
  ["pnpm", "pnpm create mcptest-pack bells --extension com.acme/bells --javascript", "src/index.js"],
] as const;

describe.each(BEGINNINGS)("made with %s", { timeout: 120_000 }, (name, create, entry) => {
  const manager = managerNamed(name);
  let project: Project;
  let made: string;

  beforeAll(async () => {
    project = createProject(manager, {});
    made = (await project.must(create)).stdout;
    await project.must(manager.install, "bells");
  }, 120_000);

  test("it says what comes next, for this package manager", () => {
    expect(made).toContain(`  cd bells\n  ${name} install\n  ${name} test`);
  });

  test("it develops with the versions that it was made for", () => {
    const { devDependencies } = JSON.parse(readFileSync(join(project.folder, "bells/package.json"), "utf8"));
    expect(devDependencies).toMatchObject({
      "@mcptest/pack": `^${versions["@mcptest/pack"]}`,
      "@mcptest/testkit": `^${versions["@mcptest/testkit"]}`,
      mcptest: `^${versions.mcptest}`,
    });
  });

  test("its tests pass, and mcptest finds the fault of its toy server", async () => {
    const { stdout } = await project.must(`${name} test`, "bells");
    expect(stdout).toMatch(/pass 3\n/);
    expect(stdout).toMatch(/fail 0\n/);
    const broken = await project.shell("npm run try -- items-are-no-list", "bells");
    expect(broken.stdout).toContain("1/2 checks passed");
    expect(broken.stdout).toContain('| items is "none"; it has to be an array');
    expect(broken).toMatchObject({ code: 1, left: [] });
  });

  test("mcptest packs new makes another, with the same package manager, and overwrites nothing", async () => {
    const line = `${manager.exec} mcptest packs new ../more --extension com.acme/more --name more --javascript`;
    const { stdout } = await project.must(line, "bells");
    expect(stdout).toContain(`Made more for com.acme/more: 17 files in ../more`);
    expect(stdout).toContain(`  ${name} install\n`);
    const again = await project.shell(line, "bells");
    expect(again.code).toBe(2);
    expect(again.stderr).toContain("create-mcptest-pack: ../more has .changeset/config.json, ");
    expect(again.stderr).not.toContain("npm error");
  });

  test("it packs", async () => {
    await project.must(`${name} pack`, "bells");
    const tarball = join(project.folder, "bells/mcptest-pack-bells-0.0.0.tgz");
    expect(existsSync(tarball)).toBe(true);
    const { stdout } = await project.must(`tar -tzf ${tarball}`);
    const files = stdout.trim().split("\n");
    expect(files).toEqual(
      expect.arrayContaining(["LICENSE", "README.md", "package.json", entry].map((file) => `package/${file}`)),
    );
    expect(files.filter((file) => /toy-server|test|changeset|github/.test(file))).toEqual([]);
  });
});

test.each([
  ["yarn 1", "yarn create mcptest-pack bells --extension com.acme/bells"],
  ["yarn 4, node_modules", "yarn create mcptest-pack bells --extension com.acme/bells"],
])("%s makes one too", async (name, create) => {
  const project = createProject(managerNamed(name), {});
  const { stdout } = await project.must(create);
  expect(stdout).toContain("  cd bells\n  yarn install\n  yarn test");
  expect(existsSync(join(project.folder, "bells/package.json"))).toBe(true);
});
