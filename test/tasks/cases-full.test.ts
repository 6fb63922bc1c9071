import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonObject } from "@mcptest/pack";
import { member } from "@mcptest/pack";
import { type Hooks, onResult, startHttpServer } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { EVERY_ROLE } from "./testing/full-profile.js";
import { judgeFull } from "./testing/judge-full.js";
import { idsOf, packOf, runTasks } from "./testing/run-tasks.js";

const GREEN = { failed: [], warning: [], exitCode: 0 };
const ASKING = { roles: { task: { tool: "ask", inputResponses: "auto" } }, pollTimeoutMs: 1_000 };

const onHandle = (change: (handle: JsonObject) => JsonObject) =>
  onResult("tools/call", (result) => (result.resultType === "task" ? change(result) : result));
const onGet = (change: (task: JsonObject) => JsonObject) => onResult("tasks/get", change);
const onTask = (change: (task: JsonObject) => JsonObject): Hooks[] => [onHandle(change), onGet(change)];

/** Hooks that answer a method themselves. */
function answering(method: string, status: number, body: JsonObject): Hooks {
  return {
    async around(call, next) {
      if (call.method !== method) return await next();
      return { status, message: { jsonrpc: "2.0", id: call.id, ...body } };
    },
  };
}

describe.concurrent("T01: a task handle under a _meta key of the vendor, in profile full", () => {
  it("is no task: one warning, and no check that needs a task passes", async () => {
    const hide = ({ taskId = null, status = null }: JsonObject): JsonObject => ({
      resultType: "complete",
      content: [],
      isError: false,
      _meta: { "vendor/task": { taskId, status } },
    });
    const { verdicts, pack, asked } = await judgeFull({ hooks: [onHandle(hide)] });
    expect(verdicts).toEqual({ failed: [], warning: ["tasks-result-type-discipline"], exitCode: 3 });
    expect(idsOf(pack, "passed")).toEqual([
      "tasks-wire-resolvable",
      "tasks-declaration-hygiene",
      "tasks-result-type-discipline",
      "tasks-extension-advertised",
      "tasks-settings-empty",
      "tasks-no-legacy-capability",
      "tasks-result-type-reserved",
      "tasks-create-only-supported-method",
      "tasks-required-capability-error",
      "tasks-input-declared-only",
      "tasks-update-unknown-task",
      "tasks-cancel-unknown-task",
      "tasks-get-unknown-task",
      "tasks-result-removed",
      "tasks-list-removed",
      "tasks-namespace-reserved",
      "tasks-informative-errors",
      "tasks-legacy-leftovers",
      "tasks-error-code-final",
    ]);
    expect(asked.some(({ method, status }) => method === "tasks/get" && status !== undefined)).toBe(false);
  });
});

describe.concurrent("T02, T03: a task handle without content and with a lifetime of null, in profile full", () => {
  it("passes", async () => {
    expect((await judgeFull({ variants: ["null-ttl", "no-poll-interval"] })).verdicts).toEqual(GREEN);
  });

  it("fails one check under another resultType", async () => {
    const { verdicts } = await judgeFull({ hooks: [onHandle((handle) => ({ ...handle, resultType: "complete" }))] });
    expect(verdicts).toEqual({ failed: ["tasks-result-type-discipline"], warning: [], exitCode: 1 });
  });
});

describe.concurrent('T04: resultType "task" on tasks/get where the specification\'s own examples have it', () => {
  it("fails, and the message tells of the examples", async () => {
    const isExample = ({ status, result }: JsonObject) => status === "failed" || member(result, "isError") === true;
    const asInExamples = onGet((task) => (isExample(task) ? { ...task, resultType: "task" } : task));
    const { verdicts, check } = await judgeFull({ hooks: [asInExamples] });
    expect(verdicts).toEqual({ failed: ["tasks-get-result-type"], warning: [], exitCode: 1 });
    expect(check("tasks-get-result-type").error?.message).toContain(
      "as in two examples of the specification itself, which its text and its schema contradict",
    );
  });
});

describe.concurrent("T05, T18: a task for a client that did not declare the extension, in profile full", () => {
  it("fails one check, and the stray task is recorded and cancelled", async () => {
    const { verdicts, check, asked } = await judgeFull({ faults: ["undeclared-creates-task"] });
    expect(verdicts).toEqual({ failed: ["tasks-undeclared-creation-refused"], warning: [], exitCode: 1 });
    const stray = check("tasks-undeclared-creation-refused").details?.createdTaskId;
    expect(stray).toEqual(expect.any(String));
    expect(asked.filter(({ params }) => params.taskId === stray).map(({ method }) => method)).toEqual(["tasks/cancel"]);
  });
});

describe.concurrent("T06: the code of a refusal, in profile full", () => {
  it("-32003 passes with a warning where the refusal counts, and fails as a number, with its history", async () => {
    const { verdicts, check } = await judgeFull({ faults: ["draft-capability-code"] });
    expect(verdicts).toMatchObject({ failed: ["tasks-error-code-final"], exitCode: 1 });
    expect(verdicts.warning).toEqual(["tasks-undeclared-capability-rejected"]);
    expect(check("tasks-error-code-final").error?.message).toContain(
      "-32003, the number of a draft: it was renumbered to -32021 (MissingRequiredClientCapability) on 2026-06-18",
    );
  });

  it.each(["undeclared-methods-not-found", "undeclared-methods-invalid-params", "undeclared-methods-internal-error"])(
    "any other fails the check of the refusal alone: %s",
    async (fault) => {
      const { verdicts } = await judgeFull({ faults: [fault] });
      expect(verdicts).toEqual({ failed: ["tasks-undeclared-capability-rejected"], warning: [], exitCode: 1 });
    },
  );
});

describe.concurrent("T07: tool errors and failures, in profile full", () => {
  it("a) failed for a tool error fails twice: for the status, and for the missing error", async () => {
    const asFailed = onGet((task) => (member(task.result, "isError") === true ? { ...task, status: "failed" } : task));
    const { verdicts } = await judgeFull({ hooks: [asFailed] });
    expect(verdicts.failed).toEqual(["tasks-get-status-payload", "tasks-iserror-is-completed"]);
  });

  it("b) completed with an empty result after a cancellation fails", async () => {
    const aborted = onGet((task) =>
      task.status === "cancelled" ? { ...task, status: "completed", result: {} } : task,
    );
    const { verdicts, check } = await judgeFull({ hooks: [aborted] });
    expect(verdicts).toEqual({ failed: ["tasks-inline-result"], warning: [], exitCode: 1 });
    expect(check("tasks-inline-result").error?.message).toContain('"result" is no CallToolResult');
  });
});

describe.concurrent("T07: tool errors on 2025-11-25, where the mapping is the other way round", () => {
  it("failed for a tool error passes, and completed is warned of", async () => {
    const { verdicts, asked } = await judgeFull({ era: "legacy" });
    expect(verdicts).toEqual(GREEN);
    expect(asked.some(({ method, status }) => method === "tasks/get" && status === "failed")).toBe(true);
    const completed = await judgeFull({ era: "legacy", faults: ["legacy-tool-error-completed"] });
    expect(completed.verdicts).toMatchObject({ failed: [], warning: ["tasks-legacy-failed-iserror"] });
  });
});

describe.concurrent("T09: intervals that no timer takes, in profile full", () => {
  it.each(["5000", 1.5])("fails %j in one check", async (pollIntervalMs) => {
    const { verdicts } = await judgeFull({ hooks: onTask((task) => ({ ...task, pollIntervalMs })) });
    expect(verdicts).toEqual({ failed: ["tasks-ttl-shape"], warning: [], exitCode: 1 });
  });

  it.each([-1, 0, 2])("warns of %d in one check, and polls at a floor of its own", async (pollIntervalMs) => {
    const { verdicts } = await judgeFull({ hooks: onTask((task) => ({ ...task, pollIntervalMs })) });
    expect(verdicts).toEqual({ failed: [], warning: ["tasks-ttl-shape"], exitCode: 0 });
  });

  it("blames nobody for a day on 2025-11-25", async () => {
    const options = { roles: { task: { tool: "job" } }, pollTimeoutMs: 1_000 };
    const { verdicts, check } = await judgeFull({
      era: "legacy",
      variants: ["long-poll-interval"],
      options,
      jobMs: 2_000,
    });
    expect(verdicts.failed).toEqual([]);
    expect(verdicts.warning).toEqual([]);
    expect(check("tasks-inline-result")).toMatchObject({ skipReason: "could-not-run", origin: "host" });
  });

  it("blames nobody for a day", async () => {
    const hooks = onTask((task) => ({ ...task, pollIntervalMs: 86_400_000 }));
    const options = { ...EVERY_ROLE, pollTimeoutMs: 1_000 };
    const { verdicts, check } = await judgeFull({ hooks, options, jobMs: 2_000 });
    expect(verdicts).toEqual({ failed: [], warning: [], exitCode: 3 });
    expect(check("tasks-inline-result")).toMatchObject({ skipReason: "could-not-run", origin: "host" });
  });
});

describe.concurrent("T10: seconds for milliseconds", () => {
  it("is one warning that says so, and no failure", async () => {
    const { verdicts, check } = await judgeFull({ faults: ["ttl-in-seconds", "poll-interval-in-seconds"] });
    expect(verdicts).toEqual({ failed: [], warning: ["tasks-ttl-shape"], exitCode: 0 });
    const warnings = check("tasks-ttl-shape").warnings ?? [];
    expect(warnings).toHaveLength(2);
    for (const warning of warnings) expect(warning).toContain("seconds for milliseconds");
  });
});

describe.concurrent("T12: answers that are acknowledged and thrown away", () => {
  it("warn, and leave open what needs the task to go on", async () => {
    const role = { tool: "ask", inputResponses: "auto" };
    const options = { roles: { task: role, ask: role }, pollTimeoutMs: 1_000 };
    const { verdicts, pack, check } = await judgeFull({ faults: ["answers-ignored"], options });
    expect(verdicts).toEqual({ failed: [], warning: ["tasks-update-resumes"], exitCode: 3 });
    expect(check("tasks-update-resumes").warnings?.[0]).toContain(
      "the task asks for the same within the time for polls",
    );
    expect(idsOf(pack, "could-not-run")).toContain("tasks-inline-result");
    expect(check("tasks-inline-result")).toMatchObject({ origin: "host" });
  });

  it("fail only where the same key comes with another request", async () => {
    const { verdicts } = await judgeFull({ faults: ["answers-ignored", "input-key-changes-its-request"] });
    expect(verdicts.failed).toEqual(["tasks-input-keys-unique"]);
  });
});

describe.concurrent("T13: a task that asks for ever", () => {
  it("is answered once in its life, and the run ends at its limit", async () => {
    const { verdicts, pack, asked } = await judgeFull({ faults: ["answers-ignored"], options: ASKING });
    expect(verdicts).toEqual({ failed: [], warning: [], exitCode: 3 });
    expect(pack.checks.find(({ id }) => id === "tasks-inline-result")).toMatchObject({ origin: "host" });
    const answered = asked.filter(
      ({ method, params }) => method === "tasks/update" && Object.hasOwn(Object(params.inputResponses), "name"),
    );
    const tasks = answered.map(({ params }) => params.taskId);
    expect(tasks.length).toBeGreaterThan(0);
    expect(new Set(tasks).size).toBe(tasks.length);
  });

  it("and one that has ended is left alone: of the tasks of the roles nothing is asked after the end", async () => {
    const { asked } = await judgeFull({});
    const calls = new Map<unknown, string[]>();
    for (const { method, params, status } of asked)
      if (method.startsWith("tasks/"))
        calls.set(params.taskId, [...(calls.get(params.taskId) ?? []), String(status ?? method)]);
    const ended = [...calls.values()].filter((seen) => seen.some((one) => one === "completed" || one === "failed"));
    const afterEnd = ended.map((seen) =>
      seen.slice(seen.findIndex((one) => one === "completed" || one === "failed") + 1),
    );
    // The task of the role task is the only one that is read, updated and cancelled after its end, on purpose.
    expect(afterEnd.filter((rest) => rest.length > 0)).toHaveLength(1);
    expect(ended.length).toBeGreaterThan(4);
  });
});

describe.concurrent("T14: tasks and who may reach them", () => {
  const tasksOnly = (method: unknown): boolean =>
    ["tasks/get", "tasks/update", "tasks/cancel"].includes(String(method));

  it("a task that only the connection that made it can read fails", async () => {
    const sockets = new AsyncLocalStorage<object>();
    const owners = new Map<unknown, object | undefined>();
    const bound: Hooks = {
      http: {
        intercept(request) {
          sockets.enterWith(request.socket);
          return false;
        },
      },
      async around(call, next) {
        const { taskId } = call.params;
        const isForeign = owners.has(taskId) && owners.get(taskId) !== sockets.getStore();
        if (tasksOnly(call.method) && isForeign) {
          const error = { code: -32602, message: "Unknown task" };
          return { status: 200, message: { jsonrpc: "2.0", id: call.id, error } };
        }
        const outcome = await next();
        const result = member(outcome.message, "result");
        if (member(result, "resultType") === "task") owners.set(member(result, "taskId"), sockets.getStore());
        return outcome;
      },
    };
    const { verdicts, check } = await judgeFull({ hooks: [bound] });
    expect(verdicts.failed).toEqual(["tasks-durable-creation"]);
    expect(check("tasks-durable-creation").error?.message).toContain("by any instance of the server");
  });

  it.each([401, 403, 404])("another principal may be refused with %d", async (status) => {
    const gate: Hooks = {
      http: {
        intercept({ headers }, response) {
          const isOther = headers.authorization === EVERY_ROLE.secondIdentity.Authorization;
          if (!isOther || !tasksOnly(headers["mcp-method"])) return false;
          response.writeHead(status, status === 401 ? { "WWW-Authenticate": "Bearer" } : {}).end();
          return true;
        },
      },
    };
    const { verdicts, check } = await judgeFull({ hooks: [gate] });
    expect(verdicts).toEqual(GREEN);
    expect(check("tasks-auth-binding").status).toBe("passed");
  });

  it("another principal that is served fails, and without a second identity nothing is said of it", async () => {
    expect((await judgeFull({ faults: ["foreign-get"] })).verdicts.failed).toEqual(["tasks-auth-binding"]);
    const { secondIdentity: _, ...options } = EVERY_ROLE;
    const { verdicts, pack } = await judgeFull({ faults: ["foreign-get"], options });
    expect(verdicts).toEqual(GREEN);
    expect(pack.notSelected).toEqual([{ id: "tasks-auth-binding", needs: "secondIdentity" }]);
  });
});

describe.concurrent("T15: Mcp-Name on tasks/*, in profile full", () => {
  it("may be missing", async () => {
    expect((await judgeFull({ variants: ["task-name-header-optional"] })).verdicts).toEqual(GREEN);
  });

  it("warns where another task's id is served as if it matched, and names both texts", async () => {
    const { verdicts, check } = await judgeFull({ faults: ["task-name-header-unchecked"] });
    expect(verdicts).toEqual({ failed: [], warning: ["tasks-header-mismatch"], exitCode: 0 });
    const [warning] = check("tasks-header-mismatch").warnings ?? [];
    expect(warning).toContain("ext-tasks, Routing Headers");
    expect(warning).toContain("streamable-http, Server Validation");
  });
});

describe.concurrent("T16: nothing reaches the wire, in profile full", () => {
  it("is the surroundings' trouble, not the server's", async () => {
    const server = await startHttpServer({ era: "modern" });
    let closing: Promise<void> | undefined;
    const report = await runTasks({
      target: { kind: "http", name: "testkit", url: server.url, headers: [] },
      options: EVERY_ROLE,
      selection: { profile: "full" },
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
    expect(idsOf(pack, "warning")).toEqual([]);
    expect(report.exitCode).toBe(3);
    const [open] = pack.checks.filter(({ id }) => id === "tasks-inline-result");
    expect(open).toMatchObject({ skipReason: "could-not-run", origin: "environment" });
  });
});

describe.concurrent("T19: a task that is gone once its lifetime has passed", () => {
  const shortLived: Hooks = { policies: { tasks: { ttl: 600, lifetime: () => 600, responses: () => ({}) } } };

  it.each([
    ["the task", ASKING],
    ["the tasks of the roles", { ...EVERY_ROLE, pollTimeoutMs: 1_500 }],
  ])("while it waits for input is nobody's failure: %s", async (_name, options) => {
    const { verdicts } = await judgeFull({ hooks: [shortLived], options });
    expect(verdicts.failed).toEqual([]);
    expect(verdicts.warning).not.toContain("tasks-no-early-expiry");
    expect(verdicts.exitCode).toBe(3);
  });
});

describe.concurrent("N14: what is advertised and what is there", () => {
  const absent = ["tasks/get", "tasks/update", "tasks/cancel"].map((method) =>
    answering(method, 404, { error: { code: -32601, message: "Method not found" } }),
  );

  it("an extension with nothing behind it fails: an unknown task is not an unknown method", async () => {
    const { verdicts } = await judgeFull({ variants: ["never-creates"], hooks: absent });
    expect(verdicts.failed).toEqual(["tasks-get-unknown-task"]);
  });

  it("tasks of a server that lists none fail for that alone", async () => {
    const { verdicts } = await judgeFull({ faults: ["unadvertised-tasks"] });
    expect(verdicts).toEqual({ failed: ["tasks-extension-advertised"], warning: [], exitCode: 1 });
  });

  it("a server that never makes a task is blamed for nothing, and not passed", async () => {
    const { verdicts, report } = await judgeFull({ variants: ["never-creates"] });
    expect(verdicts).toEqual({ failed: [], warning: [], exitCode: 3 });
    expect(report.outcome).toBe("incomplete");
  });
});
