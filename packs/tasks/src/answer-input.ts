import { answersTo, excerpt, type JsonObject, member, type PackContext } from "@mcptest/pack";
import { type Deadline, withBackOff } from "./back-off.js";
import type { EarlyResult } from "./early-result.js";
import type { RoleName } from "./names.js";
import type { TasksOptions } from "./options.js";
import { howToAnswer } from "./provoke.js";
import { taskRequest } from "./requests.js";
import { wireOf } from "./wire.js";

/** A task that asks, and what was answered before. */
export interface OpenInput {
  taskId: string;
  role: RoleName;
  task: JsonObject;
  answered: Set<string>;
  given: JsonObject[];
  deadline: Deadline;
  /** 2025-11-25, where the role has answers: what the server asks comes and is answered beside the polls. */
  early?: EarlyResult;
}

/** Answers what is open; gives a sentence when the task waits for something that nobody will say. */
export async function answerInput(
  { host, connection, negotiated, options, optionName }: PackContext<TasksOptions>,
  { taskId, role: roleName, task, answered, given, deadline, early }: OpenInput,
): Promise<string | undefined> {
  const role = options.roles[roleName];
  const remedy = howToAnswer(optionName, roleName);
  if (wireOf(negotiated).wire === "legacy") {
    early?.ask();
    return early ? undefined : `the task asks for input (input_required) and no answer is configured; ${remedy}`;
  }
  const answers = answersTo(member(task, "inputRequests"), role?.inputResponses, answered);
  if (answers.keys.length > 0) {
    const update = { taskId, inputResponses: answers.responses };
    const request = taskRequest(negotiated, "tasks/update", update, role);
    await withBackOff(host, deadline, () => host.exchange(connection, request));
    for (const key of answers.keys) answered.add(key);
    given.push(answers.responses);
    return undefined;
  }
  if (answers.unanswered.length === 0 && answered.size > 0) return undefined;
  const keys = answers.unanswered
    .slice(0, 8)
    .map((key) => excerpt(key, 60))
    .join(", ");
  return `the task asks for input (${keys || "no key"}) and no answer is configured; ${remedy}`;
}
