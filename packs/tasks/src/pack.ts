import { type BrandedPack, definePack, withPages } from "@mcptest/pack";
import { declarationHygiene } from "./checks/declaration-hygiene.js";
import { extensionChecks } from "./checks/extension.js";
import { inlineResult } from "./checks/inline-result.js";
import { legacyChecks } from "./checks/legacy.js";
import { mcpNameRouting } from "./checks/mcp-name-routing.js";
import { resultTypeDiscipline } from "./checks/result-type-discipline.js";
import { ttlShape } from "./checks/ttl-shape.js";
import { undeclaredCapabilityRejected } from "./checks/undeclared-capability-rejected.js";
import { undeclaredCreationRefused } from "./checks/undeclared-creation-refused.js";
import { wireResolvable } from "./checks/wire-resolvable.js";
import { command } from "./command.js";
import { detectTasks } from "./detect.js";
import { discovery } from "./discovery.js";
import { LEGACY_TASKS_VERSION, PACK_NAME, TASKS_EXTENSION } from "./ids.js";
import { PROFILES } from "./names.js";
import { tasksOptions } from "./options.js";
import { optionsJsonSchema } from "./options-json-schema.js";
import { VERSION } from "./version.js";
import { listFact, wireOf } from "./wire.js";

/** The pack for the Tasks extension and the tasks utility of 2025-11-25. */
export const tasksPack: BrandedPack = definePack({
  name: PACK_NAME,
  version: VERSION,
  extension: TASKS_EXTENSION,
  title: "Tasks",
  options: tasksOptions,
  optionsJsonSchema,
  profiles: { default: "full", names: [...PROFILES] },
  requiredCheck: wireResolvable.id,
  command,
  preExtensionDeclaration: `capabilities.tasks on ${LEGACY_TASKS_VERSION}`,
  preExtensionWire: (negotiated) =>
    wireOf(negotiated).wire === "legacy" ? { label: `Tasks (${LEGACY_TASKS_VERSION})` } : undefined,
  detect: detectTasks,
  facts: ({ negotiated }) => ({ wire: wireOf(negotiated).wire, "tasks.list": listFact(negotiated) }),
  discovery,
  checks: withPages(
    [
      wireResolvable,
      declarationHygiene,
      resultTypeDiscipline,
      undeclaredCreationRefused,
      ttlShape,
      inlineResult,
      mcpNameRouting,
      undeclaredCapabilityRejected,
      ...extensionChecks,
      ...legacyChecks,
    ],
    new URL("../docs/", import.meta.url),
    "https://github.com/mcptest/mcptest/blob/main/packs/tasks/docs/",
  ),
});
