// Packs every published package, looks inside, and installs and imports them in empty projects: all together and each on
// its own. Needs a build. Usage: node config/check-packages.mjs
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { askDocs, askVersion, compilers, importAll, installIn, typeCheck, writeConsumer } from "./consumer.mjs";
import { packAll, problemsOf } from "./packed.mjs";
import { root, specifiersOf } from "./workspace.mjs";

/** How many packages `npm install mcptest` may add, itself included. */
const mostPackages = 40;

const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcptest-packages-")));
let failures = 0;

try {
  const packed = packAll(folder);
  const tarballs = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  for (const one of packed) await step(`${one.name} ${one.version} is packed well`, () => inspect(one));
  await step("all packages together install, import and type-check", () => together(packed, tarballs));
  for (const one of packed) await step(`${one.name} installs and imports on its own`, () => alone(one, tarballs));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

async function step(title, work) {
  try {
    console.log(`ok ${title}${(await work()) ?? ""}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED ${title}\n${error.message}`);
  }
}

async function inspect(one) {
  const problems = await problemsOf(one);
  if (problems.length > 0) throw new Error(problems.map((problem) => `  ${problem}`).join("\n"));
}

function together(packed, tarballs) {
  const project = newProject("together");
  const types = JSON.parse(readFileSync(join(root, "node_modules/@types/node/package.json"), "utf8")).version;
  installIn(project, { ...tarballs, "@types/node": types }, {});
  const specifiers = packed.flatMap(({ manifest }) => specifiersOf(manifest));
  importAll(project, specifiers);
  writeConsumer(project, specifiers);
  if (!compilers.every((compiler) => typeCheck(project, compiler)))
    throw new Error("  the declarations do not compile");
}

function alone({ name, version, manifest }, tarballs) {
  const project = newProject(name.replace("/", "-"));
  const count = installIn(project, { [name]: tarballs[name] }, tarballs);
  importAll(project, specifiersOf(manifest));
  if (manifest.mcptestPack !== undefined) askDocs(project, name);
  for (const file of Object.values(manifest.bin ?? {})) askVersion(project, name, file, version);
  if (name === "mcptest" && count > mostPackages)
    throw new Error(`  it adds ${count} packages, more than ${mostPackages}`);
  return ` (${count} packages)`;
}

function newProject(name) {
  const project = join(folder, "projects", name);
  mkdirSync(project, { recursive: true });
  return project;
}
