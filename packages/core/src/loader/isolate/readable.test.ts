import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { foldersOfPackage, foldersOfProject } from "./readable.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-readable-")));
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

function file(path: string, content: object | string = ""): string {
  const whole = join(root, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, typeof content === "string" ? content : JSON.stringify(content));
  return whole;
}

function relative(folders: string[]): string[] {
  // Above the test there may be anything.
  const own = folders.filter((folder) => folder.startsWith(root));
  return own.map((folder) => folder.slice(root.length + 1)).sort();
}

it("lets an installed pack read packages, and nothing else of the project", () => {
  file("project/package.json", {});
  file("project/.env", "TOKEN=1");
  file("project/node_modules/pack/package.json", { name: "pack" });
  const entry = file("project/node_modules/pack/dist/index.js");
  expect(relative(foldersOfPackage(entry))).toEqual(["project/node_modules", "project/node_modules/pack"]);
});

it("follows dependencies that are linked from elsewhere, and theirs, also in a circle", () => {
  const entry = file("repo/packs/ours/index.js");
  file("repo/packs/ours/package.json", { dependencies: { kit: "*" }, peerDependencies: { "@a/base": "*", gone: "*" } });
  file("repo/packages/kit/package.json", { dependencies: { "@a/base": "*" } });
  file("repo/packages/base/package.json", { dependencies: { kit: "*" } });
  file("repo/app/package.json", {});
  mkdirSync(join(root, "repo/packs/ours/node_modules/@a"), { recursive: true });
  mkdirSync(join(root, "repo/node_modules"), { recursive: true });
  symlinkSync("../../../packages/kit", join(root, "repo/packs/ours/node_modules/kit"));
  symlinkSync("../../../../packages/base", join(root, "repo/packs/ours/node_modules/@a/base"));
  symlinkSync("../app", join(root, "repo/node_modules/app"));
  expect(relative(foldersOfPackage(entry))).toEqual([
    "repo/node_modules",
    "repo/packages/base",
    "repo/packages/kit",
    "repo/packs/ours",
    "repo/packs/ours/node_modules",
  ]);
});

it("lets a pack of the user's own read the project around it, and never a home folder", () => {
  file("home/package.json", {});
  file("home/.ssh/id", "");
  file("home/node_modules/a/package.json", {});
  const entry = file("home/code/project/packs/ours.js");
  vi.stubEnv("HOME", join(root, "home"));
  expect(relative(foldersOfProject(entry))).toEqual(["home/code/project/packs", "home/node_modules"]);
  file("home/code/project/package.json", {});
  file("home/code/project/packs/package.json", {});
  file("home/code/package.json", {});
  file("home/code/project/.git/HEAD");
  expect(relative(foldersOfProject(entry))).toEqual([
    "home/code/project",
    "home/code/project/packs",
    "home/node_modules",
  ]);
});
