// Packs that are to be released, and what was released before. Everything is told by the folder of a repository.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const KINDS = ["patch", "minor", "major"];

/** The packs below `packs/` that a changeset names, each with the highest kind of release: `[{ name, path, kind }]`. */
export function packsToRelease(folder) {
  const kinds = new Map();
  for (const text of changesets(folder)) {
    for (const [, name, kind] of text.matchAll(/^["']?([^"':\n]+)["']?: *(patch|minor|major)$/gm)) {
      if (KINDS.indexOf(kind) > KINDS.indexOf(kinds.get(name))) kinds.set(name, kind);
    }
  }
  return readdirSync(join(folder, "packs"), { withFileTypes: true })
    .filter((entry) => existsSync(join(folder, "packs", entry.name, "package.json")))
    .map((entry) => ({ path: `packs/${entry.name}`, name: manifestIn(join(folder, "packs", entry.name)).name }))
    .filter(({ name }) => kinds.has(name))
    .map(({ name, path }) => ({ name, path, kind: kinds.get(name) }));
}

/** The part of each changeset that names packages. */
function changesets(folder) {
  const files = readdirSync(join(folder, ".changeset")).filter((file) => file.endsWith(".md") && file !== "README.md");
  return files.map((file) => readFileSync(join(folder, ".changeset", file), "utf8").split(/^---$/m)[1] ?? "");
}

/** The tag of the newest release of a package, `name@version`, or `undefined` before its first. A prerelease is none. */
export function newestTag(folder, name) {
  const tags = git(folder, ["tag", "--list", `${name}@*`, "--sort=-version:refname"]);
  return tags.split("\n").find((tag) => /^\d+\.\d+\.\d+$/.test(tag.slice(name.length + 1)));
}

/** Writes the files of a tag into the empty folder `target`. */
export function checkOut(folder, tag, target) {
  mkdirSync(target, { recursive: true });
  const archive = join(target, ".archive.tar");
  git(folder, ["archive", "--format=tar", `--output=${archive}`, tag]);
  runIn(target, "tar", ["-xf", ".archive.tar"]);
}

/** Installs and builds what was checked out, as its own package.json says. */
export function buildIn(folder) {
  const { packageManager } = manifestIn(folder);
  runIn(folder, "npx", ["--yes", packageManager, "install", "--frozen-lockfile", "--reporter=append-only"]);
  runIn(folder, "npm", ["run", "build"]);
}

function git(folder, args) {
  return runIn(folder, "git", args);
}

function runIn(cwd, command, args) {
  const shell = process.platform === "win32" && command !== "git";
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  if (status === 0) return stdout;
  throw new Error(
    `${command} ${args.join(" ")} failed in ${cwd}\n${error?.message ?? ""}${stdout ?? ""}${stderr ?? ""}`,
  );
}

function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
