import { at, type JsonObject } from "@mcptest/pack";
import { expect } from "vitest";
import type { Proofs } from "./hostile-messages.js";
import { DECLARED, DECLARED_WITH_ELICITATION } from "./requests.js";
import { openSession, pollUntil, type TestSession } from "./session.js";

const TRANSPORTS = ["http", "stdio"] as const;

/** Runs `prove` over both transports, against a server with this fault. */
async function overBoth(fault: string, jobMs: number, prove: (session: TestSession) => Promise<void>): Promise<void> {
  for (const transport of TRANSPORTS) {
    const session = await openSession(transport, "modern", { jobMs, faults: [fault] });
    await prove(session);
    await session.close();
  }
}

/** Answers to `tasks/get`, until one is as `wanted`. Gives the error codes and statuses on the way, each once. */
async function until(session: TestSession, taskId: string, wanted: string | number): Promise<unknown[]> {
  const seen: unknown[] = [];
  while (seen.at(-1) !== wanted) {
    const { response } = await session.call("tasks/get", { taskId }, DECLARED);
    const shown = at(response, "error", "code") ?? at(response, "result", "status");
    if (shown !== seen.at(-1)) seen.push(shown);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return seen;
}

/** Proofs for faults of time and of the streams of single requests. */
export const taskProofs: Proofs = {
  "found-after-a-while": () =>
    overBoth("found-after-a-while", 60_000, async (session) => {
      const { taskId } = await session.result("tools/call", { name: "job" }, DECLARED);
      expect(await until(session, String(taskId), "working")).toEqual([-32602, "working"]);
    }),
  "gone-early": () =>
    overBoth("gone-early", 1, async (session) => {
      const { taskId, ttlMs } = await session.result("tools/call", { name: "job" }, DECLARED);
      expect(ttlMs).toBe(3000);
      const shown: JsonObject = await pollUntil(session, String(taskId), undefined, DECLARED);
      const createdAt = Date.parse(String(shown.createdAt));
      expect(await until(session, String(taskId), -32602)).toEqual(["completed", -32602]);
      expect(Date.now()).toBeGreaterThanOrEqual(createdAt + 2100);
    }),
  "request-end-cancels": () =>
    overBoth("request-end-cancels", 60_000, async (session) => {
      const call = await session.stream("tools/call", { name: "slow" }, DECLARED);
      const handle = await call.next();
      const taskId = String(at(handle, "result", "taskId"));
      expect(at((await session.call("tasks/get", { taskId }, DECLARED)).response, "result", "status")).toBe("working");
      call.close();
      expect(await until(session, taskId, "cancelled")).toContain("cancelled");
    }),
  "input-before-task-again": () =>
    overBoth("input-before-task-again", 10, async (session) => {
      const inputResponses = { confirm: { action: "accept", content: { confirmed: true } } };
      const params = { name: "job", inputResponses };
      const again = await session.result("tools/call", params, DECLARED_WITH_ELICITATION);
      expect(again).toMatchObject({ resultType: "input_required", inputRequests: { confirm: {} } });
    }),
  "input-before-task-refused": () =>
    overBoth("input-before-task-refused", 10, async (session) => {
      const first = await session.result("tools/call", { name: "job" }, DECLARED_WITH_ELICITATION);
      expect(first.resultType).toBe("input_required");
      const params = { name: "job", inputResponses: { confirm: { action: "accept", content: { confirmed: true } } } };
      const { response } = await session.call("tools/call", params, DECLARED_WITH_ELICITATION);
      expect(response.error).toMatchObject({ code: -32602 });
    }),
};
