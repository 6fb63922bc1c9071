import { defineCheck, type Negotiated } from "@mcptest/pack";
import { DOTTED_TASKS_EXTENSION, LEGACY_TASKS_VERSION, TASKS_EXTENSION } from "../ids.js";
import { reading, recordOf } from "../record.js";
import { toolList, toolListIn } from "../tools.js";
import { wireOf } from "../wire.js";

/**
 * I01. It asks for the tool list so that `discovery` has its counts whatever checks are selected, and says what ended the
 * list before its end (A27).
 */
export const wireResolvable = defineCheck({
  id: "tasks-wire-resolvable",
  category: "dispatch",
  title: "One tasks wire",
  description: "The negotiated protocol version and capabilities resolve to exactly one tasks wire.",
  level: "must",
  rule: { contract: "I01", source: "ext-tasks", section: "Capability Negotiation", revision: "2026-07-28" },
  since: "0.1.0",
  ...reading,
  prepares: { tools: toolList },
  async run(_needs, verdict, context) {
    const { negotiated, asked, nearMiss, serverAdvertisement } = context;
    const { repeatedCursor, evidence } = toolListIn(await recordOf(context, toolList)).value ?? {};
    if (repeatedCursor !== undefined)
      verdict.note(
        `tools/list gave the cursor ${repeatedCursor} a second time; the list is read up to there`,
        evidence,
      );
    const { wire, advertisedAs, strayLegacyCapability } = wireOf(negotiated);
    const version = negotiated.protocolVersion;
    if (wire === "none") {
      const stray = strayLegacyCapability
        ? `; it has capabilities.tasks, which belongs to 2025-11-25 and means nothing on ${version}`
        : "";
      const unknown = negotiated.discovered ? "" : "; it has no server/discover, so its capabilities are unknown";
      const instead = nearMiss === undefined ? "" : `; ${nearMiss}`;
      const reason = `server advertises no tasks wire on ${version}${stray}${unknown}${instead}`;
      if (asked) verdict.couldNotRun(`${reason}; ${remedy(negotiated, serverAdvertisement !== undefined)}`);
      else verdict.notApplicable(reason);
      return;
    }
    if (advertisedAs === DOTTED_TASKS_EXTENSION)
      verdict.warn(
        `the wire rests on "${DOTTED_TASKS_EXTENSION}", a misspelling: the id is "${TASKS_EXTENSION}", with a slash (I01, I.2)`,
      );
    if (strayLegacyCapability)
      verdict.warn(
        `capabilities.tasks stands besides the extension on ${version}: it belongs to 2025-11-25 and makes no second wire here (I01); remove it`,
      );
  },
});

/** What a server has to answer for a tasks wire of the revision that it speaks. */
function remedy({ era, protocolVersion }: Negotiated, isNamed: boolean): string {
  if (era === "modern")
    return isNamed
      ? `let capabilities.extensions["${TASKS_EXTENSION}"] be an object, such as {}`
      : `advertise capabilities.extensions["${TASKS_EXTENSION}"]: {}`;
  if (protocolVersion === LEGACY_TASKS_VERSION) return "declare capabilities.tasks, with requests.tools.call in it";
  return `tasks are part of ${LEGACY_TASKS_VERSION} (capabilities.tasks) and of the extension on 2026-07-28: speak one of them`;
}
