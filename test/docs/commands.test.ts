import { beforeAll, describe, expect, test } from "vitest";
import { modernServer } from "../e2e/testing/http-server.js";
import { mcptest } from "../e2e/testing/mcptest.js";
import { blocks, PAGES } from "./testing/pages.js";
import { createProject, type Project, startServer } from "./testing/project.js";

let project: Project;

beforeAll(async () => {
  project = createProject(await startServer());
  const [pack] = blocks("docs/packs.md", "js");
  project.write("pack.js", pack!.text);
});

/** Lines that call mcptest. */
function calls(text: string): string[] {
  return text.split("\n").filter((line) => /^(npx )?mcptest /.test(line));
}

/** The configuration of a page; pages without one mean the one of docs/configuration.md. */
function configurationOf(path: string): string {
  const [own] = blocks(path, "yaml");
  return (own ?? blocks("docs/configuration.md", "yaml")[0])!.text;
}

const lines = PAGES.flatMap((path) =>
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
    project.write("mcptest.config.yaml", project.mapped(configurationOf(path)));
    await expectRuns(line);
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
  ])("mcptest %s", async (words) => {
    const { stdout } = await mcptest(words.split(" "));
    const examples = /\nExamples:\n((?: {2}.*\n)+)/.exec(stdout)?.[1] ?? "";
    const found = calls(examples.replace(/^ {2}/gm, ""));
    expect(found.length).toBeGreaterThan(1);
    project.write("mcptest.config.yaml", project.mapped(configurationOf("docs/cli.md")));
    for (const line of found) await expectRuns(line);
  });
});

/** 0, or 3 where no tool is named that makes a task. */
async function expectRuns(line: string): Promise<void> {
  const { code, stdout, stderr, left } = await project.shell(project.mapped(line));
  expect({ line, code, said: code === 0 || code === 3 ? "" : stdout + stderr, left }).toEqual({
    line,
    code: expect.any(Number),
    said: "",
    left: [],
  });
}
