// Packs the published packages as they would go to the registry, and looks at what is inside.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { publishedPackages, root, sourceCondition } from "./workspace.mjs";

/** Packs every published package into `folder`: `{ name, version, manifest (as packed), tarball, contents (folder) }`. */
export function packAll(folder) {
  const packages = publishedPackages();
  const filters = packages.flatMap(({ path }) => ["--filter", `./${path}`]);
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  run("npx", ["--yes", packageManager, "--recursive", ...filters, "pack", "--pack-destination", folder]);
  return packages.map(({ manifest: { name, version } }) => {
    const tarball = join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
    const unpacked = join(folder, "unpacked", name);
    mkdirSync(unpacked, { recursive: true });
    run("tar", ["-xzf", tarball, "-C", unpacked]);
    const contents = join(unpacked, "package");
    const manifest = JSON.parse(readFileSync(join(contents, "package.json"), "utf8"));
    return { name, version, manifest, tarball, contents };
  });
}

/** What is wrong with a packed package, one line each. */
export async function problemsOf({ manifest, tarball, contents }) {
  const text = readFileSync(join(contents, "package.json"), "utf8");
  const files = readdirSync(contents, { recursive: true }).map(String);
  const problems = [];
  if (text.includes("workspace:")) problems.push('package.json still says "workspace:"');
  if (text.includes(sourceCondition)) problems.push(`package.json still names the condition ${sourceCondition}`);
  for (const needed of ["LICENSE", "README.md"]) {
    if (!files.includes(needed)) problems.push(`${needed} is missing`);
  }
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    for (const condition of ["types", "default"]) {
      const file = target[condition];
      if (file === undefined || !existsSync(join(contents, file))) {
        problems.push(`exports["${subpath}"].${condition} (${file}) is missing`);
      }
    }
  }
  // What a package writes for its users has sources and tests of its own.
  const own = files.filter((name) => !name.startsWith("templates/"));
  for (const file of own.filter((name) => /\.tsbuildinfo$|\.test\.|(^|\/)(src|fixtures|testing)\//.test(name))) {
    problems.push(`${file} does not belong into the package`);
  }
  return [...problems, ...(await lint(tarball))];
}

async function lint(tarball) {
  const bytes = readFileSync(tarball);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, level: "warning" });
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`);
}

function run(command, args) {
  const shell = process.platform === "win32" && command === "npx";
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: "utf8", shell });
  if (status !== 0)
    throw new Error(`${command} ${args.join(" ")} failed\n${stdout ?? ""}${stderr ?? ""}${error ?? ""}`);
}
