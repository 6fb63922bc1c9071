import { type BrandedPack, definePack } from "@mcptest/pack";
import { APPS_EXTENSION, PACK_NAME } from "./ids.js";
import { VERSION } from "./version.js";

/** The pack for MCP Apps. */
export const appsPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: APPS_EXTENSION,
  title: "MCP Apps",
  requiredCheck: "apps-present",
  checks: [],
});
