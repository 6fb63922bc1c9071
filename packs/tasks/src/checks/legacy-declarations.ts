import { excerpt, member, say } from "@mcptest/pack";
import { required } from "../attempt.js";
import { judgeCapability } from "../capability-shape.js";
import { legacyCheck } from "../define.js";
import { LEGACY_TASKS_VERSION } from "../ids.js";
import { had, reading, recordOf } from "../record.js";
import { toolList, toolListIn } from "../tools.js";
import { usedUnadvertised } from "../use.js";
import { wireOf } from "../wire.js";

/** H01. */
export const legacyCapabilityDeclared = legacyCheck({
  id: "tasks-legacy-capability-declared",
  category: "dispatch",
  title: "A server that has tasks declares them",
  description: "A server of 2025-11-25 that answers tasks/* or returns tasks declares capabilities.tasks.",
  level: "must",
  contract: "H01",
  section: "Capabilities",
  phase: "list",
  on: { protocolVersion: LEGACY_TASKS_VERSION },
  needs: { tools: toolList },
  async run({ tools }, verdict, context) {
    if (wireOf(context.negotiated).wire === "legacy") return;
    const use = await usedUnadvertised(context, tools);
    if (use === undefined) {
      verdict.notApplicable("nothing shows that the server has tasks");
      return;
    }
    verdict.fail(
      say({
        sent: "initialize",
        came: `there is no capabilities.tasks; ${use.trace}`,
        rule: "H01: a server that answers tasks/* or returns tasks declares capabilities.tasks",
        fix: 'answer initialize with capabilities.tasks: {"requests": {"tools": {"call": {}}}}, with "list" and "cancel" where they are served; or serve no tasks/*',
      }),
      use.evidence,
    );
  },
});

/** H02. */
export const legacyCapabilityShape = legacyCheck({
  id: "tasks-legacy-capability-shape",
  category: "dispatch",
  title: "The members of capabilities.tasks are objects",
  description: "capabilities.tasks and its members list, cancel and requests.tools.call are objects.",
  level: "must",
  contract: "H02",
  section: "Capabilities",
  ...reading,
  run(_needs, verdict, { negotiated }) {
    const { violations, warnings } = judgeCapability(member(negotiated.capabilities, "tasks") ?? null);
    for (const came of violations)
      verdict.fail(
        say({
          sent: "initialize",
          came,
          rule: "H02: capabilities.tasks is an object, and so are its members list, cancel, requests, requests.tools and requests.tools.call, where they are present",
          fix: 'declare {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}, and leave out what is not served',
        }),
      );
    for (const came of warnings) verdict.warn(`initialize: ${came}; send {} (H02)`);
  },
});

const SUPPORT: readonly unknown[] = [undefined, "required", "optional", "forbidden"];
/** Tools that a message names. */
const MOST_TOOLS = 8;

/** H34. */
export const legacyTaskSupportEnum = legacyCheck({
  id: "tasks-legacy-tasksupport-enum",
  category: "dispatch",
  title: "taskSupport is one of three words",
  description: "execution.taskSupport of a tool, where it is present, is required, optional or forbidden.",
  level: "must",
  contract: "H34",
  section: "Tool-Level Negotiation",
  ...reading,
  prepares: { tools: had(toolList) },
  async run(_needs, verdict, context) {
    const { tools: listed, evidence } = required(toolListIn(await recordOf(context, toolList)));
    const odd = listed.filter(({ taskSupport }) => !SUPPORT.includes(taskSupport));
    for (const { name, taskSupport } of odd.slice(0, MOST_TOOLS))
      verdict.fail(
        say({
          sent: "tools/list",
          came: `execution.taskSupport of ${excerpt(name, 80)} is ${excerpt(taskSupport, 60)}`,
          rule: 'H34: execution.taskSupport is "required", "optional" or "forbidden"; without it a tool forbids tasks',
          fix: 'leave execution.taskSupport out where the tool never runs as a task, or write "forbidden"',
        }),
        evidence,
        { subject: name.slice(0, 80) },
      );
    verdict.detail("toolsRead", listed.length);
  },
});
