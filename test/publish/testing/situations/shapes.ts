import { handMade, packLiteral } from "../hand-made.js";
import { P, P_FOUND, type Situation } from "./situation.js";

/** What a package of a pack may look like. */
export const SHAPES: readonly Situation[] = [
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
