import type { Files } from "./project.js";

/** What a package is beside its name and version. */
interface Shape {
  /** Where its folder lies. Default: below node_modules, under its name. */
  at?: string;
  /** Members of its package.json. Default: `exports` for import alone, which hide the package.json. */
  manifest?: object;
  /** Its entry, below its folder. Default `index.js`. */
  entry?: string;
  /** What the entry does with `PACK`. Default: export it as ESM. */
  source?: string;
}

/** The source of a small pack, without a dependency: an object literal. */
export function packLiteral(name: string, version: string): string {
  const members = {
    name,
    version,
    extension: "com.example/toys",
    checks: [],
    "~mcptest": { kind: "pack", contract: 1 },
  };
  return `{ ...${JSON.stringify(members)}, run() {} }`;
}

/** An installed pack, made by hand. */
export function handMade(name: string, version: string, shape: Shape = {}): Files {
  const {
    at = `node_modules/${name}`,
    manifest = { type: "module", exports: { import: "./index.js" } },
    entry = "index.js",
    source = "export default PACK;",
  } = shape;
  return {
    [`${at}/package.json`]: { name, version, ...manifest },
    [`${at}/${entry}`]: source.replace("PACK", packLiteral(name, version)),
  };
}
