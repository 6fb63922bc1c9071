import { defineCheck } from "@mcptest/pack";
import { DOTTED_TASKS_EXTENSION, TASKS_EXTENSION } from "../ids.js";
import { toolList } from "../tools.js";
import { wireOf } from "../wire.js";

/** I01. It asks for the tool list only so that `discovery` has its counts whatever checks are selected. */
export const wireResolvable = defineCheck({
  id: "tasks-wire-resolvable",
  category: "dispatch",
  title: "One tasks wire",
  description: "The negotiated protocol version and capabilities resolve to exactly one tasks wire.",
  level: "must",
  rule: { contract: "I01", source: "ext-tasks", section: "Capability Negotiation", revision: "2026-07-28" },
  docs: {
    asks: "The protocol version and the capabilities together have to name one wire for tasks: on 2026-07-28 the extension io.modelcontextprotocol/tasks, on 2025-11-25 the capability tasks. Both at once, or an id that is spelt with a dot, leave it open which one is meant and are told as warnings. A server without either has no tasks: the check then does not apply, or could not run where the Tasks pack was asked for by name.",
    why: "A client decides by these members alone which methods it may call and in which form it reads a task. With a second or misspelt declaration two clients read the same server differently.",
    fix: 'On 2026-07-28 answer server/discover with capabilities.extensions["io.modelcontextprotocol/tasks"]: {} and without capabilities.tasks. On 2025-11-25 answer initialize with capabilities.tasks and leave the extension out.',
  },
  since: "0.1.0",
  phase: "list",
  needs: { tools: toolList },
  run(_needs, verdict, { negotiated, asked }) {
    const { wire, advertisedAs, strayLegacyCapability } = wireOf(negotiated);
    const version = negotiated.protocolVersion;
    if (wire === "none") {
      const stray = strayLegacyCapability
        ? `; it has capabilities.tasks, which belongs to 2025-11-25 and means nothing on ${version}`
        : "";
      const unknown = negotiated.discovered ? "" : "; it has no server/discover, so its capabilities are unknown";
      const reason = `server advertises no tasks wire on ${version}${stray}${unknown}`;
      if (asked) verdict.couldNotRun(`${reason}; advertise capabilities.extensions["${TASKS_EXTENSION}"]: {}`);
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
