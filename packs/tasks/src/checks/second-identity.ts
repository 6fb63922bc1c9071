import { randomUUID } from "node:crypto";
import { at, defineFixture, excerpt, isObject, type JsonObject, member, say } from "@mcptest/pack";
import { type Attempt, required } from "../attempt.js";
import { longestWait } from "../back-off.js";
import { extensionCheck } from "../define.js";
import type { TasksOptions } from "../options.js";
import { life } from "../poll.js";
import { firstAnswer, PROBED, type ProbeAnswer, type ProbedMethod } from "../probe-answer.js";
import { declared } from "../requests.js";

/** The four methods about the `task` role's task, declared, with the credentials of the second principal. */
const foreignAnswers = defineFixture<Attempt<ProbeAnswer[]>, { life: typeof life }, TasksOptions>({
  name: "requests of the second principal",
  role: {
    name: "secondIdentity",
    configured: ({ secondIdentity }) => secondIdentity === true,
    option: { path: ["secondIdentity"], example: { Authorization: "Bearer …" } },
  },
  timeoutMs: longestWait,
  needs: { life },
  async prepare({ life: lived }, context) {
    if (lived.problem !== undefined) return { problem: lived.problem };
    const { taskId, reads, ending, problem } = lived.value;
    if (reads.length === 0 || ending === "gone")
      return { problem: problem ?? { reason: "the task could not be read" } };
    const connection = await context.host.open({ identity: "second" });
    const params: Record<ProbedMethod, JsonObject> = {
      "tasks/get": { taskId },
      "tasks/update": { taskId, inputResponses: { [`never-issued-${randomUUID()}`]: { action: "decline" } } },
      "tasks/cancel": { taskId },
      "subscriptions/listen": { notifications: { taskIds: [taskId] } },
    };
    const ask = (method: ProbedMethod) =>
      firstAnswer({ ...context, connection }, method, declared(context.negotiated, { method, params: params[method] }));
    return { value: await Promise.all(PROBED.map(ask)) };
  },
});

/** I49. */
export const authBinding = extensionCheck({
  id: "tasks-auth-binding",
  category: "lifecycle",
  title: "A task belongs to who made it",
  description: "Another principal gets neither the task nor its notifications, and changes nothing.",
  level: "must",
  contract: "I49",
  section: "Security",
  phase: "change",
  mayChange: true,
  on: { wire: "extension", transport: "http" },
  needs: { life, foreign: foreignAnswers },
  run({ life: lived, foreign }, verdict) {
    const { taskId } = required(lived);
    for (const { method, message, exchange, outcome, status, problem } of required(foreign)) {
      const about = { subject: method };
      const evidence = [exchange];
      const served = isServed(method, message, taskId);
      const refused = isObject(member(message, "error")) || (status !== undefined && status >= 400 && status < 500);
      if (served)
        verdict.fail(
          say({
            sent: `${method} of a task of the first principal, with the credentials of the second`,
            came: `it was served: ${excerpt(message, 200)}`,
            rule: "I49: each request about a task is authorized; another principal's task is as good as unknown",
            fix: "store the principal with the task, and answer others as if there were no such task (-32602)",
          }),
          evidence,
          about,
        );
      else if (refused || message !== undefined) verdict.pass(about, evidence);
      else {
        const origin = outcome === "timeout" || outcome === "limit" ? "host" : "environment";
        verdict.couldNotRun(`${method}: no answer to judge (${problem ?? outcome})`, { origin, evidence, about });
      }
    }
  },
});

/** A result with no error beside it; on a listen an acknowledgement with the id, or a change of a task. */
function isServed(method: ProbedMethod, message: JsonObject | undefined, taskId: string): boolean {
  if (method !== "subscriptions/listen")
    return member(message, "result") !== undefined && !isObject(member(message, "error"));
  const ids = at(message, "params", "notifications", "taskIds");
  return (Array.isArray(ids) && ids.includes(taskId)) || member(message, "method") === "notifications/tasks";
}
