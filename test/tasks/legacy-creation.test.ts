import { ERROR, type JsonObject, META, member } from "@mcptest/pack";
import { type Hooks, onResult, type ServerOptions } from "@mcptest/testkit";
import { describe, expect, it } from "vitest";
import { EVERY_ROLE } from "./testing/full-profile.js";
import { judgeFull } from "./testing/judge-full.js";
import { packOf, runTasks, withServer } from "./testing/run-tasks.js";

const FIRST = { roles: { task: { tool: "job" } }, pollTimeoutMs: 5_000 };
const WITH_SYNC = { ...FIRST, roles: { ...FIRST.roles, sync: { tool: "quick" } } };

/** Judges the testkit's server of 2025-11-25 with these changes, and gives what was said of one check. */
async function saidOf(id: string, hooks: Hooks[], options: JsonObject = FIRST) {
  const { check, asked } = await judgeFull({ era: "legacy", hooks, options });
  const { status, error, skipReason, warnings = [], notes = [] } = check(id);
  return { status, message: error?.message ?? "", skipReason, warnings, notes, asked };
}

/** Hooks that answer the calls that `concerns` picks with this in place of a result. */
function answering(concerns: (params: JsonObject) => boolean, answer: JsonObject): Hooks {
  return {
    around: (call, next) =>
      call.method === "tools/call" && concerns(call.params)
        ? Promise.resolve({ status: 200, message: { jsonrpc: "2.0", id: call.id, ...answer } })
        : next(),
  };
}

const isPlain = (params: JsonObject) => member(params, "task") === undefined;

/** Hooks that declare another `capabilities.tasks`, or none. */
function declaring(tasks: JsonObject | undefined): Hooks {
  return {
    capabilities: ({ tasks: _tasks, ...others }) => (tasks === undefined ? others : { ...others, tasks }),
  };
}

/** Hooks that put `_meta` into each answer that makes a task. */
function withMeta(_meta: JsonObject): Hooks {
  return onResult("tools/call", (result) => (member(result, "task") === undefined ? result : { ...result, _meta }));
}

describe("tasks that are not declared", () => {
  it("show in the answer of a named tool, too", async () => {
    const noMethods: Hooks = {
      async around(call, next) {
        if (!call.method.startsWith("tasks/")) return await next();
        const error = { code: ERROR.methodNotFound, message: "Method not found" };
        return { status: 200, message: { jsonrpc: "2.0", id: call.id, error } };
      },
    };
    const served: ServerOptions = { era: "legacy", hooks: [declaring(undefined), noMethods] };
    const selection = { profile: "full" };
    const report = await withServer("http", served, (target) =>
      runTasks({ target, era: "legacy", options: FIRST, selection }),
    );
    const found = packOf(report).checks.find(({ id }) => id === "tasks-legacy-capability-declared");
    expect(found).toMatchObject({ status: "failed" });
    expect(found?.error?.message).toContain('tools/call of "job" is answered with a task');
  });

  it("are made of no call where requests are not declared, neither of the sync tool nor of the task tool", async () => {
    const said = await saidOf("tasks-legacy-undeclared-ignored", [declaring({ cancel: {} })], WITH_SYNC);
    expect(said.message).toContain("a task came back");
    expect(said.message).toContain("(and 1 more)");
  });

  it("leave a sync tool alone that fails without params.task as well", async () => {
    const error = { code: ERROR.invalidParams, message: "An argument is missing" };
    const hooks = [
      declaring({ cancel: {} }),
      answering(({ name }) => name === "quick", { error }),
      { policies: { tasks: { never: () => true } } },
    ];
    const said = await saidOf("tasks-legacy-undeclared-ignored", hooks, WITH_SYNC);
    expect(said).toMatchObject({ skipReason: "could-not-run", message: expect.stringContaining("another one") });
  });
});

describe("a task-only tool", () => {
  const isRequired = (params: JsonObject) => params.name === "must_task";
  const refused = { content: [{ type: "text", text: "MCP error -32601: must be a task" }], isError: true };

  it("that refuses with the error of a tool is told so", async () => {
    const hooks = [answering((params) => isRequired(params) && isPlain(params), { result: refused })];
    const said = await saidOf("tasks-legacy-required-tool", hooks);
    expect(said.message).toContain("it was refused with a tool result, isError: true, and no JSON-RPC error");
  });

  it("that refuses whatever comes decides nothing", async () => {
    const error = { code: ERROR.invalidParams, message: "An argument is missing" };
    const said = await saidOf("tasks-legacy-required-tool", [answering(isRequired, { error })]);
    expect(said).toMatchObject({ skipReason: "could-not-run", message: expect.stringContaining("another one") });
  });
});

describe("what is only written down", () => {
  it("plain calls that are all refused", async () => {
    const error = { code: ERROR.invalidRequest, message: "Only tasks" };
    const { status, notes } = await saidOf("tasks-legacy-required-type", [answering(isPlain, { error })]);
    expect({ status, notes }).toMatchObject({ status: "passed", notes: [expect.stringContaining("every plain")] });
  });

  it("a text for the model, and what is none", async () => {
    const key = "io.modelcontextprotocol/model-immediate-response";
    const text = await saidOf("tasks-legacy-immediate-response", [withMeta({ [key]: "It runs." })]);
    expect(text.notes).toEqual([expect.stringContaining('"It runs."')]);
    const number = await saidOf("tasks-legacy-immediate-response", [withMeta({ [key]: 7 })]);
    expect(number.notes).toEqual([expect.stringContaining("must be a string, not 7")]);
    const none = await saidOf("tasks-legacy-immediate-response", [withMeta({ [META.relatedTask]: { taskId: "x" } })]);
    expect(none.skipReason).toBe("not-applicable");
  });

  it("notifications of a status that show half a task", async () => {
    const id = "tasks-legacy-status-notification";
    const sending = (change: (shown: JsonObject) => JsonObject): Hooks[] => [
      { policies: { tasks: { statusNotification: change } } },
    ];
    const whole = await saidOf(
      id,
      sending((shown) => shown),
      EVERY_ROLE,
    );
    expect(whole).toMatchObject({ status: "passed", notes: [] });
    const half = await saidOf(
      id,
      sending(({ ttl: _ttl, ...shown }) => shown),
      EVERY_ROLE,
    );
    expect(half).toMatchObject({ status: "passed", notes: [expect.stringContaining('"ttl" is missing')] });
    expect((await saidOf(id, [], EVERY_ROLE)).skipReason).toBe("not-applicable");
  });

  it("methods that are served without being declared", async () => {
    const served = [declaring({ requests: { tools: { call: {} } } })];
    const { status, notes } = await saidOf("tasks-legacy-undeclared-op", served);
    expect(status).toBe("passed");
    expect(notes).toEqual([
      expect.stringContaining("tasks/list, which is not declared"),
      expect.stringContaining("tasks/cancel, which is not declared"),
    ]);
  });
});

describe("an answer as a stream", () => {
  it("is only noted where everything is answered so", async () => {
    const { status, warnings, notes } = await saidOf("tasks-legacy-get-not-sse", [{ http: { sse: true } }]);
    expect({ status, warnings, notes }).toEqual({
      status: "passed",
      warnings: [],
      notes: ["tasks/get is answered as an SSE stream, and so is everything else"],
    });
  });
});
