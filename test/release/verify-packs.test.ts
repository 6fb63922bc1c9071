import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newestTag, packsToRelease } from "../../config/releases.mjs";
import { verifyPacks } from "../../config/verify-packs.mjs";
import { root } from "../../config/workspace.mjs";

const NAME = "mcptest-pack-trains";

let folder: string;
let said: string[];
/** The folders that were built. */
let built: string[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "releases-")));
  said = [];
  built = [];
  git("init", "--quiet");
  write("package.json", JSON.stringify({ name: "workspace", private: true }));
  write("packages/other/package.json", JSON.stringify({ name: "other", version: "1.0.0" }));
  write(".changeset/README.md", '"mcptest-pack-trains": major\n');
  write("packs/trains/src/testing/release-servers.mjs", SERVERS);
  release("1.0.0", { "trains-run": "" });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A server of the extension of the pack, which is no server of the testkit. */
const SERVERS = `
import { startHttpServer } from "@mcptest/testkit";
const trains = () => ({
  capabilities: (era) => (era === "modern" ? { extensions: { "com.example/trains": {} } } : {}),
});
export const releaseServers = [{ name: "station", server: () => startHttpServer({ extensions: [trains] }) }];
`;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function git(...args: string[]): void {
  const who = ["-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "-c", "commit.gpgsign=false"];
  const { status, stderr } = spawnSync("git", [...who, ...args], { cwd: folder, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

/** Writes the pack: the checks, each with the body of its function and the version that first had it. */
function release(version: string, checks: Record<string, string>, since: Record<string, string> = {}): void {
  const sources = Object.entries(checks).map(
    ([id, body]) => `{
  kind: "check", id: "${id}", category: "trains", title: "${id}", description: "${id}", level: "must",
  since: "${since[id] ?? "1.0.0"}", phase: "list", rule: { source: "trains" }, run(_values, verdict) { ${body} },
}`,
  );
  write("packs/trains/package.json", JSON.stringify({ name: NAME, version, type: "module", exports: "./index.js" }));
  write(
    "packs/trains/index.js",
    `export default { name: "${NAME}", version: "${version}", extension: "com.example/trains",
checks: [${sources.join(", ")}], "~mcptest": { kind: "pack", contract: 1 } };\n`,
  );
}

function changeset(kind: string, file = "one", name = NAME): void {
  write(`.changeset/${file}.md`, `---\n"other": major\n"${name}": ${kind}\n---\n\nSomething. "${NAME}": major\n`);
}

function tag(...tags: string[]): void {
  git("add", ".");
  git("commit", "--quiet", "--message", "A release");
  for (const name of tags) git("tag", name);
  // What the servers of the pack import, which no release holds.
  mkdirSync(join(folder, "node_modules/@mcptest"), { recursive: true });
  const link = join(folder, "node_modules/@mcptest/testkit");
  rmSync(link, { force: true });
  symlinkSync(join(root, "packages/testkit"), link, "junction");
}

function verify(): Promise<boolean> {
  return verifyPacks(folder, {
    say: (text: string) => said.push(text),
    build: (released: string) => built.push(released),
  });
}

describe("what is to be released", () => {
  test("is told by the changesets, by the highest kind", () => {
    expect(packsToRelease(folder)).toEqual([]);
    changeset("patch");
    changeset("minor", "two");
    changeset("major", "three", "something-else");
    expect(packsToRelease(folder)).toEqual([{ name: NAME, path: "packs/trains", kind: "minor" }]);
  });

  test("has a newest tag, which is no prerelease and no tag of another package", () => {
    tag("trains@9.0.0", "v9.0.0", `${NAME}-x@9.0.0`);
    expect(newestTag(folder, NAME)).toBeUndefined();
    for (const version of ["1.9.0", "1.10.0", "1.2.0", "2.0.0-rc.1"]) git("tag", `${NAME}@${version}`);
    expect(newestTag(folder, NAME)).toBe(`${NAME}@1.10.0`);
  });
});

describe("the promise of a pack that is to be released", () => {
  test("is nobody's without a changeset", async () => {
    tag(`${NAME}@1.0.0`);
    expect(await verify()).toBe(true);
    expect({ said, built }).toEqual({ said: ["no changeset names a pack"], built: [] });
  });

  test("is none before the first release, which is said", async () => {
    changeset("minor");
    tag();
    expect(await verify()).toBe(true);
    expect(said).toEqual([`${NAME}: there is no tag ${NAME}@VERSION, so this is its first release: skipped`]);
  });

  test("is kept by a minor release with an advisory check", async () => {
    tag(`${NAME}@1.0.0`);
    release("1.0.0", { "trains-run": "", "trains-new": "verdict.fail('new')" }, { "trains-new": "1.1.0" });
    changeset("minor");
    expect(await verify()).toBe(true);
    expect(said.join("\n")).toBe(
      [
        `${NAME}: minor release after ${NAME}@1.0.0`,
        `${NAME} 1.0.0 -> 1.1.0: a minor release`,
        "both judged 1 server or transcript; 1 verdict differs",
        "note     trains-new is new, and advisory until the next major release",
        "the release keeps its promise",
      ].join("\n"),
    );
    expect(built).toHaveLength(1);
  });

  test("is broken by a patch that turns a green server red", async () => {
    tag(`${NAME}@1.0.0`);
    release("1.0.0", { "trains-run": "verdict.fail('stricter')" });
    changeset("patch");
    expect(await verify()).toBe(false);
    expect(said.join("\n")).toContain(
      "PROBLEM  green-to-red: station: trains-run was passed and is failed: stricter\n1 broken promise",
    );
  });

  test.each([
    ["1.0.0", "major", "a major release after TAG promises nothing about verdicts: skipped"],
    ["0.9.0", "minor", "a release after TAG, which is below 1.0.0, promises nothing about verdicts: skipped"],
  ])("after %s is not made by a %s release", async (version, kind, text) => {
    tag(`${NAME}@${version}`);
    changeset(kind);
    expect(await verify()).toBe(true);
    expect({ said, built }).toEqual({ said: [`${NAME}: ${text.replace("TAG", `${NAME}@${version}`)}`], built: [] });
  });

  test("is compared with the tag, and not with what came after it", async () => {
    release("1.0.0", { "trains-run": "verdict.fail('once')" });
    tag(`${NAME}@1.0.0`);
    release("1.0.0", { "trains-run": "" });
    tag();
    changeset("patch");
    expect(await verify()).toBe(true);
    expect(said.join("\n")).toContain("1 verdict differs");
  });
});
