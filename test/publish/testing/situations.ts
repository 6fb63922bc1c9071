import { handMade, packLiteral } from "./hand-made.js";
import type { Files } from "./project.js";

/** A project, what names a pack in it, and what is found. */
export interface Situation {
  what: string;
  files: Files;
  /** Symbolic links below the project: target by path. */
  links?: Record<string, string>;
  /** The entry under `packs` of the configuration. Default: the pack `p`, of any version. */
  packs?: Record<string, string | object>;
  /** The folder of the configuration. Default: the top. */
  configIn?: string;
  /** The configuration itself, where the table writes none. */
  config?: string;
  /** The working directory. Default: the top. */
  cwd?: string;
  /** `--pack`, in place of the configuration. */
  argument?: string;
  /** Environment variables; PROJECT stands for the project. */
  env?: Record<string, string>;
  /** The last part of the project's own path. */
  folder?: string;
  /** `name version path`, or the beginning of `CODE: message`, with PROJECT for the project. */
  found: string;
}

const GIT = { ".git/HEAD": "ref: refs/heads/main\n" };
const P = handMade("p", "1.0.0");
const P_FOUND = "p 1.0.0 PROJECT/node_modules/p/index.js";

const shapes: Situation[] = [
  { what: "ESM alone, exports without ./package.json (P05)", files: P, packs: { p: "1.x" }, found: P_FOUND },
  {
    what: "an entry for import and another for require: that for import, under the conditions of Node",
    files: {
      ...handMade("p", "1.0.0", {
        manifest: { exports: { ".": { node: { import: "./i.mjs", require: "./r.cjs" } } } },
        entry: "i.mjs",
      }),
      "node_modules/p/r.cjs": "throw new Error('import it');",
    },
    found: "p 1.0.0 PROJECT/node_modules/p/i.mjs",
  },
  {
    what: "CommonJS by main",
    files: handMade("p", "1.0.0", {
      manifest: { main: "lib/main" },
      entry: "lib/main.js",
      source: "module.exports = PACK;",
    }),
    found: "p 1.0.0 PROJECT/node_modules/p/lib/main.js",
  },
  {
    what: "CommonJS without main",
    files: handMade("p", "1.0.0", { manifest: {}, source: "module.exports = PACK;" }),
    found: P_FOUND,
  },
  {
    what: "a default inside of the default, as compilers to CommonJS make it",
    files: handMade("p", "1.0.0", { manifest: {}, source: "exports.__esModule = true; exports.default = PACK;" }),
    found: P_FOUND,
  },
  {
    what: "a package.json of build output, which has a type and no name, is passed over (P05)",
    files: {
      ...handMade("p", "1.0.0", { manifest: { exports: "./dist/esm/i.js" }, entry: "dist/esm/i.js" }),
      "node_modules/p/dist/esm/package.json": { type: "module" },
    },
    packs: { p: "1.x" },
    found: "p 1.0.0 PROJECT/node_modules/p/dist/esm/i.js",
  },
  {
    what: "a scope",
    files: handMade("@s/p", "1.0.0"),
    packs: { "@s/p": "1.x" },
    found: "@s/p 1.0.0 PROJECT/node_modules/@s/p/index.js",
  },
  {
    what: "a path inside of a package",
    files: handMade("p", "1.0.0", { manifest: { exports: { "./strict": "./strict.mjs" } }, entry: "strict.mjs" }),
    packs: { "p/strict": "1.x" },
    found: "p 1.0.0 PROJECT/node_modules/p/strict.mjs",
  },
  {
    what: "no package.json that tells the version: no pass of a pin (P05)",
    files: {
      "node_modules/p/index.mjs": `export default ${packLiteral("p", "1.0.0")};`,
      "node_modules/p/package.json": { exports: "./index.mjs" },
    },
    packs: { p: "1.x" },
    found:
      "PACK_VERSION_UNKNOWN: the pack p, named in mcptest.config.json:1:11, is pinned to 1.x, and no package.json above PROJECT/node_modules/p/index.mjs gives a version of p.",
  },
  {
    what: "a pack that is there, and a module that it imports is not (P03)",
    files: handMade("p", "1.0.0", { source: "import 'left-out'; export default PACK;" }),
    found:
      "PACK_BROKEN: the pack p, named in mcptest.config.json:1:11, is there, and importing it fails (PROJECT/node_modules/p/index.js): Cannot find package 'left-out'",
  },
  {
    what: "exports without an entry",
    files: handMade("p", "1.0.0", { manifest: { exports: { "./x": "./index.js" } } }),
    found:
      'PACK_BROKEN: the pack p, named in mcptest.config.json:1:11, has no usable entry: No "exports" main defined in PROJECT/node_modules/p/package.json',
  },
];

const places: Situation[] = [
  {
    what: "the folder of the configuration counts, and not the working directory (P01)",
    files: { ...P, ...handMade("p", "2.0.0", { at: "sub/node_modules/p" }), "sub/package.json": {}, "sub/deep/x": "" },
    configIn: "sub",
    cwd: "sub/deep",
    found: "p 2.0.0 PROJECT/sub/node_modules/p/index.js",
  },
  {
    what: "--config of another folder: that folder counts (P01)",
    files: { ...handMade("p", "2.0.0", { at: "elsewhere/node_modules/p" }), "conf/x": "" },
    configIn: "conf",
    cwd: "elsewhere",
    config: "../conf/mcptest.config.json",
    found:
      "PACK_NOT_FOUND: cannot find the pack p, named in PROJECT/conf/mcptest.config.json:1:11, because p is not installed for PROJECT/conf",
  },
  {
    what: "a configuration of the top, from a sub-folder: the hoisted copy (P01)",
    files: { ...P, "package.json": {}, "packages/a/deep/x": "" },
    cwd: "packages/a/deep",
    found: P_FOUND,
  },
  {
    what: "two versions, one of them nested: the nearer",
    files: {
      ...P,
      ...handMade("p", "2.0.0", { at: "packages/b/node_modules/p" }),
      "package.json": { workspaces: ["packages/*"] },
      "packages/b/package.json": {},
    },
    configIn: "packages/b",
    cwd: "packages/b",
    packs: { p: "2.x" },
    found: "p 2.0.0 PROJECT/packages/b/node_modules/p/index.js",
  },
  {
    what: "a member of a workspace, with a .git of its own: what the root has hoisted",
    files: {
      ...P,
      "package.json": { workspaces: ["packages/*"] },
      "packages/a/package.json": {},
      "packages/a/.git": "gitdir: x",
    },
    configIn: "packages/a",
    cwd: "packages/a",
    found: P_FOUND,
  },
  {
    what: "a parent of the project by accident",
    files: { ...P, "mine/package.json": {}, "mine/.git/HEAD": "" },
    configIn: "mine",
    cwd: "mine",
    found:
      "PACK_NOT_FOUND: cannot find the pack p, named in mcptest.config.json:1:11, because p is not installed for PROJECT/mine; the copy at PROJECT/node_modules/p does not count, because it lies above the project, whose top is PROJECT/mine",
  },
  {
    what: "the home folder above a project without git and lockfile",
    files: { ...P, "package.json": {}, ".git/HEAD": "", "work/mine/package.json": {} },
    env: { HOME: "PROJECT" },
    configIn: "work/mine",
    cwd: "work/mine",
    found:
      "PACK_NOT_FOUND: cannot find the pack p, named in mcptest.config.json:1:11, because p is not installed for PROJECT/work/mine; the copy at PROJECT/node_modules/p does not count",
  },
  {
    what: "NODE_PATH and the global folders of Node (P01)",
    files: {
      ...handMade("p", "1.0.0", { at: "global/p" }),
      ...handMade("p", "1.0.0", { at: "home/.node_modules/p" }),
      ...GIT,
    },
    env: { NODE_PATH: "PROJECT/global", HOME: "PROJECT/home" },
    found:
      "PACK_NOT_FOUND: cannot find the pack p, named in mcptest.config.json:1:11, because p is not installed for PROJECT\n",
  },
  {
    what: "the folder of the tool (P01)",
    files: { ...handMade("p", "1.0.0", { at: "tool/node_modules/p" }), ...GIT },
    found: "PACK_NOT_FOUND: cannot find the pack p,",
  },
  {
    what: "a bundled pack that a configuration names and that is not installed",
    files: { ...handMade("@mcptest/pack-tasks", "1.0.0", { at: "tool/node_modules/@mcptest/pack-tasks" }), ...GIT },
    packs: { "@mcptest/pack-tasks": "1.x" },
    found:
      "PACK_NOT_FOUND: cannot find the pack @mcptest/pack-tasks, named in mcptest.config.json:1:11, because @mcptest/pack-tasks is not installed for PROJECT; the copy that comes with mcptest is used only where no configuration names packs",
  },
  {
    what: "--pack of a bundled pack that is not installed",
    files: { ...handMade("@mcptest/pack-tasks", "1.0.0", { at: "tool/node_modules/@mcptest/pack-tasks" }), ...GIT },
    argument: "@mcptest/pack-tasks@1.x",
    found: "@mcptest/pack-tasks 1.0.0 bundled",
  },
  {
    what: "--pack of a bundled pack that is installed: the installed one",
    files: {
      ...handMade("@mcptest/pack-tasks", "2.0.0"),
      ...handMade("@mcptest/pack-tasks", "1.0.0", { at: "tool/node_modules/@mcptest/pack-tasks" }),
    },
    argument: "@mcptest/pack-tasks",
    found: "@mcptest/pack-tasks 2.0.0 PROJECT/node_modules/@mcptest/pack-tasks/index.js",
  },
  {
    what: "only a dependency of a dependency, in a strict layout (P02)",
    files: {
      ...handMade("q", "1.0.0", { at: "node_modules/.pnpm/q@1.0.0/node_modules/q" }),
      ...handMade("p", "1.0.0", { at: "node_modules/.pnpm/p@1.0.0/node_modules/p" }),
      "pnpm-lock.yaml": "",
    },
    links: {
      "node_modules/q": "node_modules/.pnpm/q@1.0.0/node_modules/q",
      "node_modules/.pnpm/q@1.0.0/node_modules/p": "node_modules/.pnpm/p@1.0.0/node_modules/p",
    },
    found:
      "PACK_NOT_FOUND: cannot find the pack p, named in mcptest.config.json:1:11, because p is not installed for PROJECT\nInstall it as a direct dependency: pnpm add --save-dev p",
  },
];

const links: Situation[] = [
  {
    what: "a symbolic link in node_modules, as npm link makes it, to a place outside of the project: its real path (P02)",
    files: { ...handMade("p", "1.0.0", { at: "checkouts/p" }), "mine/package.json": {}, "mine/node_modules/x": "" },
    links: { "mine/node_modules/p": "checkouts/p" },
    configIn: "mine",
    cwd: "mine",
    packs: { p: "1.x" },
    found: "p 1.0.0 PROJECT/checkouts/p/index.js",
  },
  {
    what: "a member of the workspace, linked: its real path",
    files: { ...handMade("p", "1.0.0", { at: "packages/p" }), "package.json": { workspaces: ["packages/*"] } },
    links: { "node_modules/p": "packages/p" },
    found: "p 1.0.0 PROJECT/packages/p/index.js",
  },
  {
    what: "a working directory that is a symbolic link",
    files: { ...handMade("p", "1.0.0", { at: "real/node_modules/p" }) },
    links: { here: "real" },
    configIn: "real",
    cwd: "here",
    found: "p 1.0.0 PROJECT/real/node_modules/p/index.js",
  },
  {
    what: "a path that is a symbolic link to a file",
    files: { "real/p.mjs": `export default ${packLiteral("p", "1.0.0")};` },
    links: { "p.mjs": "real/p.mjs" },
    packs: { "./p.mjs": "*" },
    found: "p 1.0.0 PROJECT/real/p.mjs",
  },
  {
    what: "the package around the configuration, by its own name",
    files: handMade("p", "1.0.0", { at: "." }),
    packs: { p: "1.x" },
    found: "p 1.0.0 PROJECT/index.js",
  },
  {
    what: "the package around the configuration, by its own name, without exports: Node knows no such thing",
    files: { ...handMade("p", "1.0.0", { at: ".", manifest: { main: "index.js" } }), ...GIT },
    found: "PACK_NOT_FOUND: cannot find the pack p,",
  },
  {
    what: "an npm alias with the name of the package behind it",
    files: { ...P, ...handMade("p", "2.0.0", { at: "node_modules/p-next" }) },
    packs: { p: "1.x", "p-next": { pack: "p", version: "2.x" } },
    found: `${P_FOUND}\np 2.0.0 PROJECT/node_modules/p-next/index.js`,
  },
  {
    what: "an npm alias without that name, pinned: the error says what to write",
    files: handMade("p", "2.0.0", { at: "node_modules/p-next" }),
    packs: { "p-next": "2.x" },
    found:
      "PACK_VERSION_UNKNOWN: the pack p-next, named in mcptest.config.json:1:11, is pinned to 2.x, and no package.json above PROJECT/node_modules/p-next/index.js gives a version of p-next. The package there is p",
  },
];

const paths: Situation[] = [
  {
    what: "a path counts from the folder of the configuration (P01)",
    files: { "conf/p.mjs": `export default ${packLiteral("p", "1.0.0")};`, "sub/p.mjs": "throw 1;" },
    configIn: "conf",
    config: "../conf/mcptest.config.json",
    cwd: "sub",
    packs: { "./p.mjs": "*" },
    found: "p 1.0.0 PROJECT/conf/p.mjs",
  },
  {
    what: "--pack with a path counts from the working directory (P01)",
    files: { "conf/p.mjs": "throw 1;", "sub/p.mjs": `export default ${packLiteral("p", "1.0.0")};` },
    configIn: "conf",
    config: "../conf/mcptest.config.json",
    cwd: "sub",
    argument: "./p.mjs",
    found: "p 1.0.0 PROJECT/sub/p.mjs",
  },
  {
    what: "TypeScript by path, in a folder without a type, with an enum and an import without extension",
    files: {
      "packs/p.ts": `import { extension } from "./id";\nenum E { Title = "P" }\nexport default { ...${packLiteral("p", "1.0.0")}, extension, title: E.Title as string };`,
      "packs/id.ts": "export const extension: string = 'com.example/other';",
    },
    packs: { "./packs/p.ts": "*" },
    found: "p 1.0.0 PROJECT/packs/p.ts",
  },
  {
    what: "a folder with a package.json, pinned",
    files: handMade("p", "0.3.1", {
      at: "packs/p",
      manifest: { type: "module", exports: "./src/i.js" },
      entry: "src/i.js",
    }),
    packs: { "./packs/p": "^0.3.0" },
    found: "p 0.3.1 PROJECT/packs/p/src/i.js",
  },
  {
    what: "a file URL, percent-encoded",
    files: { "a b#1%20é/p.mjs": `export default ${packLiteral("p", "1.0.0")};` },
    packs: { "FILE_URL/a%20b%231%2520%C3%A9/p.mjs": "*" },
    found: "p 1.0.0 PROJECT/a b#1%20é/p.mjs",
  },
  {
    what: "a project in a folder with a space, #, % and letters beyond ASCII (P09)",
    folder: "a b#1%20é",
    files: {
      ...P,
      ...handMade("q", "1.0.0", { manifest: {}, source: "module.exports = PACK;" }),
      "p ü#.mjs": `export default ${packLiteral("r", "1.0.0")};`,
    },
    packs: { p: "1.x", q: "1.x", "./p ü#.mjs": "*" },
    found: `${P_FOUND}\nq 1.0.0 PROJECT/node_modules/q/index.js\nr 1.0.0 PROJECT/p ü#.mjs`,
  },
  {
    what: "a pack that a configuration in TypeScript makes itself (P10)",
    files: {
      "mcptest.config.ts": `enum V { P = "1.0.0" }\nconst p: object = { ...${packLiteral("p", "1.0.0")}, version: V.P as string };\nexport default { packs: { p: { pack: p, version: "1.x" } } };`,
    },
    config: "mcptest.config.ts",
    found: "p 1.0.0 PROJECT/mcptest.config.ts",
  },
  {
    what: "a path without ./ is no name, and the error says so",
    files: { "packs/p.mjs": "", ...GIT },
    packs: { "packs/p.mjs": "*" },
    found:
      "PACK_NOT_FOUND: cannot find the pack packs/p.mjs, named in mcptest.config.json:1:11, because packs/p.mjs is not installed for PROJECT; a path begins with ./\nWrite ./packs/p.mjs",
  },
  {
    what: "a path of Windows, elsewhere (P09)",
    files: GIT,
    packs: { "C:\\x\\p.mjs": "*" },
    found: "PACK_NOT_FOUND: ",
  },
];

/** Every situation. */
export const SITUATIONS: readonly Situation[] = [...shapes, ...places, ...links, ...paths];
