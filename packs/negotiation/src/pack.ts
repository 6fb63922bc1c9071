import { type BrandedPack, definePack, withPages } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { command } from "./command.js";
import { factsOf } from "./facts.js";
import { PACK_NAME } from "./ids.js";
import { negotiationOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { VERSION } from "./version.js";

/** The pack for what every extension stands on. It runs on every server. */
export const negotiationPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: "*",
  title: "Negotiation",
  options: negotiationOptions,
  optionsJsonSchema,
  command,
  facts: factsOf,
  checks: withPages(
    checks,
    new URL("../docs/", import.meta.url),
    "https://github.com/mcptest/mcptest/blob/main/packs/negotiation/docs/",
  ),
});
