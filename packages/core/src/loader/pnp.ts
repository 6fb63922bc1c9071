import { createRequire } from "node:module";
import { join } from "node:path";

/** What is used of Yarn's Plug'n'Play. Its paths may lie inside of archives. */
interface PnpApi {
  resolveRequest(request: string, issuer: string, options: { conditions: Set<string> }): string | null;
  resolveToUnqualified(request: string, issuer: string): string | null;
}

/** Resolves with Yarn's Plug'n'Play from one folder. Both throw errors whose code is MODULE_NOT_FOUND or another of Node's. */
export interface PnpResolver {
  /** The entry of a package, for `import`. */
  entry(specifier: string): string;
  /** The folder of a package. */
  folder(name: string): string;
}

/** The resolver for `folder`, where Plug'n'Play is at work and the folder belongs to one of its projects. */
export function pnpResolver(folder: string): PnpResolver | undefined {
  if (process.versions.pnp === undefined) return undefined;
  const require = createRequire(import.meta.url);
  const { findPnpApi } = require("node:module") as { findPnpApi?(path: string): PnpApi | null };
  const issuer = join(folder, "noop.js");
  const api = findPnpApi?.(issuer);
  if (!api) return undefined;
  const conditions = new Set(["node", "import"]);
  return {
    entry: (specifier) => known(api.resolveRequest(specifier, issuer, { conditions }), specifier),
    folder: (name) => known(api.resolveToUnqualified(name, issuer), name),
  };
}

function known(path: string | null, specifier: string): string {
  if (path === null) throw new Error(`${specifier} is a module of Node`);
  return path;
}
