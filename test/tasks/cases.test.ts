import type { Json, JsonObject } from "@mcptest/pack";
import { describe, expect, it } from "vitest";
import { EIGHT, judge } from "./testing/judge.js";
import { idsOf, packOf, runTasks } from "./testing/run-tasks.js";
import { type Answer, type Asked, REFUSED, scriptedServer, taskIn } from "./testing/scripted-server.js";

/** Answers one method, declared or not, and leaves the rest alone. */
function answering(method: string, declared: boolean, answer: Answer) {
  return (asked: Asked) => (asked.method === method && asked.declared === declared ? answer : undefined);
}

const created = (result: Json) => answering("tools/call", true, { result });
const polled = (task: JsonObject) => answering("tasks/get", true, { result: { resultType: "complete", ...task } });

describe("the scripted server itself", () => {
  it("obeys", async () => {
    expect((await judge(() => undefined)).pack.summary).toBe(EIGHT);
  });
});

describe("T01: a task handle under a _meta key of the vendor", () => {
  it("is no task: a warning, and everything that needs one is open", async () => {
    const hidden = {
      resultType: "complete",
      _meta: { "vendor/task": { taskId: "t-1", status: "working" } },
      content: [],
    };
    const { pack, check, report, asked } = await judge(created(hidden));
    expect(check("tasks-result-type-discipline")).toMatchObject({ status: "passed", warnings: [expect.any(String)] });
    expect(check("tasks-result-type-discipline").warnings?.[0]).toContain("non-standard _meta key");
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual([
      "tasks-undeclared-creation-refused",
      "tasks-ttl-shape",
      "tasks-inline-result",
      "tasks-mcp-name-routing",
      "tasks-undeclared-capability-rejected",
    ]);
    expect(pack.incompleteReason).toContain('the call of "job" made no task');
    expect(report.exitCode).toBe(3);
    expect(asked.some(({ method }) => method === "tasks/get")).toBe(false);
  });
});

describe("T02, T03: a task handle without content", () => {
  it("passes, and the same members under another resultType fail", async () => {
    const task = taskIn("working");
    expect((await judge(created({ resultType: "task", ...task }))).pack.summary).toBe(EIGHT);
    const { pack, check } = await judge(created({ resultType: "complete", ...task }));
    expect(idsOf(pack, "failed")).toEqual(["tasks-result-type-discipline"]);
    expect(check("tasks-result-type-discipline").error?.message).toMatchInlineSnapshot(
      `
      "tools/call of "job" with the extension declared: the task's members are there, but "resultType" is "complete"; only "task" marks a task handle. Received {"resultType":"complete","taskId":"9f31c0de-77aa","status":"working","createdAt":"2026-09-01T10:00:00Z","lastUpdatedAt":"2026-09-01T10:00:00Z","ttlMs":null,"pollIntervalMs":50}
      rule I06: a tools/call is answered by a plain result, by input_required, or by a flat task handle: "resultType": "task" and a "taskId" at the top level of the result
      fix: answer {"resultType": "task", "taskId": …, "status": …, "createdAt": …, "lastUpdatedAt": …, "ttlMs": …}, or a plain tool result"
    `,
    );
  });
});

describe('T04: resultType "task" on tasks/get', () => {
  it("is another check's: no check here blames it, and the task is read", async () => {
    const failed = { ...taskIn("failed"), resultType: "task", error: { code: -32603, message: "x" } };
    expect((await judge(polled(failed))).pack.summary).toBe(EIGHT);
  });
});

describe("T05, T18: a task for a client that did not declare the extension", () => {
  it("fails, and the task is recorded and cancelled with the declaration", async () => {
    const stray = taskIn("working", { taskId: "stray-task" });
    const { pack, check, asked } = await judge(
      answering("tools/call", false, { result: { resultType: "task", ...stray } }),
    );
    expect(idsOf(pack, "failed")).toEqual(["tasks-undeclared-creation-refused"]);
    expect(check("tasks-undeclared-creation-refused").details).toMatchObject({ createdTaskId: "stray-task" });
    expect(check("tasks-undeclared-creation-refused").error?.message).toMatchInlineSnapshot(
      `
      "tools/call of "job" without the extension declaration: a task came back, {"resultType":"task","taskId":"stray-task","status":"working","createdAt":"2026-09-01T10:00:00Z","lastUpdatedAt":"2026-09-01T10:00:00Z","ttlMs":null,"pollIntervalMs":50}
      rule I09: without the declaration on that very request no task is returned, whatever earlier requests declared
      fix: decide by _meta["io.modelcontextprotocol/clientCapabilities"].extensions["io.modelcontextprotocol/tasks"] of each request; without it run the tool to its end, or answer with the error -32021"
    `,
    );
    const cancelled = asked.filter(({ method, declared }) => method === "tasks/cancel" && declared);
    expect(cancelled.map(({ params, name }) => [params.taskId, name])).toEqual([["stray-task", "stray-task"]]);
  });
});

describe("T06: the code of a refusal", () => {
  const refusing = (code: number) => answering("tasks/get", false, { error: { code, message: "No" }, status: 400 });
  const probeOf = (probes: unknown) => (probes as JsonObject[]).find(({ method }) => method === "tasks/get");

  it("passes -32003 with a warning that tells of the renumbering", async () => {
    const { pack, check } = await judge(refusing(-32003));
    expect(idsOf(pack, "warning")).toEqual(["tasks-undeclared-capability-rejected"]);
    expect(pack.outcome).toBe("passed");
    const { details, warnings } = check("tasks-undeclared-capability-rejected");
    expect(probeOf(details?.probes)).toMatchObject({ outcome: "warning", code: -32003, httpStatus: 400 });
    expect(warnings).toMatchInlineSnapshot(`
      [
        "tasks/get of a task that exists, without the extension declaration: refused with -32003, the number of a draft: renumbered to -32021 on 2026-06-18; it also lacks error.data.requiredCapabilities.extensions["io.modelcontextprotocol/tasks"] (I37)",
      ]
    `);
  });

  it.each([-32601, -32600, -32603, -32000])("fails %d", async (code) => {
    const { pack, check } = await judge(refusing(code));
    expect(idsOf(pack, "failed")).toEqual(["tasks-undeclared-capability-rejected"]);
    const { details } = check("tasks-undeclared-capability-rejected");
    expect(probeOf(details?.probes)).toMatchObject({ outcome: "failed", code });
  });

  it("leaves -32602 open when the task is gone, and fails it when it is there", async () => {
    const unknown: Answer = { error: { code: -32602, message: "Unknown task" } };
    expect(idsOf((await judge(refusing(-32602))).pack, "failed")).toEqual(["tasks-undeclared-capability-rejected"]);
    let reads = 0;
    const { pack } = await judge(({ method, declared }) => {
      if (method !== "tasks/get") return undefined;
      if (!declared) return unknown;
      return reads++ === 0 ? undefined : unknown;
    });
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-undeclared-capability-rejected"]);
  });

  it("reads the body of any HTTP status", async () => {
    const { pack } = await judge((asked) =>
      asked.declared || asked.method === "tools/call" || !isTask(asked)
        ? undefined
        : ({ ...REFUSED, status: 422 } as Answer),
    );
    expect(pack.summary).toBe(EIGHT);
  });
});

function isTask({ method }: Asked): boolean {
  return method.startsWith("tasks/") || method === "subscriptions/listen";
}

describe("T07: tool errors and failures", () => {
  const content = [{ type: "text", text: "bad input" }];

  it("a) warns of failed without an error object, which another check fails", async () => {
    const { pack } = await judge(polled(taskIn("failed", { result: { content, isError: true } })));
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "warning")).toEqual(["tasks-inline-result"]);
  });

  it("b) fails completed with an empty result", async () => {
    const { pack, check } = await judge(polled(taskIn("completed", { result: {} })));
    expect(idsOf(pack, "failed")).toEqual(["tasks-inline-result"]);
    expect(check("tasks-inline-result").error?.message).toMatchInlineSnapshot(
      `
      "tasks/get of the completed task "9f31c0de-77aa": "result" is no CallToolResult: "content" must be an array, not (absent). Received {}
      rule I20: a completed task carries the final result inline, in the shape of the original request's result
      fix: put the tool's result, with its "content" array, under "result" of the answer to tasks/get"
    `,
    );
  });

  it("c) passes completed with isError", async () => {
    expect((await judge(polled(taskIn("completed", { result: { content, isError: true } })))).pack.summary).toBe(EIGHT);
  });

  it("passes failed with an error object, and cancelled, with a note", async () => {
    for (const task of [taskIn("failed", { error: { code: -1, message: "x" } }), taskIn("cancelled")]) {
      const { pack, check } = await judge(polled(task));
      expect(pack.summary).toBe(EIGHT);
      expect(check("tasks-inline-result").notes).toHaveLength(1);
    }
  });
});

describe("T09: intervals that no timer takes", () => {
  it.each([-1, 0, 2])("polls at a floor of its own where the server says %d, and warns", async (pollIntervalMs) => {
    let reads = 0;
    const { pack } = await judge(({ method, declared }) => {
      if (method === "tools/call" && declared)
        return { result: { resultType: "task", ...taskIn("working", { pollIntervalMs }) } };
      if (method !== "tasks/get" || !declared || ++reads > 3) return undefined;
      return { result: { resultType: "complete", ...taskIn("working", { pollIntervalMs }) } };
    });
    expect(idsOf(pack, "warning")).toEqual(["tasks-ttl-shape"]);
    expect(pack.outcome).toBe("passed");
  });

  it.each([86_400_000, 2 ** 31, 2 ** 53])(
    "gives up at once where it is %d, and blames nobody",
    async (pollIntervalMs) => {
      const working = taskIn("working", { pollIntervalMs });
      const { pack, asked } = await judge(polled(working));
      expect(idsOf(pack, "failed")).toEqual([]);
      expect(idsOf(pack, "could-not-run")).toEqual(["tasks-inline-result"]);
      expect(pack.checks.find(({ id }) => id === "tasks-inline-result")).toMatchObject({ origin: "host" });
      expect(pack.incompleteReason).toContain("no terminal status within 2000 ms");
      expect(asked.filter(({ method, declared }) => method === "tasks/get" && declared)).toHaveLength(1);
    },
  );
});

describe("T10: seconds for milliseconds", () => {
  it("is a warning, and no failure: a server may keep a task longer", async () => {
    let reads = 0;
    const { pack, check } = await judge(({ method, declared }) => {
      const inSeconds = { ttlMs: 1, pollIntervalMs: 2 };
      if (method === "tools/call" && declared)
        return { result: { resultType: "task", ...taskIn("working", inSeconds) } };
      if (method !== "tasks/get" || !declared) return undefined;
      const content = [{ type: "text", text: "done" }];
      const task =
        ++reads < 4 ? taskIn("working", inSeconds) : taskIn("completed", { ...inSeconds, result: { content } });
      return { result: { resultType: "complete", ...task } };
    });
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "warning")).toEqual(["tasks-ttl-shape"]);
    expect(check("tasks-ttl-shape").warnings?.join()).toContain("seconds for milliseconds?");
  });
});

describe("T12: answers that are acknowledged and thrown away", () => {
  it("leave the result open, and blame nobody in baseline", async () => {
    const asking = taskIn("input_required", { inputRequests: { name: { method: "roots/list" } } });
    const { pack, check } = await judge(polled(asking), {
      pollTimeoutMs: 300,
      roles: { task: { tool: "job", inputResponses: "auto" } },
    });
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "warning")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-inline-result"]);
    expect(check("tasks-inline-result")).toMatchObject({ origin: "host" });
  });
});

describe("T13: a task that never ends", () => {
  it("ends at the limit, is cancelled, and blames nobody", async () => {
    const { pack, asked } = await judge(polled(taskIn("working")), { pollTimeoutMs: 200 });
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toEqual(["tasks-inline-result"]);
    expect(asked.at(-1)).toMatchObject({ method: "tasks/cancel", declared: true });
  });

  it("answers each key once, and sends nothing about it after that", async () => {
    const asking = taskIn("input_required", { inputRequests: { name: { method: "roots/list" } } });
    const { pack, asked } = await judge(polled(asking), {
      pollTimeoutMs: 300,
      roles: { task: { tool: "job", inputResponses: "auto" } },
    });
    expect(idsOf(pack, "failed")).toEqual([]);
    const updates = asked.filter(({ method, declared }) => method === "tasks/update" && declared);
    expect(updates.map(({ params }) => params.inputResponses)).toEqual([{ name: { roots: [] } }]);
  });
});

describe("T15: Mcp-Name on tasks/*", () => {
  it("is demanded by a server that may demand it: our requests carry it", async () => {
    const { pack } = await judge(({ method, params, name }) =>
      method.startsWith("tasks/") && name !== params.taskId
        ? { error: { code: -32020, message: "Header mismatch" }, status: 400 }
        : undefined,
    );
    expect(pack.summary).toBe(EIGHT);
  });
});

describe("T16: nothing reaches the wire", () => {
  it("is the surroundings' trouble, not the server's", async () => {
    const server = await scriptedServer(() => undefined);
    let closing: Promise<void> | undefined;
    const report = await runTasks({
      target: server.target,
      request: {
        tamper: (message) => {
          if (message.method === "tasks/get") closing ??= server.close();
          return message;
        },
      },
    });
    await closing;
    const pack = packOf(report);
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(pack.outcome).toBe("incomplete");
    expect(pack.checks.find(({ id }) => id === "tasks-inline-result")).toMatchObject({
      skipReason: "could-not-run",
      origin: "environment",
    });
  });
});

describe("T14: a task that the next connection does not know", () => {
  it("is read by nobody, and the checks that need it are open in baseline", async () => {
    const { pack } = await judge(({ method, declared }) =>
      method === "tasks/get" && declared ? { error: { code: -32602, message: "Unknown task" } } : undefined,
    );
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toContain("tasks-inline-result");
    expect(pack.outcome).toBe("incomplete");
  });
});

describe("T19: a task that is gone once its lifetime has passed", () => {
  it("is nobody's failure, also while it works", async () => {
    let reads = 0;
    const { pack } = await judge(({ method, declared }) => {
      if (!declared || (method !== "tools/call" && method !== "tasks/get")) return undefined;
      const task = taskIn("working", { ttlMs: 50 });
      if (method === "tools/call") return { result: { resultType: "task", ...task } };
      if (++reads > 2) return { error: { code: -32602, message: "Unknown task" } };
      return { result: { resultType: "complete", ...task } };
    });
    expect(idsOf(pack, "failed")).toEqual([]);
    expect(idsOf(pack, "could-not-run")).toContain("tasks-inline-result");
  });
});
