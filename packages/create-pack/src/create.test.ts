import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPack } from "./create.js";
import { type Language, planOf } from "./plan.js";

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "create-pack-"));
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

function plan(language: Language = "typescript", folder = "pack") {
  return planOf({ folder, extension: "com.acme/Bell", name: "@acme/pack-bell", language }, parent);
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const COMMON = [
  ".changeset/config.json",
  ".changeset/first-checks.md",
  ".github/workflows/ci.yml",
  ".gitignore",
  "LICENSE",
  "README.md",
  "package.json",
  "test/checks.test.js",
  "toy-server/extension.js",
  "toy-server/faults.js",
  "toy-server/serve.js",
];

const SOURCES = ["checks/index", "checks/list-shape", "checks/settings", "extension", "index", "options"];

describe.each<[Language, string[]]>([
  ["typescript", [...SOURCES.map((name) => `src/${name}.ts`), "tsconfig.json"]],
  ["javascript", SOURCES.map((name) => `src/${name}.js`)],
])("in %s", (language, own) => {
  test("a pack has all its files", () => {
    const made = createPack(plan(language));
    expect(made).toEqual([...COMMON, ...own].sort());
    expect(filesIn(join(parent, "pack"))).toEqual(made);
  });

  test("nothing of the example is left in them", () => {
    const texts = createPack(plan(language)).map((path) => readFileSync(join(parent, "pack", path), "utf8"));
    expect(texts.filter((text) => /gadget/i.test(text))).toEqual([]);
    const all = texts.join("\n");
    expect(all).toContain('"com.acme/Bell"');
    expect(all).toContain('id: "bell-list-shape"');
    expect(all).toContain('"bell/list"');
    expect(all).toContain('title: "Bell"');
    expect(all).toContain('import pack from "@acme/pack-bell"');
  });

  test("its package.json says that it is a pack", () => {
    createPack(plan(language));
    expect(JSON.parse(readFileSync(join(parent, "pack/package.json"), "utf8"))).toMatchObject({
      name: "@acme/pack-bell",
      keywords: expect.arrayContaining(["mcptest-pack"]),
      mcptestPack: { contract: 1 },
      peerDependencies: { "@mcptest/pack": ">=0.1.0 <2" },
      publishConfig: { access: "public" },
    });
  });
});

test("files that are not in the way stay", () => {
  mkdirSync(join(parent, "pack"));
  writeFileSync(join(parent, "pack/notes.txt"), "mine");
  const made = createPack(plan());
  expect(filesIn(join(parent, "pack"))).toEqual([...made, "notes.txt"].sort());
});

test("nothing is overwritten, and nothing written beside it", () => {
  mkdirSync(join(parent, "pack/src"), { recursive: true });
  writeFileSync(join(parent, "pack/README.md"), "mine");
  symlinkSync("nowhere", join(parent, "pack/src/index.ts"));
  expect(() => createPack(plan())).toThrowErrorMatchingInlineSnapshot(
    `[Error: pack has README.md, src/index.ts already, and nothing is overwritten.]`,
  );
  expect(filesIn(join(parent, "pack"))).toEqual(["README.md"]);
  expect(readFileSync(join(parent, "pack/README.md"), "utf8")).toBe("mine");
});

test("a file is no folder", () => {
  writeFileSync(join(parent, "pack"), "mine");
  expect(() => createPack(plan())).toThrowErrorMatchingInlineSnapshot(`[Error: pack is a file.]`);
});
