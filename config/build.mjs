// Builds what is published: JavaScript bundles by esbuild, declarations by TypeScript. Usage: node config/build.mjs
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative } from "node:path";
import { build } from "esbuild";
import { thirdPartyLicenses } from "./third-party.mjs";
import { publishedPackages, root, sourceCondition } from "./workspace.mjs";

/** Development dependencies whose code goes into our bundles. Every other import stays an import. */
const inlined = ["zod", "ajv", "fast-deep-equal", "fast-uri", "json-schema-traverse", "parse5", "entities", "yaml"];

/** Exports that stand for themselves: what they give, and what they need, is no part of ".". */
const ownEntries = ["@mcptest/testkit/verify"];

const all = publishedPackages();
const packages = all.filter(({ manifest }) => !isSelfMade(manifest));
await Promise.all(packages.map(bundle));
declarations();
for (const { folder, path } of all.filter(({ manifest }) => isSelfMade(manifest))) buildItself(folder, path);

async function bundle({ folder, path, manifest }) {
  const entries = entryPoints(folder, path, manifest);
  const whole = entries.filter((entry) => !isPart(entry));
  const result = await bundled(folder, whole);
  const files = result.outputFiles.map((file) => ({ path: file.path, contents: file.contents }));
  if (entries.some(isPart)) files.push(...(await parts(folder, path, entries, result.metafile)));
  const pages = manifest.imports?.["#pages"] === undefined ? undefined : await pageScripts(folder);
  if (pages !== undefined) files.push({ path: join(folder, manifest.imports["#pages"].default), contents: pages.code });
  const inputs = [...Object.keys(result.metafile.inputs), ...(pages?.inputs ?? [])];
  const licenses = thirdPartyLicenses(inputs.map((input) => join(folder, input)));
  if (licenses !== undefined) files.push({ path: join(folder, "dist", "THIRD-PARTY-NOTICES.txt"), contents: licenses });
  const written = new Set(files.map((file) => file.path));
  removeFrom(join(folder, "dist"), (file) => !isDeclaration(file) && !written.has(file));
  for (const file of files) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.contents);
  }
}

/** A package without sources among its exports is made as an outsider would make it: by a script of its own. */
function isSelfMade(manifest) {
  return manifest.exports["."][sourceCondition] === undefined;
}

/** Throws when the package's own `build` fails. It finds what it imports as it is published, so the others come first. */
function buildItself(folder, path) {
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error(`${path}: its own build failed`);
}

function bundled(folder, entries) {
  return build({
    absWorkingDir: folder,
    entryPoints: entries.map(({ source, name }) => ({ in: source, out: name })),
    outdir: "dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    chunkNames: "chunks/[name]-[hash]",
    plugins: [keepImports(folder)],
    metafile: true,
    write: false,
    logLevel: "warning",
  });
}

/**
 * What a package's `#pages` is when it is published: scripts for a browser, whole and as text. Their sources are in
 * `src/view/page`, and `src/view/bundle-pages.ts` makes the same of them on the way.
 */
async function pageScripts(folder) {
  const names = { host: undefined, guard: undefined, look: "look" };
  const made = await Promise.all(
    Object.entries(names).map(([name, globalName]) =>
      build({
        absWorkingDir: folder,
        entryPoints: [`src/view/page/${name}.ts`],
        bundle: true,
        format: "iife",
        platform: "browser",
        target: "chrome120",
        minify: true,
        metafile: true,
        write: false,
        logLevel: "warning",
        ...(globalName === undefined ? {} : { globalName }),
      }),
    ),
  );
  const scripts = Object.fromEntries(Object.keys(names).map((name, index) => [name, made[index].outputFiles[0].text]));
  return {
    code: `const scripts = ${JSON.stringify(scripts)};\nexport function pageScripts() {\n  return Promise.resolve(scripts);\n}\n`,
    inputs: made.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
  };
}

/**
 * One file per export such as `./wire`, which passes its names on from the file of `.`. If each were bundled instead, the
 * code that they share would lie in dozens of files, and every start of mcptest would pay for opening them.
 */
async function parts(folder, path, entries, wholeMetafile) {
  const { metafile } = await bundled(folder, entries);
  const all = new Set(wholeMetafile.outputs["dist/index.js"].exports);
  return entries.filter(isPart).map(({ subpath, name }) => {
    const names = metafile.outputs[`dist/${name}.js`].exports;
    const missing = names.filter((exported) => !all.has(exported));
    if (missing.length > 0) throw new Error(`${path}: exports["${subpath}"] has ${missing}, which "." has not`);
    const from = posix.relative(posix.dirname(name), "index.js");
    return {
      path: join(folder, "dist", `${name}.js`),
      contents: `export { ${names.join(", ")} } from "${from}";\n`,
    };
  });
}

function isPart({ subpath }) {
  return subpath !== undefined && subpath !== ".";
}

/** One entry per export, and, without a subpath, the program behind the package's command and those that it starts. */
function entryPoints(folder, path, manifest) {
  const entries = Object.entries(manifest.exports).map(([subpath, target]) => {
    const source = target[sourceCondition];
    if (!existsSync(join(folder, source)))
      throw new Error(`${path}: exports["${subpath}"] names ${source}, which is not there`);
    const isOwn = ownEntries.includes(posix.join(manifest.name, subpath));
    return { subpath: isOwn ? undefined : subpath, source, name: target.default.replace(/^\.\/dist\/|\.js$/g, "") };
  });
  if (manifest.bin !== undefined) {
    if (!existsSync(join(folder, "src/main.ts"))) throw new Error(`${path}: it has a command, so it needs src/main.ts`);
    entries.push({ source: "./src/main.ts", name: "main" });
  }
  const programs = ["pack-process"].filter((name) => existsSync(join(folder, `src/${name}.ts`)));
  return [...entries, ...programs.map((name) => ({ source: `./src/${name}.ts`, name }))];
}

function keepImports(folder) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const names = inlined.filter((name) => dependencies[name] === undefined);
  return {
    name: "keep-imports",
    setup(builder) {
      builder.onResolve({ filter: /^[^./]/ }, ({ kind, path }) => {
        if (kind === "entry-point") return undefined;
        // What yaml has for Node is CommonJS, which asks for built-in modules while it runs: a module of ours cannot.
        if (path === "yaml" && names.includes(path))
          return { path: join(folder, "node_modules/yaml/browser/index.js") };
        const isInlined = names.some((name) => path === name || path.startsWith(`${name}/`));
        return isInlined ? undefined : { path, external: true };
      });
    },
  };
}

function declarations() {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status } = spawnSync(process.execPath, [compiler, "-b", "tsconfig.build.json"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
  for (const { folder } of packages) {
    removeFrom(join(folder, "dist"), (file) => {
      const source = join(folder, "src", relative(join(folder, "dist"), file).replace(/\.d\.ts$/, ".ts"));
      return file.endsWith(".d.ts") && !existsSync(source);
    });
  }
}

function isDeclaration(file) {
  return file.endsWith(".d.ts") || basename(file) === ".tsbuildinfo";
}

function removeFrom(folder, isStale) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && isStale(file)) rmSync(file);
  }
}
