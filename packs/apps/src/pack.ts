import { type BrandedPack, definePack, withPages } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { command } from "./command.js";
import { detect } from "./detect.js";
import { discovery } from "./discovery.js";
import { factsOf } from "./facts.js";
import { APPS_EXTENSION, PACK_NAME } from "./ids.js";
import { appsOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { VERSION } from "./version.js";

/** The pack for MCP Apps. */
export const appsPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: APPS_EXTENSION,
  title: "MCP Apps",
  wants: ["browser"],
  options: appsOptions,
  optionsJsonSchema,
  requiredCheck: "apps-present",
  command,
  detect,
  facts: factsOf,
  discovery,
  checks: withPages(
    checks,
    new URL("../docs/", import.meta.url),
    "https://github.com/mcptest/mcptest/blob/main/packs/apps/docs/",
  ),
});
