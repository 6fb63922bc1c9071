// What the next release is: `changeset version` in a copy of the manifests, so that nothing here changes.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { publishedPackages, root } from "./workspace.mjs";

/**
 * The next version of every published package, with the section of its changelog, or `undefined` for one that is not
 * released: `[{ name, path, before, after, changelog }]`. Throws with the output of changesets.
 */
export function plannedRelease() {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-release-"));
  try {
    for (const file of ["package.json", "pnpm-workspace.yaml", ".changeset"])
      cpSync(join(root, file), join(folder, file), { recursive: true });
    const packages = publishedPackages();
    for (const { folder: source, path } of packages) {
      mkdirSync(join(folder, path), { recursive: true });
      cpSync(join(source, "package.json"), join(folder, path, "package.json"));
    }
    const program = join(dirname(createRequire(import.meta.url).resolve("@changesets/cli/package.json")), "bin.js");
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "version"], {
      cwd: folder,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`changeset version failed\n${stdout}${stderr}`);
    return packages.map(({ path, manifest }) => {
      const { version } = JSON.parse(readFileSync(join(folder, path, "package.json"), "utf8"));
      const changelog = join(folder, path, "CHANGELOG.md");
      return {
        name: manifest.name,
        path,
        before: manifest.version,
        after: version,
        changelog: existsSync(changelog) ? readFileSync(changelog, "utf8") : undefined,
      };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What makes a changelog no text for users, one sentence each. */
export function changelogProblems({ name, before, after, changelog }) {
  if (before === after) return [];
  if (changelog === undefined) return [`${name} ${after} has no changelog`];
  const [, section = ""] = changelog.split(/^## .*$/m);
  const entries = section.split(/^(?=- )/m).filter((entry) => entry.startsWith("- "));
  return [
    ...(entries.length === 0 ? [`${name} ${after}: its section is empty`] : []),
    ...entries.flatMap((entry) => {
      const text = entry.slice(2).split(/^#/m)[0].trim();
      const quoted = JSON.stringify(text.slice(0, 60));
      if (/^[0-9a-f]{7,40}\b/.test(text)) return [`${name} ${after}: ${quoted} begins with a commit`];
      if (/^Updated dependencies/.test(text)) return [`${name} ${after}: ${quoted} tells users nothing`];
      if (text.length < 20 || !/[.!?)`]$/.test(text)) return [`${name} ${after}: ${quoted} is no sentence`];
      return [];
    }),
  ];
}
