import type { PackContext, Verdict } from "@mcptest/pack";
import { extensionCheck } from "../define.js";
import { createFindings } from "../findings.js";
import { foreignMethods, leftovers, misplacedHandles, passiveRecord, type Stray } from "../leftovers.js";
import type { TasksOptions } from "../options.js";
import { otherMethods } from "../other-methods.js";
import { reading } from "../record.js";
import { toolList } from "../tools.js";

/** Reads the whole record and tells what stands where it does not belong. */
async function scan(
  verdict: Verdict,
  { host }: PackContext<TasksOptions>,
  kind: "fail" | "warn",
  find: (exchanges: ReturnType<typeof passiveRecord>) => Stray[],
  broken: { rule: string; fix: string },
): Promise<void> {
  const record = passiveRecord(await host.transcript());
  const findings = createFindings();
  for (const { key, from, exchange } of find(record)) findings.add({ kind, key, from, exchange });
  findings.tell(verdict, broken);
  verdict.detail("exchangesJudged", record.length);
}

/** I07. */
export const resultTypeReserved = extensionCheck({
  id: "tasks-result-type-reserved",
  category: "creation",
  title: '"task" marks task handles alone',
  description: 'resultType "task" appears on nothing but the handle of a new task.',
  level: "must",
  contract: "I07",
  section: "Polymorphic Results",
  ...reading,
  prepares: { tools: toolList, others: otherMethods },
  run: (_needs, verdict, context) =>
    scan(verdict, context, "fail", (all) => misplacedHandles(all).filter(({ withId }) => !withId), {
      rule: 'I07: "resultType": "task" marks the handle of a new task, and nothing else',
      fix: 'answer with "resultType": "complete"',
    }),
});

/** I08. */
export const createOnlySupportedMethod = extensionCheck({
  id: "tasks-create-only-supported-method",
  category: "creation",
  title: "Only tools/call creates tasks",
  description: "No method but tools/call is answered with a task handle, whatever is declared.",
  level: "must",
  contract: "I08",
  section: "Supported Methods",
  ...reading,
  prepares: { tools: toolList, others: otherMethods },
  run: (_needs, verdict, context) =>
    scan(verdict, context, "fail", (all) => misplacedHandles(all).filter(({ withId }) => withId), {
      rule: "I08: only tools/call may be answered with a task handle",
      fix: "answer the request itself",
    }),
});

/** I54. */
export const namespaceReserved = extensionCheck({
  id: "tasks-namespace-reserved",
  category: "dispatch",
  title: "The names of tasks belong to the extension",
  description: "A server uses no methods tasks/* and no notifications/tasks/* but those of the extension.",
  level: "should",
  contract: "I54",
  section: "Reservations",
  ...reading,
  prepares: { tools: toolList },
  run: (_needs, verdict, context) =>
    scan(verdict, context, "warn", foreignMethods, {
      rule: "I54: tasks/* and notifications/tasks/* are reserved for the extension, which defines no such message of a server",
      fix: "",
    }),
});

/** I58. */
export const legacyLeftovers = extensionCheck({
  id: "tasks-legacy-leftovers",
  category: "dispatch",
  title: "No leftovers of 2025-11-25",
  description:
    "No execution.taskSupport, no related-task _meta, no requestState on tasks and no notifications/tasks/status.",
  level: "should",
  contract: "I58",
  source: "SEP-2663",
  section: "Backward Compatibility",
  ...reading,
  prepares: { tools: toolList },
  run: (_needs, verdict, context) =>
    scan(verdict, context, "warn", leftovers, { rule: "I58: it belongs to 2025-11-25", fix: "" }),
});
