import { excerpt, isObject, type JsonObject, member } from "@mcptest/pack";

/** Members of a task object, none of which belongs on an acknowledgement. */
const TASK_MEMBERS = ["taskId", "status", "createdAt", "lastUpdatedAt", "ttlMs", "task", "inputRequests", "result"];

/** What an acknowledgement breaks, and what is odd about it (I27, I32). `resultType: "task"` is another row's (I07). */
export function judgeAcknowledgement(result: unknown): { violations: string[]; warnings: string[] } {
  const violations: string[] = [];
  const warnings: string[] = [];
  if (!isObject(result)) return { violations: [`the result must be an object, not ${excerpt(result, 60)}`], warnings };
  const resultType = member(result, "resultType");
  if (resultType === undefined) violations.push('"resultType" is missing; it is "complete"');
  else if (resultType !== "complete" && resultType !== "task")
    violations.push(`"resultType" is ${excerpt(resultType, 60)}; it is "complete"`);
  const others = Object.keys(result).filter((name) => name !== "resultType" && name !== "_meta");
  const ofTask = others.filter((name) => TASK_MEMBERS.includes(name));
  if (ofTask.length > 0) violations.push(`it carries members of a task: ${named(ofTask)}; an acknowledgement is empty`);
  const odd = others.filter((name) => !TASK_MEMBERS.includes(name));
  if (odd.length > 0) warnings.push(`it carries more than an acknowledgement has: ${named(odd)}`);
  return { violations, warnings };
}

function named(names: string[]): string {
  return names
    .slice(0, 8)
    .map((name) => excerpt(name, 40))
    .join(", ");
}

/** Keys and bodies of what a task asks for. */
export function openRequests(task: JsonObject): JsonObject {
  const open = member(task, "inputRequests");
  return isObject(open) ? open : {};
}
