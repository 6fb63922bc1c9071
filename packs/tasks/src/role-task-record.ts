import { member } from "@mcptest/pack";
import type { Ledger, TaskSighting } from "./ledger.js";
import { life } from "./poll.js";
import { provoked } from "./provoke.js";
import { isTaskId } from "./task-shape.js";

/** The `task` role's task as it was recorded. */
export interface RoleTaskRecord {
  /** The answer to its call, where the task stood in the place that the wire asks for. */
  created?: TaskSighting;
  /** The answers to `tasks/get` that followed it, up to its end. */
  reads: TaskSighting[];
}

/** What the ledger holds of the `task` role's call and of the polls that followed its task. */
export function roleTaskIn({ sightings }: Ledger, wire: "extension" | "legacy"): RoleTaskRecord {
  const ofFixture = ({ name }: { name: string }) => sightings.filter(({ check }) => check === `fixture:${name}`);
  const place = wire === "legacy" ? "nested" : "flat";
  const created = ofFixture(provoked).findLast(
    ({ source, form, task }) => source === "tools/call" && form === place && isTaskId(member(task, "taskId")),
  );
  const reads = ofFixture(life).filter(
    ({ source, form, task }) => source === "tasks/get" && form === "flat" && typeof member(task, "status") === "string",
  );
  return { ...(created === undefined ? {} : { created }), reads };
}
