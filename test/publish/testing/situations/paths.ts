import { handMade, packLiteral } from "../hand-made.js";
import { GIT, P, P_FOUND, type Situation } from "./situation.js";

/** Packs named by a path, or made by a configuration. */
export const PATHS: readonly Situation[] = [
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
