import { type BrandedPack, definePack, withPages } from "@mcptest/pack";
import { checks } from "./checks/index.js";
import { command } from "./command.js";
import { detect } from "./detect.js";
import { discovery } from "./discovery.js";
import { PACK_NAME, SKILLS_EXTENSION } from "./ids.js";
import { skillsOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { VERSION } from "./version.js";

/** The pack for Skills over MCP. */
export const skillsPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: SKILLS_EXTENSION,
  title: "Skills",
  routes: ["native", "unofficial", "resources"],
  options: skillsOptions,
  optionsJsonSchema,
  requiredCheck: "skills-declared-place",
  command,
  detect,
  discovery,
  checks: withPages(
    checks,
    new URL("../docs/", import.meta.url),
    "https://github.com/mcptest/mcptest/blob/main/packs/skills/docs/",
  ),
});
