// A small project that uses our packages as a stranger would.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./workspace.mjs";

/** The compilers that our declarations must please. */
export const compilers = ["node_modules/typescript", "test/node_modules/typescript-next"].map((path) => {
  const folder = join(root, path);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { program: join(folder, "bin/tsc"), version };
});

/** Writes a strict TypeScript project into `folder` that imports every one of `specifiers`. */
export function writeConsumer(folder, specifiers) {
  const imports = specifiers.map((specifier, index) => `import * as m${index} from ${JSON.stringify(specifier)};\n`);
  const uses = `export const all: readonly object[] = [${specifiers.map((_, index) => `m${index}`).join(", ")}];\n`;
  const compilerOptions = {
    target: "ES2023",
    module: "NodeNext",
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  };
  writeFileSync(join(folder, "consumer.ts"), imports.join("") + uses);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["consumer.ts"] }));
}

/** Type-checks the project in `folder` and says how it went. */
export function typeCheck(folder, { program, version }) {
  const { status, stdout } = spawnSync(process.execPath, [program, "-p", folder], { encoding: "utf8" });
  console.log(status === 0 ? `ok TypeScript ${version} reads the declarations` : `TypeScript ${version}:\n${stdout}`);
  return status === 0;
}

/**
 * Installs `dependencies` (name → tarball or range) in the empty project `folder`; `siblings` (name → tarball) stand in
 * for what the registry would give. Returns how many packages were installed. Throws with npm's output.
 */
export function installIn(folder, dependencies, siblings) {
  const overrides = Object.fromEntries(Object.entries(siblings).filter(([name]) => !(name in dependencies)));
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module", dependencies, overrides }),
  );
  const shell = process.platform === "win32";
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const { status, stdout, stderr } = spawnSync("npm", args, { cwd: folder, env: cleanEnv(), encoding: "utf8", shell });
  if (status !== 0) throw new Error(`npm install failed\n${stdout}${stderr}`);
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  return Object.keys(lock.packages).filter((path) => path !== "").length;
}

/** Imports every one of `specifiers` from the project in `folder`, each in a process of its own. Throws when one fails. */
export function importAll(folder, specifiers) {
  for (const specifier of specifiers) {
    const script = `await import(${JSON.stringify(specifier)})`;
    runIn(folder, ["--input-type=module", "--eval", script], `import of ${specifier}`);
  }
}

/** Asks the installed command `name` for its version. Throws when it gives another one than `version`. */
export function askVersion(folder, name, file, version) {
  const said = runIn(folder, [join("node_modules", name, file), "--version"], `${name} --version`).trim();
  if (said !== version) throw new Error(`${name} --version said ${JSON.stringify(said)}, not ${version}`);
}

/** Reads the checks of the installed pack `name`. Throws when one has lost its docs, such as a page that is not packed. */
export function askDocs(folder, name) {
  const bare = "pack.checks.filter(({ docs }) => docs === undefined).map(({ id }) => id)";
  const script = `const { default: pack } = await import(${JSON.stringify(name)}); console.log(String(${bare}));`;
  const said = runIn(folder, ["--input-type=module", "--eval", script], `checks of ${name}`).trim();
  if (said !== "") throw new Error(`  checks without docs: ${said}`);
}

function runIn(folder, args, what) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: cleanEnv(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${what} failed\n${stdout}${stderr}`);
  return stdout;
}

/** Our environment without what npm tells scripts about the project they belong to: the consumer is another project. */
function cleanEnv() {
  const ours = /^(npm_package_|npm_lifecycle_|npm_command$|npm_config_local_prefix$|INIT_CWD$|NODE_OPTIONS$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}
