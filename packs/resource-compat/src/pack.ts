import { type BrandedPack, definePack, withPages } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { command } from "./command.js";
import { detect } from "./detect.js";
import { PACK_NAME } from "./ids.js";
import { compatOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { VERSION } from "./version.js";

/** The pack for extensions that a server offers as resources on the revisions before 2026-07-28. */
export const resourceCompatPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: "*",
  title: "Through resources",
  options: compatOptions,
  optionsJsonSchema,
  command,
  detect,
  checks: withPages(
    checks,
    new URL("../docs/", import.meta.url),
    "https://github.com/mcptest/mcptest/blob/main/packs/resource-compat/docs/",
  ),
});
