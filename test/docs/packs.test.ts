import { rmSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "@mcptest/pack";
import type { ExtensionFactory } from "@mcptest/testkit";
import { expect, test } from "vitest";
import { blocks } from "./testing/pages.js";
import { createProject, startServer } from "./testing/project.js";

const [smallest = "", check = "", fixture = "", program = ""] = blocks("docs/packs.md", "js").map(({ text }) => text);

/** What a server does otherwise than one that obeys. */
interface Widgets {
  settings?: JsonObject;
  widgets?: JsonObject[] | string;
}

async function projectOn({ settings = { version: "1" }, widgets = [{ id: "a" }, { id: "b" }] }: Widgets) {
  const extension: ExtensionFactory = () => ({
    capabilities: (era): JsonObject => (era === "modern" ? { extensions: { "com.example/widgets": settings } } : {}),
    methods: { modern: new Map([["widgets/list", () => ({ widgets })]]) },
  });
  return createProject(await startServer({ extensions: [extension] }));
}

async function judge(pack: string, server: Widgets) {
  const project = await projectOn(server);
  project.write("pack.js", pack);
  const { code, stdout } = await project.shell(
    project.mapped("mcptest run http://127.0.0.1:3000/mcp --pack ./pack.js"),
  );
  return { code, stdout };
}

test.each([
  ["the smallest pack", smallest, {}, 0, "1/1 checks passed"],
  ["the smallest pack", smallest, { settings: {} }, 1, "| the settings have no version"],
  ["the check", check, {}, 0, "1/1 checks passed"],
  ["the check", check, { widgets: "none" }, 1, '| widgets is "none"; an array is asked for'],
  ["the fixture", fixture, {}, 0, "1/1 checks passed"],
  ["the fixture", fixture, { widgets: [{ id: "a" }, { id: "a" }] }, 1, "| the id a stands twice"],
  ["the fixture", fixture, { widgets: "none" }, 3, "| widgets/list gives no array: mend it first"],
] as const)("%s (case %#)", async (_name, pack, server, code, says) => {
  const judged = await judge(pack, server as Widgets);
  expect(judged.stdout).toContain(says);
  expect(judged.code).toBe(code);
});

test("the test of a pack", async () => {
  const project = createProject({ url: "" });
  project.write("pack.js", smallest);
  const { code, stdout, stderr } = await project.node(program);
  expect(stdout).toBe("passed 1/1 checks passed, 0 failed, 0 could not run, 0 not applicable\n");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

test("the package is found where it is installed", async () => {
  const [manifest] = blocks("docs/packs.md", "json");
  const project = await projectOn({});
  const { name, version } = JSON.parse(manifest!.text) as { name: string; version: string };
  // The workspace has a pack of that name: its folder is linked here, and must not be written to.
  rmSync(join(project.folder, "node_modules", name), { force: true });
  project.write("package.json", JSON.stringify({ devDependencies: { [name]: version } }));
  project.write(`node_modules/${name}/package.json`, manifest!.text);
  project.write(`node_modules/${name}/pack.js`, smallest);
  const { stdout } = await project.shell(project.mapped("mcptest run http://127.0.0.1:3000/mcp --format json"));
  const { servers } = JSON.parse(stdout) as {
    servers: { packs: { name: string; origin: string; outcome: string }[] }[];
  };
  expect(servers[0]?.packs.map((pack) => [pack.name, pack.outcome, pack.origin])).toEqual([
    [name, "passed", expect.stringContaining(`/node_modules/${name}/pack.js`)],
    ["@mcptest/pack-apps", expect.any(String), "bundled"],
    ["@mcptest/pack-negotiation", expect.any(String), "bundled"],
    ["@mcptest/pack-resource-compat", expect.any(String), "bundled"],
    ["@mcptest/pack-skills", expect.any(String), "bundled"],
    ["@mcptest/pack-tasks", expect.any(String), "bundled"],
  ]);
});
