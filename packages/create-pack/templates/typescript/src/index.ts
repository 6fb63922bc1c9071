import { createRequire } from "node:module";
import { type BrandedPack, definePack } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { EXTENSION } from "./extension.js";
import { options, optionsJsonSchema } from "./options.js";

// Name and version of the pack are those of the package.
const manifest = createRequire(import.meta.url)("../package.json") as { name: string; version: string };

const pack: BrandedPack = definePack({
  name: manifest.name,
  version: manifest.version,
  extension: EXTENSION,
  title: "Gadgets",
  // The extension is declared on each request, which only revisions since 2026-07-28 have.
  routes: ["native"],
  options,
  optionsJsonSchema,
  checks,
});

export default pack;
