import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { publishedPackages, root } from "../../config/workspace.mjs";

let workspace: string;

beforeEach(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), "versions-")));
  for (const file of ["package.json", "pnpm-workspace.yaml"]) copyFileSync(join(root, file), join(workspace, file));
  for (const { folder, path } of publishedPackages()) {
    mkdirSync(join(workspace, path), { recursive: true });
    copyFileSync(join(folder, "package.json"), join(workspace, path, "package.json"));
  }
  mkdirSync(join(workspace, ".changeset"));
  for (const file of ["config.json", "changelog.cjs"])
    copyFileSync(join(root, ".changeset", file), join(workspace, ".changeset", file));
});

afterEach(() => rmSync(workspace, { recursive: true, force: true }));

/** Writes a changeset, runs `changeset version`, and returns the new version of every package. */
function version(releases: Record<string, string>): Record<string, string> {
  const lines = Object.entries(releases).map(([name, kind]) => `${JSON.stringify(name)}: ${kind}\n`);
  if (lines.length > 0)
    writeFileSync(join(workspace, ".changeset/one.md"), `---\n${lines.join("")}---\n\nSomething.\n`);
  const program = join(root, "node_modules/@changesets/cli/bin.js");
  const { status, stderr } = spawnSync(process.execPath, [program, "version"], { cwd: workspace, encoding: "utf8" });
  expect(status, stderr).toBe(0);
  return Object.fromEntries(publishedPackages().map(({ manifest, path }) => [manifest.name, manifestOf(path).version]));
}

function manifestOf(path: string): { version: string; peerDependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(workspace, path, "package.json"), "utf8"));
}

function setVersion(path: string, value: string): void {
  writeFileSync(
    join(workspace, path, "package.json"),
    `${JSON.stringify({ ...manifestOf(path), version: value }, null, 2)}\n`,
  );
}

test("a minor release of the contract or of core is no release of a pack", () => {
  setVersion("packages/pack", "0.4.0");
  setVersion("packs/tasks", "1.2.3");
  const versions = version({ "@mcptest/pack": "minor", "@mcptest/core": "minor" });
  expect(versions).toMatchObject({ "@mcptest/pack": "0.5.0", "@mcptest/pack-tasks": "1.2.3" });
  expect(manifestOf("packs/tasks").peerDependencies).toEqual({ "@mcptest/pack": ">=0.1.0 <2" });
});

test("a release of the contract outside the packs' range is a major release of the packs", () => {
  setVersion("packages/pack", "1.9.0");
  setVersion("packs/tasks", "1.2.3");
  expect(version({ "@mcptest/pack": "major" })).toMatchObject({
    "@mcptest/pack": "2.0.0",
    "@mcptest/pack-tasks": "2.0.0",
  });
});

test("packages version independently", () => {
  const before = Object.fromEntries(publishedPackages().map(({ manifest }) => [manifest.name, manifest.version]));
  expect({ ...version({ "@mcptest/testkit": "patch" }), "@mcptest/testkit": undefined }).toEqual({
    ...before,
    "@mcptest/testkit": undefined,
  });
});

test("the changesets of this repository make no package a major one that they do not name as major", () => {
  cpSync(join(root, ".changeset"), join(workspace, ".changeset"), { recursive: true });
  const texts = readdirSync(join(root, ".changeset"))
    .filter((file) => file.endsWith(".md") && file !== "README.md")
    .map((file) => readFileSync(join(root, ".changeset", file), "utf8"));
  const before = publishedPackages().map(({ manifest }) => [manifest.name, manifest.version]);
  const after = version({});
  const majors = before
    .filter(([name, from]) => after[name]?.split(".")[0] !== from.split(".")[0])
    .map(([name]) => name);
  expect(majors.filter((name) => !texts.some((text) => text.includes(`"${name}": major`)))).toEqual([]);
  if (texts.length > 0) expect(after).not.toEqual(Object.fromEntries(before));
});
