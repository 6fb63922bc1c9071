import { excerpt, isObject, type Json, type JsonObject, member } from "@mcptest/pack";

/** The five values of `status`; the last three are terminal. */
export const STATUSES = ["working", "input_required", "completed", "failed", "cancelled"] as const;

const TERMINAL: ReadonlySet<unknown> = new Set(["completed", "failed", "cancelled"]);

/** One of the five values. */
export function isStatus(value: unknown): boolean {
  return STATUSES.some((status) => status === value);
}

/** A status that never changes again. */
export function isTerminal(status: unknown): boolean {
  return TERMINAL.has(status);
}

/** A usable task id: a string that is not empty. */
export function isTaskId(value: unknown): value is string {
  return typeof value === "string" && value.length > 0;
}

/**
 * What the result of a `tools/call` is, seen from its bytes alone.
 * `task`: a task handle of the wire, with a usable id. `broken-task`: meant as a task, but not in the form that the wire
 * asks for. `input-required`: the server asks for input first. `plain`: anything else, so no task.
 */
export type CallKind = "task" | "broken-task" | "input-required" | "plain";

/** The reading of a call's result. */
export interface CallReading {
  kind: CallKind;
  /** The id that names the task, also where the form is wrong; absent when nothing usable names it. */
  taskId?: string;
  /** The object with the task's members, where they stand in the place that the wire asks for. */
  task?: JsonObject;
  /** What is wrong with the form. */
  violations: string[];
  /** What is odd about it. */
  warnings: string[];
}

/** Reads the result of a declared `tools/call` on the extension wire (I06, J5). */
export function readExtensionCall(result: unknown): CallReading {
  if (!isObject(result)) return plain();
  const resultType = member(result, "resultType");
  if (resultType === "input_required") return { ...plain(), kind: "input-required" };
  if (resultType === "task") return readHandle(result);
  const nestedId = member(member(result, "task"), "taskId");
  if (Array.isArray(member(result, "content"))) return plain(signsOfTask(result, nestedId));
  const taskId = member(result, "taskId");
  if (typeof taskId === "string" && isStatus(member(result, "status"))) {
    const came = resultType === undefined ? "is missing" : `is ${excerpt(resultType, 80)}`;
    return broken(
      `the task's members are there, but "resultType" ${came}; only "task" marks a task handle`,
      taskId,
      result,
    );
  }
  return nestedId === undefined ? plain(signsOfTask(result, nestedId)) : broken(NESTED, nestedId);
}

const NESTED =
  'the task\'s members stand inside a nested "task" object, which is the form of 2025-11-25; here they stand at the top level of the result';

function readHandle(result: JsonObject): CallReading {
  const nested = member(result, "task");
  const nestedId = member(nested, "taskId");
  const taskId = member(result, "taskId");
  if (taskId === undefined && nestedId !== undefined) return broken(NESTED, nestedId);
  if (!isTaskId(taskId)) {
    const came = taskId === undefined ? "there is none" : `it is ${excerpt(taskId, 80)}`;
    return broken(`"taskId" must be a string that is not empty; ${came}`, taskId, result);
  }
  const warnings: string[] = [];
  if (nested !== undefined)
    warnings.push('a task handle with an extra "task" member: its members stand at the top level');
  if (member(result, "content") !== undefined) warnings.push('a task handle that also carries "content"');
  return { kind: "task", taskId, task: result, violations: [], warnings };
}

/** Reads the result of a `tools/call` with `params.task` on the 2025-11-25 wire (H31). */
export function readLegacyCall(result: unknown): CallReading {
  const task = member(result, "task");
  const taskId = member(task, "taskId");
  if (!isTaskId(taskId) && Array.isArray(member(result, "content"))) return plain();
  if (task !== undefined) {
    if (isTaskId(taskId)) return { kind: "task", taskId, task: task as JsonObject, violations: [], warnings: [] };
    const came = taskId === undefined ? "there is none" : `it is ${excerpt(taskId, 80)}`;
    return broken(`"task.taskId" must be a string that is not empty; ${came}`, taskId);
  }
  if (member(result, "taskId") !== undefined || member(result, "resultType") === "task")
    return broken(
      'the task\'s members stand at the top level of the result, which is the form of the 2026-07-28 extension; here they stand inside "task"',
      member(result, "taskId"),
    );
  if (member(result, "structuredContent") !== undefined) return plain();
  return { ...plain(), violations: ['it is neither a task ("task" with a "taskId") nor a tool result ("content")'] };
}

/** The result of an undeclared call holds a task in any form: flat, nested or without its discriminator (I09). */
export function taskInAnyForm(result: unknown): { taskId?: string } | undefined {
  const { kind, taskId } = readExtensionCall(result);
  return kind === "task" || kind === "broken-task" ? { ...(taskId === undefined ? {} : { taskId }) } : undefined;
}

function signsOfTask(result: JsonObject, nestedId: Json | undefined): string[] {
  const signs: string[] = [];
  if (isTaskId(member(result, "taskId"))) signs.push('a plain tool result ("content") that also carries a "taskId"');
  if (isTaskId(nestedId)) signs.push('a plain tool result that also carries a "task" with a "taskId"');
  const meta = member(result, "_meta");
  const [key, ...others] = Object.entries(isObject(meta) ? meta : {})
    .filter(([, value]) => isTaskId(member(value, "taskId")) && typeof member(value, "status") === "string")
    .map(([name]) => excerpt(name, 100));
  if (key !== undefined)
    signs.push(
      `task-like object under a non-standard _meta key (${key}${others.length > 0 ? `, and ${others.length} more` : ""}): no client takes it for a task; a task handle has resultType "task" and its members at the top level`,
    );
  return signs;
}

function plain(warnings: string[] = []): CallReading {
  return { kind: "plain", violations: [], warnings };
}

function broken(violation: string, taskId: Json | undefined, task?: JsonObject): CallReading {
  return {
    kind: "broken-task",
    ...(isTaskId(taskId) ? { taskId } : {}),
    ...(task === undefined ? {} : { task }),
    violations: [violation],
    warnings: [],
  };
}
