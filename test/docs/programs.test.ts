import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { MCPTasksConformanceTest } from "@mcptest/sdk";
import { beforeAll, expect, test } from "vitest";
import { blocks, codes, PAGES, rows, section } from "./testing/pages.js";
import { createProject, type Project, startServer } from "./testing/project.js";

let project: Project;

beforeAll(async () => {
  project = createProject(await startServer());
});

/** The code of a page as one program. What it leaves open does not keep it alive. */
function programOf(path: string): string {
  const code = blocks(path, "ts", "js").map(({ text }) => text);
  return project.mapped([...code, "process.exit(0);"].join("\n"));
}

test("the program of docs/sdk.md runs and passes", async () => {
  const { code, stdout, stderr } = await project.node(programOf("docs/sdk.md"));
  expect(stderr).toBe("");
  const [, ids] = stdout.split("extension\n");
  expect(stdout).toMatch(/^passed\n8\/8 checks passed, 0 failed, 0 could not run, 0 not applicable\nextension\n/);
  expect(ids).toMatch(/^\{ total: \d+, passed: [1-9]\d*, failed: 0, /);
  expect(code).toBe(0);
  expect(readFileSync(join(project.folder, "tasks.junit.xml"), "utf8")).toContain('tests="8" failures="0"');
  expect(JSON.parse(readFileSync(join(project.folder, "tasks.report.json"), "utf8"))).toMatchObject({ passed: true });
});

const packages = PAGES.filter((path) => /^packages\/(?!cli)/.test(path));

test.each(packages)("the program of %s runs", async (path) => {
  const program = programOf(path);
  expect(program).toContain("import ");
  const { code, stderr, left } = await project.node(program);
  expect({ code, stderr, left }).toEqual({ code: 0, stderr: "", left: [] });
});

test.each([
  ["docs/sdk.md", "# Use from code"],
  ["packages/sdk/README.md", "## What the class takes"],
])("%s has the properties of the class, and no other", (path, heading) => {
  const table = rows(section(path, heading).split("\n## ", 1)[0] ?? "");
  const told = table.flatMap(([name = ""]) => codes(name)).map((name) => name.replace(/\..*/, ""));
  expect(told.sort()).toEqual(propertiesOfTheClass());
});

/** The message about an unknown property lists those that there are. */
function propertiesOfTheClass(): string[] {
  try {
    new MCPTasksConformanceTest({ nonesuch: 1 } as never);
  } catch (error) {
    return (
      /There are: (.*)\.$/
        .exec((error as Error).message)?.[1]
        ?.split(", ")
        .sort() ?? []
    );
  }
  return [];
}

test("the files that pages name are those of the project", () => {
  for (const name of ["server.js", "tasks.json", "headers.txt"])
    expect(existsSync(join(project.folder, name))).toBe(true);
});
