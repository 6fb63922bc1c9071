import { at, type JsonObject, META } from "@mcptest/pack";
import { expect } from "vitest";
import { startHttpServer } from "../transports/http.js";
import type { Proofs } from "./hostile-messages.js";
import { openHttp, post } from "./http-client.js";
import { initializeRequest, legacy } from "./requests.js";
import { openSession, type TestSession } from "./session.js";
import { asks, settle } from "./settle.js";
import { connectInProcess } from "./stdio-client.js";

/** Runs `prove` over both transports, against a 2025-11-25 server with this fault. */
async function overBoth(fault: string, jobMs: number, prove: (session: TestSession) => Promise<void>): Promise<void> {
  for (const transport of ["http", "stdio"] as const) {
    const session = await openSession(transport, "legacy", { jobMs, faults: [fault] }, { elicitation: {} });
    await prove(session);
    await session.close();
  }
}

async function create(session: TestSession, name: string, more: JsonObject = {}): Promise<string> {
  const created = await session.result("tools/call", { name, task: {}, ...more });
  return String(at(created, "task", "taskId"));
}

const TOKEN: JsonObject = { _meta: { progressToken: "my-token" } };

/** The params of the progress that comes with the result of a task, asked for once it has ended, or at once. */
async function progressOf(session: TestSession, early: boolean): Promise<unknown[]> {
  const taskId = await create(session, "job", TOKEN);
  if (!early) await settle(session, taskId, {});
  const { messages } = await session.call("tasks/result", { taskId });
  return messages.flatMap((message) => at(message, "params", "progressToken") ?? []);
}

/** The first status notification of a cancelled task, on the standing stream of either transport. */
async function statusNotifications(options: { faults?: string[]; variants?: string[] }): Promise<JsonObject[]> {
  const served = { era: "legacy" as const, jobMs: 60_000, ...options };
  const initialize = initializeRequest().message;
  const call = legacy("tools/call", { name: "slow", task: {} }).message;
  const isStatus = (message: JsonObject) => message.method === "notifications/tasks/status";
  const client = connectInProcess(served);
  await client.request(initialize);
  const created = await client.request(call);
  const taskId = String(at(created, "result", "task", "taskId"));
  client.send(legacy("tasks/cancel", { taskId }).message);
  const overStdio = await client.take(isStatus);
  client.close();

  const server = await startHttpServer(served);
  const opened = await post(server.url, initialize);
  const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
  const standing = await openHttp(server.url, "", session, "GET");
  const made = await post(server.url, call, session);
  await post(
    server.url,
    legacy("tasks/cancel", { taskId: String(at(made.messages, 0, "result", "task", "taskId")) }).message,
    session,
  );
  const overHttp = (await standing.next()) ?? {};
  await server.close();
  return [overStdio, overHttp];
}

/** Proofs for faults of time, progress and notifications on the 2025-11-25 wire. */
export const legacyTaskProofs: Proofs = {
  "legacy-create-late": () =>
    overBoth("legacy-create-late", 50, async (session) => {
      const created = await session.result("tools/call", { name: "job", task: {} });
      expect(at(created, "task", "status")).toBe("working");
      const taskId = String(at(created, "task", "taskId"));
      expect((await session.result("tasks/get", { taskId })).status).toBe("completed");
    }),
  "legacy-input-required-stays": () =>
    overBoth("legacy-input-required-stays", 500, async (session) => {
      const taskId = await create(session, "ask");
      await settle(session, taskId, {}, asks);
      const result = await session.stream("tasks/result", { taskId });
      const question = await result.next();
      await session.reply(question?.id ?? null, { action: "accept", content: { name: "Ada" } });
      const seen = new Set<unknown>();
      while (!seen.has("completed")) seen.add((await session.result("tasks/get", { taskId })).status);
      expect([...seen]).toEqual(["input_required", "completed"]);
    }),
  "legacy-progress-after-end": () =>
    overBoth("legacy-progress-after-end", 10, async (session) => {
      expect(await progressOf(session, false)).toEqual(["my-token"]);
    }),
  "legacy-progress-other-token": () =>
    overBoth("legacy-progress-other-token", 50, async (session) => {
      expect(await progressOf(session, true)).toEqual(["a-token-of-my-own"]);
      expect(await progressOf(session, false)).toEqual([]);
    }),
  "legacy-related-task-on-status": async () => {
    for (const { params } of await statusNotifications({ faults: ["legacy-related-task-on-status"] })) {
      expect(params).toMatchObject({
        status: "cancelled",
        _meta: { [META.relatedTask]: { taskId: at(params, "taskId") } },
      });
    }
  },
  "status-notifications": async () => {
    for (const { params } of await statusNotifications({ variants: ["status-notifications"] })) {
      expect(params).toMatchObject({ status: "cancelled", ttl: 300_000 });
      expect(params).not.toHaveProperty("_meta");
    }
  },
  "status-notifications-short": async () => {
    for (const { params } of await statusNotifications({ variants: ["status-notifications-short"] }))
      expect(Object.keys(params ?? {})).toEqual(["taskId", "status"]);
  },
  "legacy-get-as-sse": async () => {
    const server = await startHttpServer({ era: "legacy", jobMs: 10, faults: ["legacy-get-as-sse"] });
    const opened = await post(server.url, initializeRequest().message);
    const session = { "Mcp-Session-Id": String(opened.headers["mcp-session-id"]) };
    const made = await post(server.url, legacy("tools/call", { name: "job", task: {} }).message, session);
    const taskId = String(at(made.messages, 0, "result", "task", "taskId"));
    const got = await post(server.url, legacy("tasks/get", { taskId }).message, session);
    expect([made.headers["content-type"], got.headers["content-type"]]).toEqual([
      "application/json",
      "text/event-stream",
    ]);
    await server.close();
  },
};
