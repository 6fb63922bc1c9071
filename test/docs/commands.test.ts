import type { RunningServer } from "@mcptest/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import { widgets } from "../../packs/widgets/src/testing/server.js";
import { modernServer } from "../e2e/testing/http-server.js";
import { mcptest } from "../e2e/testing/mcptest.js";
import { startTinyRegistry } from "../e2e/testing/tiny-registry.js";
import { installed, toysPackage } from "../e2e/testing/toys.js";
import { blocks, PAGES } from "./testing/pages.js";
import { createProject, type Project, startServer } from "./testing/project.js";

/** The pack of pages about packs of others. */
const WIDGETS = "mcptest-pack-widgets";

let server: RunningServer;
let registry: string;
let project: Project;
/** Its server has all that the pack of widgets asks for. */
let projectOfWidgets: Project;
/** Its server has skills. */
let projectOfSkills: Project;

beforeAll(async () => {
  server = await startServer();
  registry = await startTinyRegistry(["1.0.0", "1.1.0", "2.0.0"].map((version) => toysPackage(version, WIDGETS)));
  project = createProject(server);
  projectOfWidgets = createProject(await startServer({ extensions: [widgets] }));
  projectOfSkills = createProject(await startServer({ kind: "skills", tools: undefined, extensions: undefined }));
  projectOfSkills.write("options.js", 'export const options = { kind: "skills" };\n');
  const [pack] = blocks("docs/packs.md", "js");
  project.write("pack.js", pack!.text);
});

/** The project for a line; one of its own where a package manager is called, which takes away what it does not know. */
function projectFor(line: string): Project {
  if (!/^mcptest packs (?:add|diff|outdated) /.test(`${line} `)) return project;
  const own = createProject(server);
  const files = { ...installed("1.0.0", WIDGETS, WIDGETS), ...installed("1.1.0", "widgets-next", WIDGETS) };
  for (const [path, content] of Object.entries(files)) {
    own.write(path, typeof content === "string" ? content : JSON.stringify(content));
  }
  own.write(".npmrc", `registry=${registry}/\ncache=${own.folder}/cache\n`);
  return own;
}

/** The project of pages about one pack, where it wants more of its server. */
function projectOf(path: string): Project | undefined {
  if (path === "packs/widgets/README.md") return projectOfWidgets;
  return path === "packs/skills/README.md" ? projectOfSkills : undefined;
}

/** Lines that call mcptest. */
function calls(text: string): string[] {
  return text.split("\n").filter((line) => /^(npx )?mcptest /.test(line));
}

/** The configuration of a page; pages without one mean the one of docs/configuration.md. */
function configurationOf(path: string): string {
  const [own] = blocks(path, "yaml");
  return (own ?? blocks("docs/configuration.md", "yaml")[0])!.text;
}

/** Its commands begin with a registry: test/publish follows it. */
const GUIDE = "docs/write-a-pack.md";

const lines = PAGES.filter((path) => path !== GUIDE).flatMap((path) =>
  blocks(path, "sh")
    .flatMap(({ text }) => calls(text))
    .map((line) => [path, line] as const),
);

test("pages have command lines", () => {
  const pages = lines.map(([path]) => path);
  expect(pages).toEqual(expect.arrayContaining(["README.md", "docs/cli.md", "docs/packs.md", "packs/tasks/README.md"]));
  expect(lines.length).toBeGreaterThan(20);
});

describe("on a server that obeys, every command line runs and finds nothing to blame", () => {
  test.each(lines)("%s: %s", async (path, line) => {
    await expectRuns(line, configurationOf(path), projectOf(path) ?? projectFor(line));
  });
});

test("capabilities prints what the front page shows", async () => {
  const [shown] = blocks("README.md", "");
  const capabilities = {
    tools: { listChanged: true },
    resources: {},
    extensions: { "io.modelcontextprotocol/tasks": {} },
  };
  const { stdout } = await mcptest(["capabilities", await modernServer(capabilities)]);
  expect(stdout).toBe(shown!.text);
});

describe("so do the examples of the help", () => {
  test.each([
    "--help",
    "capabilities --help",
    "inspect --help",
    "run --help",
    "tasks conformance --help",
    "explain --help",
    "packs list --help",
    "packs why --help",
    "packs outdated --help",
    "packs add --help",
    "packs diff --help",
  ])("mcptest %s", async (words) => {
    const { stdout } = await mcptest(words.split(" "));
    const examples = /\nExamples:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? "";
    const found = calls(examples.replace(/^ {2}/gm, ""));
    expect(found.length).toBeGreaterThan(1);
    for (const line of found) await expectRuns(line, configurationOf("docs/cli.md"));
  });
});

/** 0, or 3 where no tool is named that makes a task. */
async function expectRuns(line: string, configuration: string, on = projectFor(line)): Promise<void> {
  const { write, mapped, shell } = on;
  write("mcptest.config.yaml", mapped(configuration));
  const { code, stdout, stderr, left } = await shell(mapped(line));
  expect({ line, code, said: code === 0 || code === 3 ? "" : stdout + stderr, left }).toEqual({
    line,
    code: expect.any(Number),
    said: "",
    left: [],
  });
}
