import { createRequire } from "node:module";

/** Stands one folder above the sources and above the build alike. */
const manifest = createRequire(import.meta.url)("../package.json") as { name: string; version: string };

/** Name and version of this package: those of the pack have to be the same. */
export const { name: NAME, version: VERSION } = manifest;
