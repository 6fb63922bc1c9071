import { type BrandedPack, definePack } from "@mcptest/pack";
import { VERSION } from "./version.js";

/** The pack for extensions that a server offers as resources on the revisions before 2026-07-28. */
export const resourceCompatPack: BrandedPack = definePack({
  name: "@mcptest/pack-resource-compat",
  version: VERSION,
  extension: "*",
  title: "Through resources",
  checks: [],
});
