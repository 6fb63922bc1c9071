import { handMade, packLiteral } from "../hand-made.js";
import { GIT, P, P_FOUND, type Situation } from "./situation.js";

/** Links, names and aliases. */
export const LINKS: readonly Situation[] = [
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
