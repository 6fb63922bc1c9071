import { findServer, loadConfig } from "@mcptest/core/config";
import tasks from "@mcptest/pack-tasks";
import { describe, expect, test } from "vitest";
import manifest from "../../packages/cli/package.json" with { type: "json" };
import * as schema from "../../packages/core/src/config/schema.js";
import { checkPin } from "../../packages/core/src/loader/entry.js";
import { blocks, codes, PAGES, rows, section } from "./testing/pages.js";
import { createProject } from "./testing/project.js";

const PAGE = "docs/configuration.md";
const nowhere = { url: "http://127.0.0.1:9/mcp" };

function read(file: string, text: string) {
  const { folder, write } = createProject(nowhere);
  write(file, text);
  return loadConfig({ cwd: folder, env: {}, version: manifest.version });
}

describe("the keys", () => {
  const shapes: [heading: string, keys: string[]][] = [
    ["## Keys", Object.keys(schema.root.shape)],
    ["### servers", [...Object.keys(schema.stdioServer.shape), ...Object.keys(schema.httpServer.shape)]],
    ["### packs", Object.keys(schema.packEntry.shape)],
    ["### suites", Object.keys(schema.suiteEntry.shape)],
    ["### tolerate", Object.keys(schema.tolerateEntry.shape)],
  ];

  test.each(shapes)("of %s are those that are read", (heading, keys) => {
    const own = heading === "## Keys" ? (section(PAGE, heading).split("\n### ", 1)[0] ?? "") : section(PAGE, heading);
    expect(
      rows(own)
        .flatMap(([key = ""]) => codes(key))
        .sort(),
    ).toEqual([...keys].sort());
  });
});

describe("configurations in pages", () => {
  const all = PAGES.flatMap((path) => blocks(path, "yaml").map(({ text }) => [path, text] as const));

  test("are there", () => {
    expect(all.map(([path]) => path)).toEqual(expect.arrayContaining(["README.md", PAGE]));
  });

  test.each(all)("%s (case %#)", async (_path, text) => {
    const config = await read("mcptest.config.yaml", text);
    expect((config?.servers.size ?? 0) + (config?.packs?.length ?? 0)).toBeGreaterThan(0);
  });

  test("in TypeScript", async () => {
    const [block] = blocks(PAGE, "ts");
    const config = await read("mcptest.config.ts", block!.text);
    expect(config?.servers.get("local")).toMatchObject({ command: "node", args: ["server.js"] });
  });

  test("of MCP clients", async () => {
    const [block] = blocks(PAGE, "json");
    const { folder: cwd, write } = createProject(nowhere);
    write(".mcp.json", block!.text);
    const names = Object.keys(JSON.parse(block!.text).mcpServers);
    const found = await Promise.all(names.map((name) => findServer(name, { cwd, env: { TOKEN: "t" } })));
    expect(found.map(({ target }) => target.kind)).toEqual(["stdio", "http"]);
  });
});

describe("pins", () => {
  const pins = rows(section(PAGE, "## Pins")).map((cells) => cells.map((cell) => cell.replaceAll("`", "")));

  test("are told for versions inside and outside", () => {
    expect(new Set(pins.map(([, , inside]) => inside))).toEqual(new Set(["yes", "no"]));
  });

  test.each(pins)("%s with %s: %s", async (range = "", version = "", inside) => {
    const request = { name: "pack", specifier: "pack", range, from: PAGE, namedIn: PAGE };
    const checked = checkPin(request, "pack", { version }, PAGE).then(
      () => "yes",
      ({ code }) => (code === "PACK_PIN_UNSATISFIED" ? "no" : code),
    );
    expect(await checked).toBe(inside);
  });
});

test("the options of the Tasks pack are those of its page", async () => {
  const [block] = blocks("packs/tasks/README.md", "json");
  const result = await tasks.options?.["~standard"].validate(JSON.parse(block!.text));
  expect(result).toMatchObject({ value: { pollTimeoutMs: 10_000 } });
});
