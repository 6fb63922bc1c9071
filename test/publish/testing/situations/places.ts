import { handMade } from "../hand-made.js";
import { GIT, P, P_FOUND, type Situation } from "./situation.js";

/** Where it may be, and where it does not count. */
export const PLACES: readonly Situation[] = [
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
