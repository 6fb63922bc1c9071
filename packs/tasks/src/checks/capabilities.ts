import { at, excerpt, isObject, MODERN_VERSIONS, member, say } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { TASKS_EXTENSION } from "../ids.js";
import { reading } from "../record.js";
import { toolList } from "../tools.js";
import { usedUnadvertised } from "../use.js";
import { wireOf } from "../wire.js";

/** I02. */
export const extensionAdvertised = extensionCheck({
  id: "tasks-extension-advertised",
  category: "dispatch",
  title: "A server that has tasks says so",
  description: "A server that answers tasks/* or returns tasks lists the extension in server/discover.",
  level: "must",
  contract: "I02",
  section: "Capability Negotiation",
  phase: "list",
  on: { protocolVersion: MODERN_VERSIONS },
  needs: { tools: toolList },
  async run({ tools }, verdict, context) {
    const { wire, advertisedAs } = wireOf(context.negotiated);
    if (advertisedAs === TASKS_EXTENSION) return;
    const use =
      wire === "extension"
        ? { trace: `the extension is advertised as ${JSON.stringify(advertisedAs)}`, evidence: [] }
        : await usedUnadvertised(context, tools);
    if (use === undefined) {
      verdict.notApplicable("nothing shows that the server has tasks");
      return;
    }
    const instead = context.nearMiss === undefined ? "" : ` (${context.nearMiss})`;
    verdict.fail(
      say({
        sent: "server/discover",
        came: `it does not list ${JSON.stringify(TASKS_EXTENSION)}${instead}; ${use.trace}`,
        rule: "I02: a server that answers tasks/* or returns tasks lists the extension",
        fix: `answer server/discover with capabilities.extensions[${JSON.stringify(TASKS_EXTENSION)}]: {}`,
      }),
      use.evidence,
    );
  },
});

/** I03. */
export const settingsEmpty = extensionCheck({
  id: "tasks-settings-empty",
  category: "dispatch",
  title: "The extension has no settings",
  description: "The settings of the extension are an empty object; its schema defines no members.",
  level: "should",
  contract: "I03",
  section: "Capability Negotiation",
  ...reading,
  run(_needs, verdict, { negotiated }) {
    const { advertisedAs = TASKS_EXTENSION } = wireOf(negotiated);
    const settings = at(negotiated.capabilities, "extensions", advertisedAs);
    if (!isObject(settings) || Object.keys(settings).length === 0) return;
    verdict.fail(
      `server/discover: the settings of the extension are ${excerpt(settings, 120)}; none are defined, {} is the declaration (I03)`,
    );
  },
});

/** I04. */
export const noLegacyCapability = extensionCheck({
  id: "tasks-no-legacy-capability",
  category: "dispatch",
  title: "No capability of 2025-11-25 on a later version",
  description: "A server does not advertise capabilities.tasks on 2026-07-28: tasks are an extension there.",
  level: "must",
  source: "SEP-2663",
  contract: "I04",
  section: "Backward Compatibility",
  ...reading,
  on: { protocolVersion: MODERN_VERSIONS },
  run(_needs, verdict, { negotiated }) {
    const { wire, strayLegacyCapability } = wireOf(negotiated);
    if (!strayLegacyCapability && wire === "none") verdict.notApplicable("the server advertises no tasks at all");
    if (!strayLegacyCapability) return;
    const version = negotiated.protocolVersion;
    verdict.fail(
      say({
        sent: "server/discover",
        came: `capabilities.tasks is ${excerpt(member(negotiated.capabilities, "tasks"), 120)} on ${version}`,
        rule: "I04: capabilities.tasks belongs to 2025-11-25 and is not advertised on a later version",
        fix: `leave capabilities.tasks out on ${version}; a server of both versions sends it in the answer to initialize alone`,
      }),
    );
  },
});
