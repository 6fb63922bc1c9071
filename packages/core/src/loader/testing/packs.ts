import type { Files } from "./project.js";

/** The members of a small valid pack. */
export function packMembers(name: string, version: string, more: object = {}): object {
  return {
    name,
    version,
    extension: "com.example/widgets",
    checks: [],
    "~mcptest": { kind: "pack", contract: 1 },
    ...more,
  };
}

/** The source of an ESM module that exports such a pack. `code` may change `pack` before it is exported. */
export function packSource(name: string, version: string, code = "", more: object = {}): string {
  return `const pack = ${JSON.stringify(packMembers(name, version, more))};\npack.run = () => {};\n${code}\nexport default pack;\n`;
}

/** The files of an installed pack: ESM only, its package.json hidden by `exports`. */
export function installed(
  name: string,
  version: string,
  options: { as?: string; code?: string; more?: object } = {},
): Files {
  const folder = `node_modules/${options.as ?? name}`;
  return {
    [`${folder}/package.json`]: {
      name,
      version,
      type: "module",
      keywords: ["mcptest-pack"],
      mcptestPack: { contract: 1 },
      exports: { ".": { import: "./index.js" } },
    },
    [`${folder}/index.js`]: packSource(name, version, options.code, options.more),
  };
}
