import { createRequire } from "node:module";

/** The version in this package's package.json, which stands one folder above the sources and above the build alike. */
export const VERSION: string = (createRequire(import.meta.url)("../package.json") as { version: string }).version;
